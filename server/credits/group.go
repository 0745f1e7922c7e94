package credits

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// group decides the requests of one transaction. It lists the rows that they touch,
// which the storage reads; decide applies the requests in memory, in the order of
// arrival; and the storage writes the outcome: one balance for each key, one entry for
// each key and operation, and the answers.
type group struct {
	requests []*request

	day string // of now
	// What the storage fills in.
	now     time.Time
	hadKeys bool // whether the ledger ever had a key; read if wantHadKeys

	low []Low // keys that the requests brought low

	wantHadKeys bool
	probes      int // number of probes among the requests
	keys        map[string]*keyState
	keyOrder    []*keyState // in the order of their first use
	answers     map[answerName]*answerState
	answerOrder []*answerState
}

// keyState is a key within a group, as it was read and as it is changed.
type keyState struct {
	id     string
	made   *newKey // by this group
	known  bool
	before int64 // the balance as it was read

	balance     int64
	revokedAt   int64 // Unix milliseconds, 0 for a key in force
	lastUsedDay string

	changed bool
	entries []entry
	sealed  int64 // number of the newest link of the key's chain
	head    []byte

	limits        limits
	limitsChanged bool
	rotations     []rotation
}

// entry is a row of the ledger: credits granted, spent or refunded.
type entry struct {
	kind      entryKind
	operation string
	delta     int64
	calls     int64

	number int64 // in the key's chain
	seal   []byte
}

type entryKind string

const (
	grantEntry  entryKind = "grant"
	debitEntry  entryKind = "debit"
	refundEntry entryKind = "refund"
)

func newGroup() group {
	return group{keys: map[string]*keyState{}, answers: map[answerName]*answerState{}}
}

// begin sets the requests and collects the rows that they touch.
func (g *group) begin(requests []*request) {
	g.requests = requests
	for _, r := range requests {
		switch r.kind {
		case reserveRequest:
			g.wantAnswer(r.idempotent.KeyID, r.idempotent.IdempotencyKey)
		case completeRequest, releaseRequest:
			g.wantAnswer(r.reservation.KeyID, r.reservation.IdempotencyKey)
		case probeRequest:
			g.probes++
		case createRequest:
			g.wantHadKeys = g.wantHadKeys || r.newKey.onlyFirst
		default:
			g.wantKey(r.keyID)
		}
	}
}

// end clears the requests and their rows.
func (g *group) end() {
	clear(g.keys)
	clear(g.keyOrder)
	clear(g.answers)
	clear(g.answerOrder)
	g.requests, g.keyOrder, g.answerOrder, g.wantHadKeys, g.probes, g.low = nil, g.keyOrder[:0], g.answerOrder[:0], false, 0, nil
}

func (g *group) wantKey(id string) {
	if g.keys[id] == nil {
		key := &keyState{id: id}
		g.keys[id] = key
		g.keyOrder = append(g.keyOrder, key)
	}
}

// forget discards what was read and decided, before the rows are read again.
func (g *group) forget() {
	kept := g.keyOrder[:0]
	for _, key := range g.keyOrder {
		if key.made != nil {
			delete(g.keys, key.id)
			continue
		}
		*key = keyState{id: key.id, entries: key.entries[:0]}
		kept = append(kept, key)
	}
	g.keyOrder = kept
	for _, answer := range g.answerOrder {
		*answer = answerState{name: answer.name}
	}
}

// found sets the key from its row.
func (key *keyState) found(balance, revokedAt int64, lastUsedDay string) {
	key.known, key.before = true, balance
	key.balance, key.revokedAt, key.lastUsedDay = balance, revokedAt, lastUsedDay
}

// decide sets the outcome of every request.
func (g *group) decide() {
	g.day, g.low = dayOf(g.now), nil
	for _, r := range g.requests {
		r.fail(nil)
		if r.kind != releaseRequest && r.ctx.Err() != nil {
			r.err = r.ctx.Err()
			continue
		}
		switch r.kind {
		case debitRequest:
			g.debit(r)
		case reserveRequest:
			g.reserve(r)
		case completeRequest:
			g.complete(r)
		case releaseRequest:
			g.release(r.reservation)
		case createRequest:
			g.create(r)
		case grantRequest:
			g.grant(r)
		case revokeRequest:
			g.revoke(r)
		case rotateRequest:
			g.rotate(r)
		case refundRequest:
			g.keys[r.keyID].refund(r.operation, r.credits, g.now)
		}
	}
	for _, key := range g.keyOrder {
		key.sealEntries(g.now)
	}
}

