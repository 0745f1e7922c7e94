package credits

import (
	"context"
	"database/sql"
	"time"
)

// storage keeps the rows of a ledger; SQLite and PostgreSQL each have one. What
// a request may do is decided outside of it, by a group.
type storage interface {
	// transact reads the rows that the group wants, lets decide say what becomes
	// of them, and makes that durable, all in one transaction during which nobody
	// else changes these rows. After a conflict with another process it reads and
	// decides again. After an error nothing of the group happened. It comes back
	// within a bounded time and is called by one goroutine.
	transact(g *group, decide func()) error
	// change makes a change that no request asked for, in one transaction, at a time
	// by the ledger's clock. After an error nothing of it happened.
	change(ctx context.Context, apply func(ctx context.Context, rows changer, now time.Time) error) error
	// authenticate reads the keys that have these secrets.
	authenticate(hashes []secretHash, found func(hash secretHash, c credential)) error
	// read runs a query for a report.
	read(ctx context.Context, query func(ctx context.Context, rows querier) error) error
	// verify adds to a report what only this storage can say of itself.
	verify(ctx context.Context, rows querier, report *VerifyReport) error
	// time is the present time, by the ledger's clock where that is at hand.
	time() time.Time
	// ping asks for a sign of life.
	ping(ctx context.Context) error
	// explain says of a failure what is wrong and what to do.
	explain(err error) error
	// disconnect ends what transact holds; it comes after the last transact.
	disconnect() error
}

// credential is what a secret leads to.
type credential struct {
	id               string
	balance, revoked int64 // revoked is when, 0 for a key in force
	ends             int64 // of a secret that a rotation has replaced, 0 for the present one
	limits           limits
	now              time.Time // when it was read
}

// columns is where the columns of a secret's row go, but not the time.
func (c *credential) columns() []any {
	return []any{&c.id, &c.balance, &c.revoked, &c.ends, &c.limits.expires, &c.limits.scopes, &c.limits.budget, &c.limits.month,
		&c.limits.spent, &c.limits.rotations}
}

// querier runs queries: a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// books is a Ledger on a storage: everything but how rows are kept.
type books struct {
	storage       storage
	writer        *writer
	authenticator *authenticator
	recollection  *recollection
	prober        prober
	has           extras
}

// extras says what of the schema is there that version 1.0.0 does not make. It is
// missing in a ledger that no server of this version has opened yet.
type extras struct {
	limits bool // limits and former secrets
	seals  bool // seals and checkpoints
}

// open starts the books on a storage that is ready. onLow, if it is set, is told of
// keys that come down to a tenth of their credits.
func (b *books) open(s storage, has extras, onLow func(Low), keepMonths int) {
	b.storage, b.has = s, has
	b.writer = newWriter(s)
	b.writer.onLow = onLow
	if has.seals {
		b.writer.folding.months = keepMonths
	}
	b.authenticator = &authenticator{storage: s, waiting: map[secretHash]*lookup{}}
	b.recollection = newRecollection()
	go b.writer.run()
}

// readError explains a failed read; reads after Close fail in the driver.
func (b *books) readError(err error) error {
	if b.writer.closed() {
		return ErrClosed
	}
	return b.storage.explain(err)
}
