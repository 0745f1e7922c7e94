package credits

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"
)

const (
	// MaxGrant is the most credits that one call of CreateKey or AddCredits may
	// hand out.
	MaxGrant = 1_000_000_000_000
	// MaxDebit is the most credits that one call of Debit or Complete may take.
	MaxDebit = 1_000_000
	// MaxBalance is the most credits that a key may hold, below 2^53 so that
	// every JSON reader shows it exactly.
	MaxBalance = 1_000_000_000_000_000
	// MaxNameLength is the longest name of a key, in characters.
	MaxNameLength = 100
	// MaxOverlap is the longest time for which a secret outlives its rotation.
	MaxOverlap = 90 * 24 * time.Hour
	// MaxIdempotencyKeyLength is the longest Idempotency-Key, in bytes.
	MaxIdempotencyKeyLength = 255
	// ReplayWindow is how long a stored answer is given again.
	ReplayWindow = 24 * time.Hour
	// ReservationLease is how long a reservation keeps others out when the
	// process that made it neither completes nor releases it.
	ReservationLease = 10 * time.Second
)

// Ledger keeps API keys, their credits and the answers already charged. Every
// method is safe for concurrent use, and several processes may use one ledger
// at the same time: no balance is cached. A method that returns without error
// has made its change durable. Any failure of the storage itself is an error
// that wraps ErrUnavailable and has changed nothing. Where it cannot be known in
// time whether a commit happened, a debit that did is given back as soon as the
// storage answers, and a completed answer is there for the client's retry.
type Ledger interface {
	// CreateKey makes a key with the credits (0 to MaxGrant) and a name, which
	// may be empty, and limits what it may do. The secret it returns is stored nowhere.
	CreateKey(ctx context.Context, name string, credits int64, limits Limits) (IssuedKey, error)

	// RotateKey gives a key another secret. The secrets before it work for the
	// overlap, 0 to MaxOverlap, unless they end earlier already.
	// Errors: ErrUnknownKey, ErrRevokedKey, ErrExpiredKey, ErrInvalidArgument.
	RotateKey(ctx context.Context, keyID string, overlap time.Duration) (IssuedKey, error)

	// EnsureFirstKey makes a key with the credits if the ledger has never had
	// one, and reports whether it did. Of several processes that start at once
	// exactly one creates it.
	EnsureFirstKey(ctx context.Context, name string, credits int64) (key IssuedKey, created bool, err error)

	// Keys lists all keys, oldest first, revoked ones included.
	Keys(ctx context.Context) ([]KeyRecord, error)

	// AddCredits adds 1 to MaxGrant credits and returns the new balance.
	// Errors: ErrUnknownKey, ErrRevokedKey, ErrInvalidArgument.
	AddCredits(ctx context.Context, keyID string, credits int64) (balance int64, err error)

	// RevokeKey ends a key for good, at once and for every process; its entries
	// stay. Revoking a revoked key changes nothing. Errors: ErrUnknownKey.
	RevokeKey(ctx context.Context, keyID string) error

	// Authenticate returns the key of a secret with what it may still spend,
	// read from the ledger after the call began: a revocation by another process
	// takes effect at once. Errors: ErrUnknownKey, ErrRevokedKey, ErrExpiredKey.
	Authenticate(ctx context.Context, secret string) (Key, error)

	// Recall returns the key of a secret from the key cache, without reading the ledger
	// and so without a balance. The key was valid and had credits when Authenticate
	// last read it. Only Authenticate, Debit, Reserve or Complete find out whether that
	// still holds: call one of them before answering.
	Recall(secret string) (key Key, known bool)

	// Debit takes credits for the operation, one for each result of the call, and
	// returns what is left after exactly this call: all of them or, where the key
	// has fewer, none. A context that ends before the debit is taken up charges
	// nothing; once taken up it runs to its end and its outcome is returned
	// even if the context has ended.
	// Errors: *ShortError, *BudgetError, ErrUnknownKey, ErrRevokedKey, ErrExpiredKey,
	// ErrInvalidArgument, and ErrOtherSecret if Authenticate must be called first.
	Debit(ctx context.Context, keyID, operation string, credits int64) (remaining int64, err error)

	// Refund gives back what Debit took, for results that could not be sent, also
	// to a key that was revoked meanwhile. It works on an ended context too.
	// Errors: ErrInvalidArgument.
	Refund(ctx context.Context, keyID, operation string, credits int64) error

	// Reserve claims an Idempotency-Key of the API key for one request. It
	// returns either a reservation, to be ended by Complete or Release, or the
	// stored answer of the same request, which is to be sent again without any
	// debit. Errors: ErrIdempotencyConflict (another request under this
	// Idempotency-Key, or the same one still in flight), ErrInsufficientCredits
	// (nothing stored and nothing left to spend; no reservation was made),
	// ErrUnknownKey, ErrRevokedKey, ErrExpiredKey, ErrInvalidArgument.
	Reserve(ctx context.Context, request IdempotentRequest) (Reservation, *StoredResponse, error)

	// Complete takes credits, as Debit does, and stores the answer in the same
	// transaction: there is no charge without the answer and no answer without
	// the charge. After an error nothing was charged; Release the reservation
	// then, which does no harm if it ended already. Errors: those of Debit, and
	// ErrIdempotencyConflict when the lease ran out and another request took the
	// Idempotency-Key over.
	Complete(ctx context.Context, reservation Reservation, operation string, credits int64, response Response) (remaining int64, err error)

	// Release gives a reservation up without a charge, so that the same
	// Idempotency-Key may be used again. It works on an ended context too: a
	// request that failed because its client left must still free its key.
	Release(ctx context.Context, reservation Reservation) error

	// Usage sums the calls charged to a key by day (UTC), or by month where entries
	// were folded, and operation, in this order. Errors: ErrUnknownKey.
	Usage(ctx context.Context, keyID string) ([]Usage, error)

	// Seal adopts entries without a seal, which a server of version 1.0.0 wrote,
	// and lists them by key.
	Seal(ctx context.Context) ([]Loose, error)

	// Verify recomputes every balance from the entries, follows their seals, and checks the storage
	// itself. Findings are in the report; an error means that verification was not possible.
	Verify(ctx context.Context) (VerifyReport, error)

	// Ping reports whether the ledger responds and accepts commits: by the outcome of
	// recent commits, or else by a commit that changes nothing.
	Ping(ctx context.Context) error

	// Batches returns what this process has committed so far.
	Batches() Batches

	// Close finishes the calls under way, refuses later ones with ErrClosed, and
	// closes the storage.
	Close() error
}