func (g *group) debit(r *request) {
	key := g.keys[r.keyID]
	if r.err = key.spendable(r.credits, g.now); r.err != nil {
		return
	}
	if r.rotations != unknownRotations && r.rotations != key.limits.rotations {
		r.err = ErrOtherSecret
		return
	}
	r.remaining = g.spend(key, r.operation, r.credits)
}

// usable returns an error unless the key exists and is not revoked.
func (key *keyState) usable() error {
	switch {
	case !key.known:
		return ErrUnknownKey
	case key.revokedAt != 0:
		return ErrRevokedKey
	}
	return nil
}

// spendable returns an error unless the key may spend the credits.
func (key *keyState) spendable(credits int64, now time.Time) error {
	if err := key.usable(); err != nil {
		return err
	}
	if key.limits.expired(now) {
		return ErrExpiredKey
	}
	if err := key.limits.afford(credits, now); err != nil {
		return err
	}
	if key.balance < credits {
		return &ShortError{Wanted: credits, Missing: credits - key.balance}
	}
	return nil
}

// spend takes credits and returns what is left.
func (g *group) spend(key *keyState, operation string, credits int64) int64 {
	if credits > 0 {
		key.enter(debitEntry, operation, -credits, credits)
		key.lastUsedDay = max(key.lastUsedDay, g.day)
		key.budgeted(credits, g.now)
		g.noteLow(key, credits)
	}
	return key.balance
}

// budgeted counts credits against the budget, if there is one.
func (key *keyState) budgeted(credits int64, now time.Time) {
	if key.limits.budget > 0 {
		key.limits.use(credits, now)
		key.limitsChanged = true
	}
}

// refund returns credits, even to a key that has been revoked.
func (key *keyState) refund(operation string, calls int64, now time.Time) {
	if key.known && calls > 0 {
		key.budgeted(-calls, now)
		key.enter(refundEntry, operation, calls, -calls)
	}
}

// enter changes the balance and records it, in one entry for each operation.
func (key *keyState) enter(kind entryKind, operation string, delta, calls int64) {
	key.changed = true
	key.balance += delta
	for i := range key.entries {
		if e := &key.entries[i]; e.kind == kind && e.operation == operation {
			e.delta += delta
			e.calls += calls
			return
		}
	}
	key.entries = append(key.entries, entry{kind: kind, operation: operation, delta: delta, calls: calls})
}

// dayOf is the UTC day of a time, as usage shows it.
func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// Debit implements Ledger.
func (b *books) Debit(ctx context.Context, keyID, operation string, credits int64) (int64, error) {
	if err := checkDebit(credits); err != nil {
		return 0, err
	}
	r := debits.Get().(*request)
	r.ctx, r.kind, r.keyID, r.operation, r.credits = ctx, debitRequest, keyID, operation, credits
	r.rotations = b.recollection.rotations(keyID)
	err := b.writer.submit(r)
	remaining := r.remaining
	*r = request{done: r.done}
	debits.Put(r)
	if errors.Is(err, ErrInsufficientCredits) || isRefusal(err) || errors.Is(err, ErrOtherSecret) {
		b.recollection.forget(keyID)
	}
	return remaining, err
}

// Refund implements Ledger.
func (b *books) Refund(ctx context.Context, keyID, operation string, credits int64) error {
	if err := checkDebit(credits); err != nil {
		return err
	}
	return b.writer.submit(&request{ctx: context.WithoutCancel(ctx), kind: refundRequest, keyID: keyID, operation: operation, credits: credits})
}

func checkDebit(credits int64) error {
	if credits < 0 || credits > MaxDebit {
		return fmt.Errorf("%w: a debit of %d credits; give a whole number from 0 to %d", ErrInvalidArgument, credits, int64(MaxDebit))
	}
	return nil
}

// debits is a pool of requests: the writer drops its reference to a request before
// it reports the outcome.
var debits = sync.Pool{New: func() any { return new(request) }}
