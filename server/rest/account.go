package rest

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"

	"github.com/payslate/payslate/server/ledger"
	"github.com/payslate/payslate/server/operations"
)

// Ledger is what the server uses of a ledger.Ledger, which has the meaning of each call.
type Ledger interface {
	Recall(secret string) (key ledger.Key, known bool)
	Authenticate(ctx context.Context, secret string) (ledger.Key, error)
	Debit(ctx context.Context, key ledger.Key, operation string, credits int64) (remaining int64, err error)
	Refund(ctx context.Context, keyID, operation string, credits int64) error
	Reserve(ctx context.Context, request ledger.IdempotentRequest) (ledger.Reservation, *ledger.StoredResponse, error)
	Complete(ctx context.Context, reservation ledger.Reservation, operation string, credits int64, response ledger.Response) (remaining int64, err error)
	Release(ctx context.Context, reservation ledger.Reservation) error
	Ping(ctx context.Context) error
	Batches() ledger.Batches
}

// account is what a call is charged to: a key, or nothing here.
type account struct {
	key ledger.Key
	// unmetered is set for a marketplace, which does its own charging, and for a
	// visitor of the page without a key. visitor is that one's bucket.
	unmetered bool
	visitor   string
	// secret is what the client sent; recalled is set while the key comes from the key
	// cache only.
	secret   string
	recalled bool
}

// marketplace recognises the requests of a marketplace by its key and host. The zero
// marketplace recognises none.
type marketplace struct {
	configured bool
	key, host  [sha256.Size]byte
}

func newMarketplace(key, host string) marketplace {
	return marketplace{configured: key != "" && host != "", key: sha256.Sum256([]byte(key)), host: sha256.Sum256([]byte(host))}
}

// sent reports whether a request comes from the marketplace. It compares digests in
// constant time, so the time reveals nothing, not even a length.
func (m *marketplace) sent(header http.Header) bool {
	if !m.configured {
		return false
	}
	sentKey := header.Get("X-Marketplace-Key")
	if sentKey == "" {
		return false
	}
	key, host := sha256.Sum256([]byte(sentKey)), sha256.Sum256([]byte(header.Get("X-Marketplace-Host")))
	return subtle.ConstantTimeCompare(key[:], m.key[:])&subtle.ConstantTimeCompare(host[:], m.host[:]) == 1
}

// apiKeyHeader is X-API-Key as net/http spells it.
const apiKeyHeader = "X-Api-Key"

// secret is the API key that a request carries, empty if it has none.
func secret(header http.Header) string {
	if key := strings.TrimSpace(header.Get(apiKeyHeader)); key != "" {
		return key
	}
	scheme, key, found := strings.Cut(strings.TrimSpace(header.Get("Authorization")), " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(key)
}

// open reports whether everybody is served without a key.
func (s *Server) open() bool { return s.ledger == nil }

// account returns what a request is charged to. A key in the key cache is not read
// again: the debit reports whether it is still valid, and prove checks it where there is
// no debit.
func (s *Server) account(ctx context.Context, header http.Header) (account, error) {
	if s.open() || s.marketplace.sent(header) {
		return account{unmetered: true}, nil
	}
	secret := secret(header)
	if secret == "" {
		return account{}, operations.Fail("missing_key", "buy_credits", s.publicURL+"/")
	}
	if _, repeatable := header[idempotencyHeader]; !repeatable {
		if key, known := s.ledger.Recall(secret); known {
			return account{key: key, secret: secret, recalled: true}, nil
		}
	}
	key, err := s.ledger.Authenticate(ctx, secret)
	return account{key: key, secret: secret}, s.ledgerFailure(err)
}

// prove checks a cached key and its balance in the ledger, for an outcome without a
// debit.
func (call *call) prove(ctx context.Context) error {
	if !call.account.recalled {
		return nil
	}
	if err := call.authenticate(ctx); err != nil {
		return err
	}
	return call.solvent()
}

// authenticate checks a cached key in the ledger.
func (call *call) authenticate(ctx context.Context) error {
	if !call.account.recalled {
		return nil
	}
	key, err := call.server.ledger.Authenticate(ctx, call.account.secret)
	if err != nil {
		return call.server.ledgerFailure(err)
	}
	call.account.key, call.account.recalled = key, false
	return nil
}

// insufficient names the missing credits of a call that wants several, and the day on
// which a used-up budget renews.
func (s *Server) insufficient(err error) error {
	short, topUp := &ledger.ShortError{}, s.publicURL+"/"
	switch _ = errors.As(err, &short); {
	case short.Renews != "":
		return operations.Fail("budget_used_up", "missing", short.Missing, "renews", short.Renews, "top_up", topUp)
	case short.Wanted > 1:
		return operations.Fail("missing_credits", "missing", short.Missing, "top_up", topUp)
	}
	return operations.Fail("insufficient_credits", "top_up", topUp)
}

// ledgerFailure turns the ledger's outcomes into failures for the client. Other errors
// are faults of the service and are returned unchanged.
func (s *Server) ledgerFailure(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ledger.ErrUnknownKey), errors.Is(err, ledger.ErrRevokedKey):
		return operations.Fail("invalid_key")
	case errors.Is(err, ledger.ErrExpiredKey):
		return operations.Fail("expired_key")
	case errors.Is(err, ledger.ErrInsufficientCredits):
		return s.insufficient(err)
	case errors.Is(err, ledger.ErrIdempotencyInProgress):
		return operations.Fail("idempotency_in_progress")
	case errors.Is(err, ledger.ErrIdempotencyConflict):
		return operations.Fail("idempotency_conflict")
	default:
		return err
	}
}
