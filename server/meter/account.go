package meter

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/ledger"
)

// Sender is what is known of the sender of a request.
type Sender struct {
	// Header is that of the request, which has the key.
	Header http.Header
	// Address is where the request comes from: an address, or the network of one subscriber.
	Address func() string
}

// account is who pays for a call, and whose calls and bodies are counted.
type account struct {
	key ledger.Key
	// metered is set where a key pays. Nobody does without a ledger, or for what is free; a
	// marketplace does its own charging.
	metered     bool
	marketplace bool
	// owner is whose calls are limited together: a key, or an address without one.
	owner string
}

// addressOwner is the owner that an address is.
func addressOwner(address string) string { return "address " + address }

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

// account finds out who pays. Of a key from memory only the id and the scopes are certain,
// unless it is to be read anew: its debit tells whether it is in force.
func (m *Meter) account(ctx context.Context, sender Sender, anew bool) (account, error) {
	if m.Open() {
		return account{owner: addressOwner(sender.Address())}, nil
	}
	if m.marketplace.sent(sender.Header) {
		return account{marketplace: true}, nil
	}
	secret := secret(sender.Header)
	if secret == "" {
		return account{}, operations.Fail("missing_key", "buy_credits", m.options.TopUp)
	}
	find := m.options.Ledger.Identify
	if anew {
		find = m.options.Ledger.Authenticate
	}
	key, err := find(ctx, secret)
	return account{key: key, metered: true, owner: key.ID}, m.told(err)
}

// solvent refuses an account that has nothing left to spend.
func (m *Meter) solvent(a *account) error {
	if a.metered && a.key.Left <= 0 {
		return m.short(a, 1)
	}
	return nil
}

// short is the failure of an account that lacks credits for some results.
func (m *Meter) short(a *account, results int64) error {
	return m.insufficient(&ledger.ShortError{Wanted: results, Missing: results - a.key.Left, Renews: a.key.Renews})
}

// insufficient names the missing credits of a call that wants several, and the day on
// which a used-up budget renews.
func (m *Meter) insufficient(err error) error {
	short := &ledger.ShortError{}
	switch _ = errors.As(err, &short); {
	case short.Renews != "":
		return operations.Fail("budget_used_up", "missing", short.Missing, "renews", short.Renews, "top_up", m.options.TopUp)
	case short.Wanted > 1:
		return operations.Fail("missing_credits", "missing", short.Missing, "top_up", m.options.TopUp)
	}
	return operations.Fail("insufficient_credits", "top_up", m.options.TopUp)
}

// told turns the ledger's outcomes into failures for the client. Other errors are faults of
// the service and are returned unchanged.
func (m *Meter) told(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ledger.ErrUnknownKey), errors.Is(err, ledger.ErrRevokedKey):
		return operations.Fail("invalid_key")
	case errors.Is(err, ledger.ErrExpiredKey):
		return operations.Fail("expired_key")
	case errors.Is(err, ledger.ErrInsufficientCredits):
		return m.insufficient(err)
	case errors.Is(err, ledger.ErrIdempotencyInProgress):
		return operations.Fail("idempotency_in_progress")
	case errors.Is(err, ledger.ErrIdempotencyConflict):
		return operations.Fail("idempotency_conflict")
	default:
		return err
	}
}
