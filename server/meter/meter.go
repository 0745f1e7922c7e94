// Package meter is the way of a call from its sender to its answer, the same for REST,
// streams, batches and tools: identify → limits → reserve → answer → settle.
//
// Answer is that way for a call with one answer, Stream for one that is answered block by block.
// Transports bring the parts of a call and send what comes back.
//
// One rule of payment: an answer is paid once its debit is committed, and its first byte
// goes afterwards. Nothing is given back: who leaves then repeats the call under its
// Idempotency-Key and gets the answer for nothing.
package meter

import (
	"context"
	"strings"

	"github.com/payslate/payslate/server/ledger"
)

// Ledger is what the meter uses of a ledger.Ledger, which has the meaning of each call.
type Ledger interface {
	Identify(ctx context.Context, secret string) (ledger.Key, error)
	Authenticate(ctx context.Context, secret string) (ledger.Key, error)
	Debit(ctx context.Context, key ledger.Key, operation string, credits int64) (remaining int64, err error)
	Reserve(ctx context.Context, request ledger.IdempotentRequest) (ledger.Reservation, *ledger.StoredResponse, error)
	Complete(ctx context.Context, reservation ledger.Reservation, operation string, credits int64, response ledger.Response) (remaining int64, err error)
	Release(ctx context.Context, reservation ledger.Reservation) error
}

// Options configures a Meter.
type Options struct {
	// Ledger has the keys and credits; without one everybody is served, free of charge.
	Ledger Ledger
	// MarketplaceKey and MarketplaceHost are what a marketplace sends instead of a key; both
	// are empty without a marketplace.
	MarketplaceKey, MarketplaceHost string
	// RateLimit bounds the calls of each key; the zero RateLimit does not.
	RateLimit RateLimit
	// TopUp is the address where credits are to be had.
	TopUp string
	// OnDebit is told of each debit, OnStuck of a claim that could not be given up.
	OnDebit func(credits int64)
	OnStuck func(keyID string, cause error)
}

// Meter meters calls. It is safe for concurrent use.
type Meter struct {
	options     Options
	marketplace marketplace
	limits      *limits
	rooms       rooms
}

// New makes a Meter.
func New(options Options) *Meter {
	options.TopUp = strings.TrimRight(options.TopUp, "/") + "/"
	return &Meter{
		options: options, marketplace: newMarketplace(options.MarketplaceKey, options.MarketplaceHost),
		limits: newLimits(options.RateLimit), rooms: newRooms(),
	}
}

// Open reports whether everybody is served without a key.
func (m *Meter) Open() bool { return m.options.Ledger == nil }

// Marketplace reports whether a marketplace may call.
func (m *Meter) Marketplace() bool { return m.marketplace.configured }
