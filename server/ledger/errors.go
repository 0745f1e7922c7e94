package ledger

import (
	"errors"
	"fmt"
)

// The outcomes that callers distinguish, with errors.Is.
var (
	// ErrUnknownKey: no key has this secret or id.
	ErrUnknownKey error = refusal("unknown key")
	// ErrRevokedKey: the key was revoked. Clients get the error code of an unknown key.
	ErrRevokedKey error = refusal("the key is revoked")
	// ErrExpiredKey: the key or its secret has expired. Clients get the error code of an
	// unknown key.
	ErrExpiredKey error = refusal("the key has expired")
	// ErrInsufficientCredits: the key has no credits left; nothing was charged.
	ErrInsufficientCredits error = refusal("no credits left; add credits to the key")
	// ErrIdempotencyConflict: the Idempotency-Key belongs to another request;
	// nothing was charged.
	ErrIdempotencyConflict error = refusal("the Idempotency-Key belongs to another request")
	// ErrIdempotencyInProgress: the same request is still in flight; nothing was
	// charged.
	ErrIdempotencyInProgress error = refusal("the same request is still in flight")
	// ErrInvalidArgument: a value is out of bounds, which is the caller's mistake.
	ErrInvalidArgument error = refusal("invalid argument")
	// ErrUnavailable: the database failed; any charge is undone, or its answer is
	// stored for a retry.
	ErrUnavailable = errors.New("the ledger is unavailable")
	// ErrClosed: the ledger was closed. It wraps ErrUnavailable.
	ErrClosed = fmt.Errorf("%w: it is closed", ErrUnavailable)
)

// Fault is why a ledger is unavailable and what to do. It contains no path and no
// address, and may be shown to clients.
type Fault string

func (f Fault) Error() string { return string(f) }

// ShortError is returned when a key has too few credits, or its monthly budget falls short;
// nothing was charged. It wraps ErrInsufficientCredits.
type ShortError struct {
	// Wanted is the number of credits that the call needed, Missing the number that the
	// key lacked.
	Wanted, Missing int64
	// Renews is the day on which the budget renews, YYYY-MM-DD; empty if the credits are
	// too few.
	Renews string
}

func (e *ShortError) Error() string {
	if e.Renews != "" {
		return fmt.Sprintf("credits missing in the monthly budget: %d; it renews on %s", e.Missing, e.Renews)
	}
	return fmt.Sprintf("credits missing: %d; add credits to the key", e.Missing)
}

// Unwrap returns ErrInsufficientCredits.
func (e *ShortError) Unwrap() error { return ErrInsufficientCredits }

// refusal is an outcome that answers a request, and not a failure.
type refusal string

func (r refusal) Error() string { return string(r) }

func isOutcome(err error) bool { return errors.As(err, new(refusal)) }

// The reasons why a file or database cannot be opened or used.
const (
	faultForeign Fault = "this is a database of another program; choose another data folder"
	faultNone    Fault = "there is no ledger; create one with keys create, or name the right one with --data or --database-url"
	faultOlder   Fault = "the ledger is of version 1.0 or 1.1; start version 1.2 on it once, which upgrades it, and then this version again"
	faultNewer   Fault = "a newer program has upgraded the ledger; use a newer program"
	faultDoubt   Fault = "the connection broke during a commit; if you were changing a key, check keys list before you try again"
)
