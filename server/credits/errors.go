package credits

import (
	"errors"
	"fmt"
)

// The outcomes that callers distinguish, with errors.Is.
var (
	// ErrUnknownKey: no key has this secret or id.
	ErrUnknownKey = errors.New("unknown key")
	// ErrRevokedKey: the key was revoked. Clients get the error code of an unknown key.
	ErrRevokedKey = errors.New("the key is revoked")
	// ErrExpiredKey: the key has expired. Clients get the error code of an unknown key.
	ErrExpiredKey = errors.New("the key has expired")
	// ErrOtherSecret: the secret was rotated after it was cached; Authenticate checks
	// whether it still works. Nothing was charged.
	ErrOtherSecret = errors.New("the key has another secret since it was read")
	// ErrInsufficientCredits: the key has no credits left; nothing was charged.
	ErrInsufficientCredits = errors.New("no credits left; add credits to the key")
	// ErrIdempotencyConflict: the Idempotency-Key belongs to another request;
	// nothing was charged.
	ErrIdempotencyConflict = errors.New("the Idempotency-Key belongs to another request")
	// ErrIdempotencyInProgress: the same request is still in flight; nothing was
	// charged. It wraps ErrIdempotencyConflict.
	ErrIdempotencyInProgress error = &refinedError{"the same request is still in flight", ErrIdempotencyConflict}
	// ErrInvalidArgument: a value is out of bounds, which is the caller's mistake.
	ErrInvalidArgument = errors.New("invalid argument")
	// ErrUnavailable: the storage failed; any charge is refunded, or its answer is
	// stored for a retry.
	ErrUnavailable = errors.New("the ledger is unavailable")
	// ErrClosed: the ledger was closed. It wraps ErrUnavailable.
	ErrClosed error = &refinedError{"the ledger is closed", ErrUnavailable}
)

// ShortError is returned when a key has too few credits; nothing was charged. It
// wraps ErrInsufficientCredits.
type ShortError struct {
	// Wanted is the number of credits that the call needed, Missing the number that the
	// key lacked.
	Wanted, Missing int64
}

func (e *ShortError) Error() string {
	return fmt.Sprintf("credits missing: %d; add credits to the key", e.Missing)
}

// Unwrap returns ErrInsufficientCredits.
func (e *ShortError) Unwrap() error { return ErrInsufficientCredits }

// BudgetError is returned when the monthly budget of a key falls short; nothing was
// charged. It wraps ErrInsufficientCredits.
type BudgetError struct {
	ShortError
	// Renews is the day on which the budget renews, YYYY-MM-DD.
	Renews string
}

func (e *BudgetError) Error() string {
	return fmt.Sprintf("credits missing in the monthly budget: %d; it renews on %s", e.Missing, e.Renews)
}

// refinedError is a special case of another error, with its own text.
type refinedError struct {
	text string
	of   error
}

func (e *refinedError) Error() string { return e.text }
func (e *refinedError) Unwrap() error { return e.of }

// isRefusal reports whether the error means that the key is not valid.
func isRefusal(err error) bool {
	return errors.Is(err, ErrUnknownKey) || errors.Is(err, ErrRevokedKey) || errors.Is(err, ErrExpiredKey)
}

var errNewerLedger = errors.New("use a newer program")

// newerLedger returns the error for a ledger that a newer program has migrated. Servers
// check the version in each transaction, so none writes to an unknown schema.
func newerLedger(version, known int) error {
	if version <= known {
		return nil
	}
	return fmt.Errorf("the ledger has version %d and this program supports versions up to %d; %w", version, known, errNewerLedger)
}

// isOutcome reports whether an error needs no explanation by the storage.
func isOutcome(err error) bool {
	for _, outcome := range []error{ErrUnknownKey, ErrRevokedKey, ErrExpiredKey, ErrOtherSecret, ErrInsufficientCredits, ErrIdempotencyConflict,
		ErrInvalidArgument, ErrUnavailable} {
		if errors.Is(err, outcome) {
			return true
		}
	}
	return false
}
