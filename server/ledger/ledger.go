package ledger

import (
	"context"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

const (
	// MaxGrant is the maximum number of credits in one call of CreateKey or AddCredits.
	MaxGrant = 1_000_000_000_000
	// MaxDebit is the maximum number of credits in one call of Debit or Complete.
	MaxDebit = 1_000_000
	// MaxBalance is the maximum balance of a key. It is below 2^53, which every JSON
	// reader represents exactly.
	MaxBalance = 1_000_000_000_000_000
	// MaxNameLength is the maximum length of a key's name, in characters.
	MaxNameLength = 100
	// MaxOverlap is the maximum time for which a secret works after its rotation.
	MaxOverlap = 90 * 24 * time.Hour
	// MaxIdempotencyKeyLength is the maximum length of an Idempotency-Key, in bytes.
	MaxIdempotencyKeyLength = 255
	// ReplayWindow is how long a stored answer is replayed.
	ReplayWindow = 24 * time.Hour
	// ReservationLease is how long a reservation that is neither completed nor released
	// stays in force.
	ReservationLease = 10 * time.Second
)

// Ledger keeps API keys, their credits and the answers already charged. Every
// method is safe for concurrent use, and several processes may use one ledger
// at the same time. A method that returns without error has made its change durable.
// A failure of the database is an error that wraps ErrUnavailable and has changed
// nothing. If the outcome of a commit cannot be looked up in time, a committed debit is
// undone as soon as the database responds, and a committed answer is replayed to the
// client's retry.
type Ledger struct {
	store  *store
	writer *writer
	// cache has keys as Authenticate last read them, by the hash of their secret.
	cache  sync.Map
	probes singleflight.Group
}

// Options configures a ledger. The zero value is ready to use.
type Options struct {
	// Clock replaces the database's clock.
	Clock func() time.Time
	// Existing makes opening fail if there is no ledger, instead of creating one.
	Existing bool
	// Patience bounds how long a call waits for the file's lock or for the database;
	// 0 is five seconds for the file and three for the database.
	Patience time.Duration
	// OnLow, if set, is called for each key that a debit brings down to a tenth of its
	// credits or of its budget. It must return quickly.
	OnLow func(Low)
}

// start starts the ledger on a store that is ready.
func start(s *store, options Options) *Ledger {
	l := &Ledger{store: s, writer: newWriter(s, options.OnLow)}
	go l.writer.run()
	go l.writer.sweep()
	return l
}

// Close finishes the calls in progress, refuses later ones with ErrClosed, and closes
// the database. It may be called more than once.
func (l *Ledger) Close() error {
	l.writer.close()
	return l.store.close()
}

// read runs queries; after Close they fail in the driver.
func (l *Ledger) read(ctx context.Context, query func(rows querier) error) error {
	err := l.store.twice(ctx, func() error { return query(l.store.readers) })
	if err != nil && !isOutcome(err) && l.writer.closed() {
		return ErrClosed
	}
	return l.store.explained(err)
}

// IssuedKey is a new key, or a rotated one, with its secret, which is never shown again.
type IssuedKey struct {
	// ID names the key in lists and commands; it is not secret.
	ID string
	// Secret is what a client sends: "ps_live_" and 43 URL-safe characters.
	Secret string
	// Balance is the number of credits of the key.
	Balance int64
}

// Key is a key with the secret that a client sent.
type Key struct {
	ID string
	// Balance is the number of credits when Authenticate read the key.
	Balance int64
	// Left is what the key may spend now: its balance, or what is left of its monthly
	// budget where that is less. Renews is then the day on which the budget renews.
	Left   int64
	Renews string

	scopes string
	secret string
}

// Allows reports whether the key may be used for a scope.
func (k *Key) Allows(scope string) bool {
	return k.scopes == "" || slices.Contains(splitScopes(k.scopes), scope)
}

// KeyRecord is a key in a list.
type KeyRecord struct {
	ID      string
	Name    string
	Created time.Time
	Balance int64
	// Revoked is the time of the revocation, zero for a key in force.
	Revoked time.Time
	Limits  Limits
	// Spent is how much of this month's budget was spent.
	Spent int64
	// LastUsed is the last day (UTC, YYYY-MM-DD) with a charged call, empty
	// before the first.
	LastUsed string
}

// Usage is the number of calls of one operation charged to a key on one day.
type Usage struct {
	// Day is a day in UTC, YYYY-MM-DD, or a month, YYYY-MM, from a ledger of version 1.1.0.
	Day       string `json:"day"`
	Operation string `json:"operation"`
	Calls     int64  `json:"calls"`
}
