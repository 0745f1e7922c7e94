package credits_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/payslate/payslate/server/credits"
	"github.com/payslate/payslate/server/credits/ledgertest"
)

func openShared(t testing.TB, address string, options credits.Options) *credits.Postgres {
	t.Helper()
	ledger, err := credits.OpenPostgres(context.Background(), address, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ledger.Close() })
	return ledger
}

func TestPostgres(t *testing.T) {
	testLedger(t, func(t *testing.T) store {
		address := ledgertest.EmptyDatabase(t)
		return func(t *testing.T, clock func() time.Time) credits.Ledger {
			return openShared(t, address, credits.Options{Clock: clock})
		}
	})
}

// TestPostgresWithoutPreparedStatements: a ledger works without prepared statements,
// which some connection poolers do not support.
func TestPostgresWithoutPreparedStatements(t *testing.T) {
	for _, mode := range []string{"exec", "simple_protocol"} {
		t.Run(mode, func(t *testing.T) {
			ledger := openShared(t, ledgertest.WithParameter(t, ledgertest.EmptyDatabase(t), "default_query_exec_mode", mode), credits.Options{})
			key, err := ledger.CreateKey(t.Context(), "", 2, credits.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			reservation, _, err := ledger.Reserve(t.Context(), credits.IdempotentRequest{KeyID: key.ID, IdempotencyKey: "k"})
			if err != nil {
				t.Fatal(err)
			}
			left, err := ledger.Complete(t.Context(), reservation, "net", 1, credits.Response{Status: 200, Body: []byte("\x00'")})
			if left != 1 || err != nil {
				t.Errorf("Complete = %d, %v", left, err)
			}
			_, stored, err := ledger.Reserve(t.Context(), credits.IdempotentRequest{KeyID: key.ID, IdempotencyKey: "k"})
			if err != nil || stored == nil || string(stored.Body) != "\x00'" {
				t.Errorf("Reserve = %+v, %v", stored, err)
			}
		})
	}
}

// TestServersStartAtOnce: servers that start at the same time create the tables and
// the first key once.
func TestServersStartAtOnce(t *testing.T) {
	for range 3 {
		address := ledgertest.EmptyDatabase(t)
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				ledger, err := credits.OpenPostgres(t.Context(), address, credits.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				defer ledger.Close()
				if _, _, err := ledger.EnsureFirstKey(t.Context(), "first", 5); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		ledger := openShared(t, address, credits.Options{})
		if keys, err := ledger.Keys(t.Context()); err != nil || len(keys) != 1 {
			t.Errorf("Keys = %+v, %v; want one", keys, err)
		}
	}
}

func TestSharedOpenFailures(t *testing.T) {
	address := ledgertest.EmptyDatabase(t)
	location, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := func(change func(*url.URL)) string {
		changed := *location
		change(&changed)
		return changed.String()
	}
	for name, c := range map[string]struct{ address, message string }{
		"invalid address":    {"postgres://u:sesame@host:port/x", "write postgres://USER:PASSWORD@HOST:PORT/DATABASE"},
		"unreachable server": {elsewhere(func(u *url.URL) { u.Host = "127.0.0.1:1"; u.User = url.UserPassword("u", "sesame") }), "cannot be reached; start it"},
		"unknown database":   {elsewhere(func(u *url.URL) { u.Path = "/nowhere" }), "create it (createdb)"},
		"unknown user":       {elsewhere(func(u *url.URL) { u.User = url.UserPassword("nobody", "sesame") }), "refuses the user"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := credits.OpenPostgres(t.Context(), c.address, credits.Options{})
			if err == nil || !strings.Contains(err.Error(), c.message) || strings.Contains(err.Error(), "sesame") {
				t.Errorf("error %v, want %q and no password", err, c.message)
			}
		})
	}
}

// execute runs a statement in the schema of the address.
func execute(t testing.TB, address, statement string) error {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	_, err = conn.Exec(context.Background(), statement)
	return err
}

func TestSharedSchema(t *testing.T) {
	address := ledgertest.EmptyDatabase(t)
	ledger := openShared(t, address, credits.Options{})
	key, err := ledger.CreateKey(t.Context(), "", 10, credits.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"UPDATE ledger_entries SET delta = 11", "DELETE FROM ledger_entries", "TRUNCATE ledger_entries"} {
		if err := execute(t, address, statement); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v; want a refusal", statement, err)
		}
	}
	if err := execute(t, address, "UPDATE ledger_keys SET balance = -1"); err == nil {
		t.Error("a negative balance was accepted")
	}
	if err := execute(t, address, "UPDATE ledger_keys SET balance = 11"); err != nil {
		t.Fatal(err)
	}
	report, err := ledger.Verify(t.Context())
	if err != nil || len(report.Differences) != 1 ||
		report.Differences[0] != (credits.Difference{KeyID: key.ID, Balance: 11, Entries: 10}) {
		t.Errorf("Verify = %+v, %v", report, err)
	}
	if err := execute(t, address, "UPDATE ledger_schema SET version = 99"); err != nil {
		t.Fatal(err)
	}
	if _, err := credits.OpenPostgres(t.Context(), address, credits.Options{}); err == nil || !strings.Contains(err.Error(), "use a newer program") {
		t.Errorf("OpenPostgres of a newer program's ledger: %v", err)
	}
}