// IssuedKey is a key at the only moment when its secret is known.
type IssuedKey struct {
	// ID names the key in lists and commands; it is not secret.
	ID string
	// Secret is what a client sends: "ps_live_" and 43 URL-safe characters.
	Secret string
	// Balance is the credits it was created with.
	Balance int64
}

// Key is an authenticated key.
type Key struct {
	ID      string
	Balance int64
	// Renews is the day on which a used-up monthly budget renews; empty while some
	// of it is left.
	Renews string

	scopes string
}

// Allows reports whether the key may be used for a scope.
func (k *Key) Allows(scope string) bool {
	return k.scopes == "" || slices.Contains(splitScopes(k.scopes), scope)
}

// KeyRecord is what a list shows of a key.
type KeyRecord struct {
	ID      string
	Name    string
	Created time.Time
	Balance int64
	// Revoked is the time of the revocation, zero for a key in force.
	Revoked time.Time
	Limits  Limits
	// Spent is what was spent of the budget of this month.
	Spent int64
	// LastUsed is the last day (UTC, YYYY-MM-DD) with a charged call, empty
	// before the first.
	LastUsed string
}

// RequestDigest identifies a request by its operation and exact body.
type RequestDigest [sha256.Size]byte

// DigestRequest digests a request, so that one Idempotency-Key does not pass
// from one operation or body to another.
func DigestRequest(operation string, body []byte) RequestDigest {
	hash := sha256.New()
	var length [8]byte
	binary.BigEndian.PutUint64(length[:], uint64(len(operation)))
	hash.Write(length[:])
	hash.Write([]byte(operation))
	hash.Write(body)
	return RequestDigest(hash.Sum(nil))
}

// IdempotentRequest is a request that carries an Idempotency-Key.
type IdempotentRequest struct {
	// KeyID is the API key that pays; two API keys never share an
	// Idempotency-Key.
	KeyID string
	// IdempotencyKey is the client's header: 1 to MaxIdempotencyKeyLength
	// visible ASCII characters.
	IdempotencyKey string
	Digest         RequestDigest
	// Secret is that of the API key. What is stored can be read with it alone, so a
	// repeat with another secret of the key is a conflict.
	Secret string
}

// Reservation is a claim on an Idempotency-Key, good for ReservationLease.
type Reservation struct {
	KeyID          string
	IdempotencyKey string
	// Token distinguishes this claim from a later one on the same Idempotency-Key.
	Token string

	secret string
}

// Response is an answer to be stored.
type Response struct {
	Status int
	// Header holds the fields that belong to the answer, such as Content-Type;
	// not those of one transmission.
	Header map[string]string
	Body   []byte
}

// StoredResponse is an answer that was charged before.
type StoredResponse struct {
	Response
	// Remaining is the balance right after that charge.
	Remaining int64
	// Balance is what the key holds when the answer is given again.
	Balance int64
}

// Usage is the calls of one operation charged to a key on one day.
type Usage struct {
	// Day is a day in UTC, YYYY-MM-DD, or a month, YYYY-MM, whose entries were folded.
	Day       string `json:"day"`
	Operation string `json:"operation"`
	Calls     int64  `json:"calls"`
}

// VerifyReport is the outcome of Verify.
type VerifyReport struct {
	Keys    int64
	Entries int64
	// Epoch is that of an embedded ledger.
	Epoch Epoch
	// Differences lists the keys whose balance is not the sum of its entries.
	Differences []Difference
	// Damage lists faults that the storage reports, such as a corrupt page.
	Damage []string
}

// Sound reports whether nothing was found.
func (r VerifyReport) Sound() bool { return len(r.Differences) == 0 && len(r.Damage) == 0 }

// Difference is a key whose balance disagrees with its entries.
type Difference struct {
	KeyID   string `json:"key_id"`
	Balance int64  `json:"balance"`
	Entries int64  `json:"entries"`
}
