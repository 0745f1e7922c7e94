package ledger

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/payslate/payslate/server/ledger/ledgertest"
)

// wantPing waits until Ping succeeds or, if message is not empty, fails with that
// message.
func wantPing(t *testing.T, ledger *Ledger, message string) {
	t.Helper()
	var err error
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		err = ledger.Ping(ctx)
		cancel()
		if err == nil && message == "" || err != nil && message != "" && strings.Contains(err.Error(), message) {
			return
		}
	}
	t.Fatalf("Ping: %v, want %q", err, message)
}

// TestPingFollowsCommits: Ping fails right after a failed debit and succeeds right after
// a successful one.
func TestPingFollowsCommits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	key := ledgerWithKey(t, path)
	ledger := open(t, path, Options{})
	rows := openRaw(t, path)
	if _, err := rows.Exec("CREATE TRIGGER stop BEFORE INSERT ON payslate_usage BEGIN SELECT RAISE(ABORT, 'no entry'); END"); err != nil {
		t.Fatal(err)
	}
	wantPing(t, ledger, "") // the probe does not insert entries
	if _, err := ledger.Debit(t.Context(), asKey(key), "net", 1); err == nil {
		t.Fatal("the debit succeeded")
	}
	if err := ledger.Ping(t.Context()); err == nil || !strings.Contains(err.Error(), "no entry") {
		t.Errorf("Ping after a failed debit: %v", err)
	}
	if _, err := rows.Exec("DROP TRIGGER stop"); err != nil {
		t.Fatal(err)
	}
	if _, err := ledger.Debit(t.Context(), asKey(key), "net", 1); err != nil {
		t.Fatal(err)
	}
	if err := ledger.Ping(t.Context()); err != nil {
		t.Errorf("Ping after a debit: %v", err)
	}
}

// TestPingOfTheDatabase: without any other call, Ping finds a revoked privilege and a
// lock that is held too long.
func TestPingOfTheDatabase(t *testing.T) {
	address := ledgertest.EmptyDatabase(t)
	owner := openShared(t, address, Options{})
	wantPing(t, owner, "")
	for _, statement := range []string{"DROP ROLE IF EXISTS ledger_clerk", "CREATE ROLE ledger_clerk LOGIN",
		`DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %1$I TO ledger_clerk; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %1$I TO ledger_clerk', current_schema()); END $$`} {
		if err := execute(t, address, statement); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		_ = execute(t, address, "DROP OWNED BY ledger_clerk; DROP ROLE ledger_clerk") // the database is discarded anyway
	})
	location, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	location.User = url.User("ledger_clerk")
	clerk := openShared(t, location.String(), Options{Patience: 500 * time.Millisecond})
	wantPing(t, clerk, "")
	if err := execute(t, address, "REVOKE INSERT ON payslate_commits FROM ledger_clerk"); err != nil {
		t.Fatal(err)
	}
	wantPing(t, clerk, "lacks a privilege")
	if err := execute(t, address, "GRANT INSERT ON payslate_commits TO ledger_clerk"); err != nil {
		t.Fatal(err)
	}
	wantPing(t, clerk, "")
	conn, err := pgx.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "BEGIN; LOCK TABLE payslate_commits IN SHARE MODE"); err != nil {
		t.Fatal(err)
	}
	wantPing(t, clerk, "did not respond in time")
	if _, err := conn.Exec(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	wantPing(t, clerk, "")
}

// TestNewerProgram: a ledger whose schema version becomes too new refuses debits until
// the version is set back.
func TestNewerProgram(t *testing.T) {
	onBoth(t, func(t *testing.T, place func(Options) *Ledger) {
		ledger := place(Options{})
		key := newKey(t, ledger, 10)
		rows, err := ledger.writer.store.connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer rows.conn.Close()
		for _, c := range []struct{ version, message string }{{"99", "use a newer program"}, {"4", ""}} {
			if _, err := rows.conn.ExecContext(t.Context(), "UPDATE ledger_schema SET version = "+c.version); err != nil {
				t.Fatal(err)
			}
			if _, err := ledger.Debit(t.Context(), asKey(key), "net", 1); (err == nil) != (c.message == "") || err != nil && !strings.Contains(err.Error(), c.message) {
				t.Errorf("Debit in a ledger of version %s: %v", c.version, err)
			}
			wantPing(t, ledger, c.message)
		}
	})
}
