package ledger

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// model is a ledger in plain maps, without storage, concurrency or crashes. It gives
// the expected outcome of each call.
type model struct {
	keys    map[string]*modelKey
	answers map[string]*modelAnswer // by API key and Idempotency-Key
}

type modelKey struct {
	balance int64
	calls   int64
	revoked bool
}

type modelAnswer struct {
	body    string
	expires time.Time
	token   string
	stored  bool
}

func (m *model) spendable(keyID string, amount int64) error {
	switch key := m.keys[keyID]; {
	case key.revoked:
		return ErrRevokedKey
	case key.balance < amount:
		return &ShortError{Wanted: amount, Missing: amount - key.balance}
	}
	return nil
}

func (m *model) spend(keyID string, amount int64) int64 {
	m.keys[keyID].balance -= amount
	m.keys[keyID].calls += amount
	return m.keys[keyID].balance
}

func (m *model) debit(keyID string, amount int64) (int64, error) {
	if err := m.spendable(keyID, amount); err != nil {
		return 0, err
	}
	return m.spend(keyID, amount), nil
}

// reserve returns the answer to replay, an error, or neither for a new reservation.
func (m *model) reserve(request IdempotentRequest, now time.Time) (*modelAnswer, error) {
	if m.keys[request.Key.ID].revoked {
		return nil, ErrRevokedKey
	}
	if answer := m.answers[request.Key.ID+request.IdempotencyKey]; answer != nil && now.Before(answer.expires) {
		switch {
		case answer.body != string(request.Body):
			return nil, ErrIdempotencyConflict
		case !answer.stored:
			return nil, ErrIdempotencyInProgress
		}
		return answer, nil
	}
	return nil, m.spendable(request.Key.ID, 1)
}

func (m *model) complete(r Reservation, amount int64, now time.Time) (int64, error) {
	answer := m.answers[r.key.ID+r.idempotencyKey]
	mine := answer != nil && answer.token == r.token && !answer.stored
	if !mine {
		return 0, ErrIdempotencyConflict
	}
	if err := m.spendable(r.key.ID, amount); err != nil {
		delete(m.answers, r.key.ID+r.idempotencyKey)
		return 0, err
	}
	answer.stored, answer.expires = true, now.Add(ReplayWindow)
	return m.spend(r.key.ID, amount), nil
}

func (m *model) release(r Reservation) {
	if answer := m.answers[r.key.ID+r.idempotencyKey]; answer != nil && answer.token == r.token && !answer.stored {
		delete(m.answers, r.key.ID+r.idempotencyKey)
	}
}

// history is a random sequence of calls to two ledgers on one storage.
type history struct {
	t            *testing.T
	s            *place
	random       *rand.Rand
	ledgers      []*Ledger
	model        *model
	keys         []IssuedKey
	reservations []Reservation
}

func testModel(t *testing.T, s *place) {
	for seed := range uint64(4) {
		h := &history{t: t, s: s, random: rand.New(rand.NewPCG(seed, 1)), ledgers: []*Ledger{s.open(), s.open()},
			model: &model{keys: map[string]*modelKey{}, answers: map[string]*modelAnswer{}}}
		for range 3 {
			h.create()
		}
		for step := range 250 {
			if what, got, want := h.step(); got != want {
				t.Fatalf("seed %d, step %d, %s: %s, want %s", seed, step, what, got, want)
			}
		}
		h.compare()
	}
}

func (h *history) create() {
	balance := h.random.Int64N(20)
	key := newKey(h.t, h.ledgers[0], balance)
	h.keys = append(h.keys, key)
	h.model.keys[key.ID] = &modelKey{balance: balance}
}

func outcome(value any, err error) string { return fmt.Sprintf("%v (%v)", value, err) }

