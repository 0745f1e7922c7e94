package credits

import (
	"context"
	"database/sql"
	"time"

	"golang.org/x/sync/singleflight"
)

// Options configures a ledger. The zero value is ready to use.
type Options struct {
	// Clock gives the time of entries and of expiry. The default is time.Now for an
	// embedded ledger and the database's clock for a shared one.
	Clock func() time.Time
	// Existing makes opening fail if the file or database has no ledger of this version,
	// instead of creating one. Reservations and epochs are then left to the server.
	Existing bool
	// Patience bounds how long a call waits for the file's lock or for the database;
	// 0 is five seconds for the file and three for the database.
	Patience time.Duration
	// KeepMonths is how many months before the present one are exempt from folding by
	// month; 0 turns folding off.
	KeepMonths int
	// OnLow, if set, is called for each key that a debit brings down to a tenth of its
	// credits or of its budget. It must return quickly.
	OnLow func(Low)
}

// storage keeps the rows of a ledger, in SQLite or PostgreSQL. A group decides what a
// request may do.
type storage interface {
	// transact reads the rows of the group, calls decide to change them in memory, and
	// writes them, all in one transaction that keeps others from changing these rows.
	// After a conflict with another process it reads and decides again. After an error
	// nothing has changed. It returns within a bounded time and is called by
	// one goroutine.
	transact(g *group, decide func()) error
	// change applies maintenance in one transaction, with the time of the ledger's
	// clock. After an error nothing has changed.
	change(ctx context.Context, apply func(ctx context.Context, rows changer, now time.Time) error) error
	// authenticate reads the keys that have these secrets.
	authenticate(hashes []secretHash, found func(hash secretHash, c credential)) error
	// read runs a query for a report.
	read(ctx context.Context, query func(ctx context.Context, rows querier) error) error
	// verify adds the storage's own checks to a report.
	verify(ctx context.Context, rows querier, report *VerifyReport) error
	// time returns the present time, by the ledger's clock where it is available.
	time() time.Time
	// ping reports whether the storage responds.
	ping(ctx context.Context) error
	// explain adds the cause and the remedy to a failure.
	explain(err error) error
	// disconnect releases what transact holds. It is called after the last transact.
	disconnect() error
}

// credential is the key of a secret.
type credential struct {
	id               string
	balance, revoked int64 // revoked is when, 0 for a key in force
	ends             int64 // of a secret that a rotation has replaced, 0 for the present one
	limits           limits
	now              time.Time // when it was read
}

// columns returns the targets for scanning a row, except for the time.
func (c *credential) columns() []any {
	return []any{&c.id, &c.balance, &c.revoked, &c.ends, &c.limits.expires, &c.limits.scopes, &c.limits.budget, &c.limits.month,
		&c.limits.spent, &c.limits.rotations}
}

// querier runs queries: a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// books is a Ledger on a storage: everything that does not depend on how rows are kept.
type books struct {
	storage       storage
	writer        *writer
	authenticator *authenticator
	recollection  *recollection
	probes        singleflight.Group
	has           extras
}

// extras lists the parts of the schema that version 1.0.0 lacks and that are present.
// A server adds them when it opens the ledger.
type extras struct {
	limits bool // limits and former secrets
	seals  bool // seals and checkpoints
}

// open starts the books on a storage that is ready.
func (b *books) open(s storage, has extras, options Options) {
	b.storage, b.has = s, has
	b.writer = newWriter(s)
	b.writer.onLow = options.OnLow
	if has.seals {
		b.writer.folding.months = options.KeepMonths
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
