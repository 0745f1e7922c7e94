package credits_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/payslate/payslate/server/credits"
	"github.com/payslate/payslate/server/credits/ledgertest"
)

// databaseVariable names a PostgreSQL for these tests; .ci/postgres starts one.
const databaseVariable = "PAYSLATE_TEST_DATABASE_URL"

// emptyDatabase returns the address of a schema of its own, which goes with the
// test.
func emptyDatabase(t testing.TB) string {
	t.Helper()
	address := os.Getenv(databaseVariable)
	if address == "" {
		t.Skip("no database: set " + databaseVariable + `, such as to what ".ci/postgres start" prints`)
	}
	schema := "ledger_" + strings.ToLower(rand.Text())
	run := func(statement string) {
		conn, err := pgx.Connect(context.Background(), address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background())
		if _, err := conn.Exec(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE SCHEMA " + schema)
	t.Cleanup(func() { run("DROP SCHEMA " + schema + " CASCADE") })
	return withParameter(t, address, "search_path", schema)
}

func withParameter(t testing.TB, address, name, value string) string {
	t.Helper()
	location, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := location.Query()
	query.Set(name, value)
	location.RawQuery = query.Encode()
	return location.String()
}

func openShared(t testing.TB, address string, options credits.PostgresOptions) *credits.Postgres {
	t.Helper()
	ledger, err := credits.OpenPostgres(context.Background(), address, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ledger.Close() })
	return ledger
}

func TestPostgres(t *testing.T) {
	ledgertest.Run(t, func(t *testing.T) ledgertest.Store {
		address := emptyDatabase(t)
		return func(t *testing.T, clock func() time.Time) credits.Ledger {
			return openShared(t, address, credits.PostgresOptions{Clock: clock})
		}
	})
}

// TestPostgresWithoutPreparedStatements: as poolers between server and database
// may want it.
func TestPostgresWithoutPreparedStatements(t *testing.T) {
	for _, mode := range []string{"exec", "simple_protocol"} {
		t.Run(mode, func(t *testing.T) {
			ledger := openShared(t, withParameter(t, emptyDatabase(t), "default_query_exec_mode", mode), credits.PostgresOptions{})
			key, err := ledger.CreateKey(t.Context(), "", 2)
			if err != nil {
				t.Fatal(err)
			}
			reservation, _, err := ledger.Reserve(t.Context(), credits.IdempotentRequest{KeyID: key.ID, IdempotencyKey: "k"})
			if err != nil {
				t.Fatal(err)
			}
			left, err := ledger.Complete(t.Context(), reservation, "net", credits.Response{Status: 200, Body: []byte("\x00'")})
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

// TestServersStartAtOnce: the tables are made once, by whoever comes first.
func TestServersStartAtOnce(t *testing.T) {
	for range 3 {
		address := emptyDatabase(t)
		var all sync.WaitGroup
		for range 6 {
			all.Go(func() {
				ledger, err := credits.OpenPostgres(t.Context(), address, credits.PostgresOptions{})
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
		ledger := openShared(t, address, credits.PostgresOptions{})
		if keys, err := ledger.Keys(t.Context()); err != nil || len(keys) != 1 {
			t.Errorf("Keys = %+v, %v; want one", keys, err)
		}
	}
}

func TestSharedOpenFailures(t *testing.T) {
	address := emptyDatabase(t)
	location, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := func(change func(*url.URL)) string {
		changed := *location
		change(&changed)
		return changed.String()
	}
	for name, c := range map[string]struct{ address, say string }{
		"no address":       {"postgres://u:sesame@host:port/x", "write postgres://USER:PASSWORD@HOST:PORT/DATABASE"},
		"nobody there":     {elsewhere(func(u *url.URL) { u.Host = "127.0.0.1:1"; u.User = url.UserPassword("u", "sesame") }), "cannot be reached; start it"},
		"no such database": {elsewhere(func(u *url.URL) { u.Path = "/nowhere" }), "create it (createdb)"},
		"no such user":     {elsewhere(func(u *url.URL) { u.User = url.UserPassword("nobody", "sesame") }), "refuses the user"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := credits.OpenPostgres(t.Context(), c.address, credits.PostgresOptions{})
			if err == nil || !strings.Contains(err.Error(), c.say) || strings.Contains(err.Error(), "sesame") {
				t.Errorf("error %v, want %q and no password", err, c.say)
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
	address := emptyDatabase(t)
	ledger := openShared(t, address, credits.PostgresOptions{})
	key, err := ledger.CreateKey(t.Context(), "", 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"UPDATE ledger_entries SET delta = 11", "DELETE FROM ledger_entries", "TRUNCATE ledger_entries"} {
		if err := execute(t, address, statement); err == nil || !strings.Contains(err.Error(), "append-only") {
			t.Errorf("%s: %v; want a refusal", statement, err)
		}
	}
	if err := execute(t, address, "UPDATE ledger_keys SET balance = -1"); err == nil {
		t.Error("a negative balance was taken")
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
	if _, err := credits.OpenPostgres(t.Context(), address, credits.PostgresOptions{}); err == nil || !strings.Contains(err.Error(), "use a newer program") {
		t.Errorf("a newer program's ledger: %v", err)
	}
}

// TestSharedLockedKey: a lock that is not given back is a failure within the
// ledger's patience, and charges nothing.
func TestSharedLockedKey(t *testing.T) {
	address := emptyDatabase(t)
	ledger := openShared(t, address, credits.PostgresOptions{Patience: 300 * time.Millisecond})
	key, err := ledger.CreateKey(t.Context(), "", 10)
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
	_, err = ledger.Debit(t.Context(), key.ID, "net")
	if !errors.Is(err, credits.ErrUnavailable) || !strings.Contains(err.Error(), "does not answer in time") || time.Since(began) > 2*time.Second {
		t.Errorf("Debit of a locked key after %s: %v", time.Since(began), err)
	}
	if got, err := ledger.Authenticate(t.Context(), key.Secret); err != nil || got.Balance != 10 {
		t.Errorf("Authenticate = %+v, %v; reads go on", got, err)
	}
	if _, err := conn.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if left, err := ledger.Debit(t.Context(), key.ID, "net"); err != nil || left != 9 {
		t.Errorf("Debit afterwards = %d, %v; want 9", left, err)
	}
}