// step makes one random call and returns its outcome and the model's.
func (h *history) step() (what, got, want string) {
	ctx := h.t.Context()
	ledger := h.ledgers[h.random.IntN(len(h.ledgers))]
	key := h.keys[h.random.IntN(len(h.keys))]
	if len(h.reservations) == 0 {
		h.reservations = append(h.reservations, Reservation{key: asKey(key), idempotencyKey: "never", token: "reserved"})
	}
	reservation := h.reservations[h.random.IntN(len(h.reservations))]
	amount := []int64{1, 1, 1, 0, 2, 5}[h.random.IntN(6)] // batches cost more than one credit
	switch n := h.random.IntN(100); {
	case n < 30:
		remaining, err := ledger.Debit(ctx, asKey(key), operation, amount)
		wantRemaining, wantErr := h.model.debit(key.ID, amount)
		return "debit", outcome(remaining, err), outcome(wantRemaining, wantErr)
	case n < 55:
		return h.reserve(ledger, key)
	case n < 75:
		remaining, err := ledger.Complete(ctx, reservation, operation, amount, Response{})
		wantRemaining, wantErr := h.model.complete(reservation, amount, h.s.clock())
		return "complete", outcome(remaining, err), outcome(wantRemaining, wantErr)
	case n < 80:
		h.model.release(reservation)
		return "release", outcome(nil, ledger.Release(ctx, reservation)), outcome(nil, nil)
	case n < 88:
		h.s.advance(ReservationLease / 3)
	case n < 90:
		h.s.advance(ReplayWindow / 2)
	case n < 91:
		h.model.keys[key.ID].revoked = true
		return "revoke", outcome(nil, ledger.RevokeKey(ctx, key.ID)), outcome(nil, nil)
	case n < 92:
		h.create()
	default:
		return h.authenticate(ledger, key)
	}
	return "", "", ""
}

func (h *history) reserve(ledger *Ledger, key IssuedKey) (what, got, want string) {
	wanted := sent(key, fmt.Sprint("k", h.random.IntN(3)), fmt.Sprint("body ", h.random.IntN(5)/4))
	reservation, stored, err := ledger.Reserve(h.t.Context(), wanted)
	wantStored, wantErr := h.model.reserve(wanted, h.s.clock())
	got, want = outcome(nil, err), outcome(nil, wantErr)
	if stored != nil {
		got = outcome(stored.Balance, err)
	}
	if wantStored != nil {
		want = outcome(h.model.keys[key.ID].balance, wantErr)
	}
	if err == nil && stored == nil {
		h.reservations = append(h.reservations, reservation)
		h.model.answers[key.ID+wanted.IdempotencyKey] = &modelAnswer{body: string(wanted.Body), token: reservation.token,
			expires: h.s.clock().Add(ReservationLease)}
	}
	return "reserve", got, want
}

func (h *history) authenticate(ledger *Ledger, key IssuedKey) (what, got, want string) {
	authenticated, err := ledger.Authenticate(h.t.Context(), key.Secret)
	expected := h.model.keys[key.ID]
	if expected.revoked {
		return "authenticate", outcome(authenticated, err), outcome(Key{}, ErrRevokedKey)
	}
	return "authenticate", outcome(authenticated, err), outcome(Key{ID: key.ID, Balance: expected.balance, Left: expected.balance, secret: key.Secret}, nil)
}

// compare checks balances and usage at the end of a history.
func (h *history) compare() {
	h.t.Helper()
	listed, err := h.ledgers[0].Keys(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	var spent int64
	for _, record := range listed {
		expected := h.model.keys[record.ID]
		if expected == nil {
			continue // from an earlier history
		}
		usage, err := h.ledgers[1].Usage(h.t.Context(), record.ID)
		if err != nil {
			h.t.Fatal(err)
		}
		var calls int64
		for _, u := range usage {
			calls += u.Calls
		}
		spent += calls
		if record.Balance != expected.balance || record.Revoked.IsZero() == expected.revoked || calls != expected.calls {
			h.t.Errorf("%+v with %d calls, want %+v", record, calls, *expected)
		}
	}
	if spent == 0 {
		h.t.Error("the history spent no credits")
	}
}
