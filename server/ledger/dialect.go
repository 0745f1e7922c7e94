package ledger

import (
	"context"
	"database/sql"
	"time"
)

// dialect is what differs between SQLite and PostgreSQL. Everything else, each statement
// that is not here included, is the same for both.
type dialect struct {
	// begin begins a transaction that may write.
	begin string
	// now is the database's clock in Unix milliseconds.
	now string
	// lockKey ends a query of a key that no other process may change until the end of the
	// transaction; lockAll keeps them from creating the first one. SQLite holds one lock for
	// all from the start.
	lockKey, lockAll string
	// wait is how long to wait after a conflict before trying again.
	wait time.Duration
	// remote is set for a database that may fall silent: statements have a deadline.
	remote bool
	// schema is the statements that create the tables; version returns the version of
	// those that are there, 0 without any.
	schema  string
	version func(ctx context.Context, rows querier) (int, error)
	// beginSchema begins a transaction that changes tables, alone.
	beginSchema func(tx *transaction) error
	// judge says what the failure of a statement means, with its cause and remedy if they
	// are known.
	judge func(err error) (verdict, Fault)
}

// verdict says what the failure of a statement means.
type verdict int

const (
	// broken: the connection cannot be used any more. A COMMIT may have happened.
	broken verdict = iota
	// lost: the connection was lost before the statement was sent, or leads to a server
	// that no longer accepts changes. Another connection may work.
	lost
	// refused: the statement was refused and the transaction undone.
	refused
	// conflict: refused because of another transaction; may succeed if repeated.
	conflict
)

// querier runs queries: a database, a connection or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