// TestSharedOlderLedger: commands use a ledger of version 1.0.0 unchanged, and a server
// migrates it.
func TestSharedOlderLedger(t *testing.T) {
	address := ledgertest.EmptyDatabase(t)
	key, err := openShared(t, address, credits.Options{}).CreateKey(t.Context(), "", 10, credits.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if err := execute(t, address, "DROP TABLE ledger_limits; DROP TABLE ledger_former_secrets"); err != nil {
		t.Fatal(err)
	}
	command := openShared(t, address, credits.Options{Existing: true})
	if balance, err := command.AddCredits(t.Context(), key.ID, 5); balance != 15 || err != nil {
		t.Errorf("AddCredits = %d, %v", balance, err)
	}
	if keys, err := command.Keys(t.Context()); err != nil || len(keys) != 1 {
		t.Errorf("Keys = %+v, %v", keys, err)
	}
	if got, err := command.Authenticate(t.Context(), key.Secret); err != nil || got.Balance != 15 {
		t.Errorf("Authenticate = %+v, %v", got, err)
	}
	if _, err := command.RotateKey(t.Context(), key.ID, 0); err == nil || !strings.Contains(err.Error(), "start the server on it once") {
		t.Errorf("RotateKey: %v", err)
	}
	if err := execute(t, address, "SELECT 1 FROM ledger_limits"); err == nil {
		t.Error("a command created the table of limits")
	}
	server := openShared(t, address, credits.Options{})
	if _, err := server.RotateKey(t.Context(), key.ID, 0); err != nil {
		t.Error(err)
	}
}

// TestSharedLockedKey: a debit of a locked row fails within the ledger's patience and
// charges nothing.
func TestSharedLockedKey(t *testing.T) {
	address := ledgertest.EmptyDatabase(t)
	ledger := openShared(t, address, credits.Options{Patience: 300 * time.Millisecond})
	key, err := ledger.CreateKey(t.Context(), "", 10, credits.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "BEGIN"); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "SELECT 1 FROM ledger_keys FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err = ledger.Debit(t.Context(), key.ID, "net", 1)
	if !errors.Is(err, credits.ErrUnavailable) || !strings.Contains(err.Error(), "did not respond in time") || time.Since(began) > 2*time.Second {
		t.Errorf("Debit of a locked key after %s: %v", time.Since(began), err)
	}
	if got, err := ledger.Authenticate(t.Context(), key.Secret); err != nil || got.Balance != 10 {
		t.Errorf("Authenticate = %+v, %v; want it to succeed", got, err)
	}
	if _, err := conn.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if left, err := ledger.Debit(t.Context(), key.ID, "net", 1); err != nil || left != 9 {
		t.Errorf("Debit afterwards = %d, %v; want 9", left, err)
	}
}

// TestStricterIsolation: under stricter isolation levels, conflicting transactions are
// retried and each credit is spent once.
func TestStricterIsolation(t *testing.T) {
	for _, level := range []string{"REPEATABLE READ", "SERIALIZABLE"} {
		t.Run(level, func(t *testing.T) {
			address := ledgertest.EmptyDatabase(t)
			var ledgers [3]*credits.Postgres
			for i := range ledgers {
				ledgers[i] = openShared(t, address, credits.Options{Patience: 20 * time.Second})
				ledgers[i].BeginWith("BEGIN ISOLATION LEVEL " + level)
			}
			key, err := ledgers[0].CreateKey(t.Context(), "", 150, credits.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			var succeeded atomic.Int64
			var all sync.WaitGroup
			for i := range 30 {
				all.Go(func() {
					for range 10 {
						switch _, err := ledgers[i%3].Debit(t.Context(), key.ID, "net", 1); {
						case err == nil:
							succeeded.Add(1)
						case !errors.Is(err, credits.ErrInsufficientCredits):
							t.Errorf("Debit: %v", err)
						}
					}
				})
			}
			all.Wait()
			if succeeded.Load() != 150 {
				t.Errorf("%d debits succeeded, want 150", succeeded.Load())
			}
			if report, err := ledgers[1].Verify(t.Context()); err != nil || !report.Sound() {
				t.Errorf("Verify = %+v, %v", report, err)
			}
			if _, err := ledgers[0].AddCredits(t.Context(), key.ID, 5); err != nil {
				t.Fatal(err)
			}
			var charged atomic.Int64
			for i := range 12 {
				all.Go(func() {
					wanted := credits.IdempotentRequest{KeyID: key.ID, IdempotencyKey: "k"}
					reservation, stored, err := ledgers[i%3].Reserve(t.Context(), wanted)
					if err == nil && stored == nil {
						_, err = ledgers[i%3].Complete(t.Context(), reservation, "net", 1, credits.Response{Status: 200})
						charged.Add(1)
					}
					if err != nil && !errors.Is(err, credits.ErrIdempotencyConflict) {
						t.Errorf("Reserve, Complete: %v", err)
					}
				})
			}
			all.Wait()
			if got, err := ledgers[2].Authenticate(t.Context(), key.Secret); charged.Load() != 1 || err != nil || got.Balance != 4 {
				t.Errorf("one idempotent request was charged %d times: %+v, %v", charged.Load(), got, err)
			}
		})
	}
}

// TestMigrations: a migration runs once; a failing one is skipped if it is optional
// and fails the start otherwise.
func TestMigrations(t *testing.T) {
	for _, c := range []struct {
		name, statements string
		optional         bool
		message          string
	}{
		{"a migration", "CREATE TABLE ledger_more (a BIGINT)", false, ""},
		{"an optional migration that fails", "CREATE TABLE ledger_more (a BIGINT); SELECT no_such_function()", true, ""},
		{"a required migration that fails", "CREATE TABLE ledger_more (a BIGINT); SELECT no_such_function()", false, "no_such_function"},
	} {
		t.Run(c.name, func(t *testing.T) {
			address := ledgertest.EmptyDatabase(t)
			key, err := openShared(t, address, credits.Options{}).CreateKey(t.Context(), "", 5, credits.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			defer credits.AddMigration(c.statements, c.optional)()
			for range 2 { // the second open has nothing to migrate
				ledger, err := credits.OpenPostgres(t.Context(), address, credits.Options{})
				if c.message != "" {
					if err == nil || !strings.Contains(err.Error(), c.message) {
						t.Errorf("OpenPostgres: %v, want %q", err, c.message)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				defer ledger.Close()
				wantBalance(t, ledger, key, 5)
			}
			if exists := execute(t, address, "SELECT 1 FROM ledger_more") == nil; exists != (c.name == "a migration") {
				t.Errorf("the new table exists: %t", exists)
			}
		})
	}
}
