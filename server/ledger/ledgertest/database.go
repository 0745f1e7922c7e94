// Package ledgertest provides a database for tests.
package ledgertest

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// DatabaseVariable is the environment variable with the address of a PostgreSQL server for
// these tests, which .ci/postgres can start.
const DatabaseVariable = "PAYSLATE_TEST_DATABASE_URL"

// EmptyDatabase returns the address of a new schema, which is dropped at the end of the
// test.
func EmptyDatabase(t testing.TB) string {
	t.Helper()
	address := os.Getenv(DatabaseVariable)
	if address == "" {
		t.Skip("no database: set " + DatabaseVariable + `, such as to what ".ci/postgres start" prints`)
	}
	schema := "ledger_" + strings.ToLower(rand.Text())
	run := func(statement string) {
		t.Helper()
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
	return WithParameter(t, address, "search_path", schema)
}

// WithParameter returns the address with one more parameter.
func WithParameter(t testing.TB, address, name, value string) string {
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
