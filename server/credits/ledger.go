package credits

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"
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
// at the same time: no balance is cached. A method that returns without error
// has made its change durable. Any failure of the storage itself is an error
// that wraps ErrUnavailable and has changed nothing. If the outcome of a commit
// cannot be looked up in time, a committed debit is refunded as soon as the storage
// responds, and a committed answer is replayed to the client's retry.
type Ledger interface {
	// CreateKey creates a key with 0 to MaxGrant credits, limits and a name, which may be
	// empty. The secret that it returns is not stored.
	CreateKey(ctx context.Context, name string, credits int64, limits Limits) (IssuedKey, error)

	// RotateKey gives a key a new secret. Its former secrets work for the overlap, 0 to
	// MaxOverlap, unless they expire earlier.
	// Errors: ErrUnknownKey, ErrRevokedKey, ErrExpiredKey, ErrInvalidArgument.
	RotateKey(ctx context.Context, keyID string, overlap time.Duration) (IssuedKey, error)

	// EnsureFirstKey creates a key with the credits if the ledger has never had a key,
	// and reports whether it did. If several processes start at once, exactly one
	// creates the key.
	EnsureFirstKey(ctx context.Context, name string, credits int64) (key IssuedKey, created bool, err error)

	// Keys lists all keys, oldest first, revoked ones included.
	Keys(ctx context.Context) ([]KeyRecord, error)

	// AddCredits adds 1 to MaxGrant credits and returns the new balance.
	// Errors: ErrUnknownKey, ErrRevokedKey, ErrInvalidArgument.
	AddCredits(ctx context.Context, keyID string, credits int64) (balance int64, err error)

	// RevokeKey revokes a key permanently, at once and for every process; its entries
	// are kept. Revoking a revoked key changes nothing. Errors: ErrUnknownKey.
	RevokeKey(ctx context.Context, keyID string) error

	// Authenticate returns the key of a secret with its balance, read from the ledger
	// after the call began: a revocation by another process
	// takes effect at once. Errors: ErrUnknownKey, ErrRevokedKey, ErrExpiredKey.
	Authenticate(ctx context.Context, secret string) (Key, error)

	// Recall returns the key of a secret from the key cache, without reading the ledger
	// and so without a balance. The key was valid and had credits when Authenticate
	// last read it. Authenticate, Debit, Reserve and Complete check whether that is
	// still true: call one of them before answering.
	Recall(secret string) (key Key, known bool)

	// Debit takes credits for the operation, one for each result of the call, and
	// returns the balance after exactly this call. If the key has too few credits,
	// none are taken. If the context ends before the debit begins, nothing is charged;
	// a debit that has begun is finished, and its outcome is returned even if the
	// context has ended.
	// Errors: *ShortError, *BudgetError, ErrUnknownKey, ErrRevokedKey, ErrExpiredKey,
	// ErrInvalidArgument, and ErrOtherSecret if Authenticate must be called first.
	Debit(ctx context.Context, keyID, operation string, credits int64) (remaining int64, err error)

	// Refund returns credits that Debit took for results that could not be sent, even to
	// a key that has been revoked. It works even if the context has ended.
	// Errors: ErrInvalidArgument.
	Refund(ctx context.Context, keyID, operation string, credits int64) error

	// Reserve reserves an Idempotency-Key of the API key for one request. It returns
	// either a reservation, to be ended by Complete or Release, or the stored answer
	// of the same request, which is to be sent again without a debit. Errors: ErrIdempotencyConflict (another request with this
	// Idempotency-Key, or the same one still in flight), ErrInsufficientCredits
	// (no stored answer and no credits left; nothing was reserved),
	// ErrUnknownKey, ErrRevokedKey, ErrExpiredKey, ErrInvalidArgument.
	Reserve(ctx context.Context, request IdempotentRequest) (Reservation, *StoredResponse, error)

	// Complete takes credits, as Debit does, and stores the answer in the same
	// transaction, so neither happens without the other. After an error nothing was
	// charged; call Release, which has no effect if the reservation has ended. Errors:
	// those of Debit, and ErrIdempotencyConflict if the lease expired and another
	// request took over the Idempotency-Key.
	Complete(ctx context.Context, reservation Reservation, operation string, credits int64, response Response) (remaining int64, err error)

	// Release ends a reservation without a charge, so the Idempotency-Key may be used
	// again. It works even if the context has ended: a request whose client has
	// disconnected must still free its Idempotency-Key.
	Release(ctx context.Context, reservation Reservation) error

	// Usage counts the calls charged to a key by day (UTC), or by month for folded
	// entries, and operation, in this order. Errors: ErrUnknownKey.
	Usage(ctx context.Context, keyID string) ([]Usage, error)

	// Seal adopts entries without a seal, which a server of version 1.0.0 wrote,
	// and lists them by key.
	Seal(ctx context.Context) ([]Loose, error)

	// Verify recomputes every balance from the entries, checks their seals and checks the
	// storage itself. Findings are in the report; an error means that verification was not possible.
	Verify(ctx context.Context) (VerifyReport, error)

	// Ping returns an error unless the ledger responds and accepts commits. It uses the
	// outcome of recent commits or, without one, a commit that changes nothing.
	Ping(ctx context.Context) error

	// Batches returns the statistics of this process's commits.
	Batches() Batches

	// Close finishes the calls in progress, refuses later ones with ErrClosed, and
	// closes the storage.
	Close() error
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

// Key is an authenticated key.
type Key struct {
	ID      string
	Balance int64
	// Left is what the key may spend now: its balance, or what is left of its monthly
	// budget where that is less. Renews is then the day on which the budget renews.
	Left   int64
	Renews string

	scopes string
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

// RequestDigest identifies a request by its operation and exact body.
type RequestDigest [sha256.Size]byte

// DigestRequest returns the digest of a request, which binds an Idempotency-Key to one
// operation and body.
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
	// Secret is the secret of the API key. The stored answer can only be decrypted with
	// it, so a repeat with another secret of the key is a conflict.
	Secret string
}

// Reservation reserves an Idempotency-Key for ReservationLease.
type Reservation struct {
	KeyID          string
	IdempotencyKey string
	// Token distinguishes this reservation from a later one of the same Idempotency-Key.
	Token string

	secret string
}

// Response is an answer to be stored.
type Response struct {
	Status int
	// Header has the fields of the answer, such as Content-Type, without those of a single
	// transmission.
	Header map[string]string
	Body   []byte
}

// StoredResponse is an answer that was charged before.
type StoredResponse struct {
	Response
	// Remaining is the balance right after that charge.
	Remaining int64
	// Balance is the balance of the key at the time of the replay.
	Balance int64
}

// Usage is the number of calls of one operation charged to a key on one day.
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
	// Epoch is the epoch of an embedded ledger.
	Epoch Epoch
	// Differences lists the keys whose balance is not the sum of its entries.
	Differences []Difference
	// Damage lists faults that the storage reports, such as a corrupt page.
	Damage []string
}

// Sound reports whether there are no findings.
func (r VerifyReport) Sound() bool { return len(r.Differences) == 0 && len(r.Damage) == 0 }

// Difference is a key whose balance disagrees with its entries.
type Difference struct {
	KeyID   string `json:"key_id"`
	Balance int64  `json:"balance"`
	Entries int64  `json:"entries"`
}
