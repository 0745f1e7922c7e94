package ledger

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/payslate/payslate/server/ledger/ledgertest"
)

func openShared(t testing.TB, address string, options Options) *Ledger {
	t.Helper()
	ledger, err := OpenDatabase(context.Background(), address, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ledger.Close() })
	return ledger
}

func TestPostgres(t *testing.T) {
	testLedger(t, func(t *testing.T) opener {
		address := ledgertest.EmptyDatabase(t)
		return func(t *testing.T, clock func() time.Time) *Ledger {
			return openShared(t, address, Options{Clock: clock})
		}
	})
}

// TestPostgresWithoutPreparedStatements: a ledger works without prepared statements,
// which some connection poolers do not support.
func TestPostgresWithoutPreparedStatements(t *testing.T) {
	for _, mode := range []string{"exec", "simple_protocol"} {
		t.Run(mode, func(t *testing.T) {
			ledger := openShared(t, ledgertest.WithParameter(t, ledgertest.EmptyDatabase(t), "default_query_exec_mode", mode), Options{})
			key, err := ledger.CreateKey(t.Context(), "", 2, Limits{})
			if err != nil {
				t.Fatal(err)
			}
			reservation, _, err := ledger.Reserve(t.Context(), IdempotentRequest{Key: asKey(key), IdempotencyKey: "k"})
			if err != nil {
				t.Fatal(err)
			}
			left, err := ledger.Complete(t.Context(), reservation, "net", 1, Response{Body: []byte("\x00'")})
			if left != 1 || err != nil {
				t.Errorf("Complete = %d, %v", left, err)
			}
			_, stored, err := ledger.Reserve(t.Context(), IdempotentRequest{Key: asKey(key), IdempotencyKey: "k"})
			if err != nil || stored == nil || string(stored.Body) != "\x00'" {
				t.Errorf("Reserve = %+v, %v", stored, err)
			}
			var prepared int
			if err := idle(t, ledger).store.writer.conn.QueryRowContext(t.Context(), "SELECT count(*) FROM pg_prepared_statements").Scan(&prepared); err != nil || prepared != 0 {
				t.Errorf("%d prepared statements, %v", prepared, err)
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
				ledger, err := OpenDatabase(t.Context(), address, Options{})
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
		ledger := openShared(t, address, Options{})
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
			_, err := OpenDatabase(t.Context(), c.address, Options{})
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

// TestSharedLockedKey: a debit of a locked row fails within the ledger's patience and
// charges nothing.
func TestSharedLockedKey(t *testing.T) {
	address := ledgertest.EmptyDatabase(t)
	ledger := openShared(t, address, Options{})
	key := newKey(t, ledger, 10)
	hasty := openShared(t, address, Options{Patience: 300 * time.Millisecond})
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "BEGIN"); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "SELECT 1 FROM payslate_keys FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err = hasty.Debit(t.Context(), asKey(key), "net", 1)
	if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "did not respond in time") || time.Since(began) > 5*time.Second {
		t.Errorf("Debit of a locked key after %s: %v", time.Since(began), err)
	}
	if got, err := ledger.Authenticate(t.Context(), key.Secret); err != nil || got.Balance != 10 {
		t.Errorf("Authenticate = %+v, %v; want it to succeed", got, err)
	}
	if _, err := conn.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if left, err := ledger.Debit(t.Context(), asKey(key), "net", 1); err != nil || left != 9 {
		t.Errorf("Debit afterwards = %d, %v; want 9", left, err)
	}
}
