package ledger

import (
	"errors"
	"sync"
	"testing"
	"time"
)

// store opens ledgers on one storage. Each call returns a separate handle, as another
// process would have. The suite closes the ledgers it opens.
type opener func(t *testing.T, clock func() time.Time) *Ledger

// testLedger runs the suite that every ledger must pass, whatever its storage; newStore
// creates an empty storage for each test. The cases are in suite_keys_test.go,
// suite_limits_test.go, suite_debits_test.go and suite_idempotency_test.go;
// suite_model_test.go compares random histories with a ledger in plain maps.
func testLedger(t *testing.T, newStore func(t *testing.T) opener) {
	for _, c := range []struct {
		name string
		run  func(t *testing.T, s *place)
	}{
		{"a new key authenticates and its secret is shown once", testCreateKey},
		{"arguments out of bounds are refused", testBounds},
		{"the first key is created once by several processes", testFirstKey},
		{"a revocation applies at once in another process", testRevocation},
		{"a key is recalled until the ledger refuses it", testIdentify},
		{"keys authenticate concurrently until they are revoked", testManyAuthenticate},
		{"64 callers make exactly 1,000 calls with 1,000 credits, each with its own balance", testConcurrentDebits},
		{"a batch is charged whole or not at all", testBatches},
		{"an ended context is not charged", testEndedContext},
		{"a restart keeps everything", testRestart},
		{"closing finishes the accepted requests", testClose},
		{"usage is by day and operation", testUsage},
		{"a key expires", testExpiringKey},
		{"a key is restricted to its scopes", testScopes},
		{"two processes spend a budget exactly, and it renews", testBudget},
		{"a rotated key has two secrets during the overlap", testRotation},
		{"an idempotent request is charged once", testReplay},
		{"an Idempotency-Key admits one request at a time", testIdempotencyMatrix},
		{"two processes complete one idempotent request once", testIdempotentRace},
		{"an expired lease can be taken over and then not completed", testLease},
		{"a stored answer expires", testExpiry},
		{"an answer without credit is not stored", testCompleteWithoutCredit},
		{"random histories agree with a model", testModel},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &place{t: t, opener: newStore(t), now: time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)}
			c.run(t, s)
			s.verify()
		})
	}
}

// storage is the storage of one test, with the clock that its ledgers share.
type place struct {
	t      *testing.T
	opener opener
	mu     sync.Mutex
	now    time.Time
}

func (s *place) open() *Ledger {
	s.t.Helper()
	ledger := s.opener(s.t, s.clock)
	s.t.Cleanup(func() { ledger.Close() })
	return ledger
}

func (s *place) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *place) advance(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// verify ends every test: the balances must match the entries.
func (s *place) verify() {
	s.t.Helper()
	report, err := s.open().Verify(s.t.Context())
	if err != nil || !report.Sound() {
		s.t.Errorf("Verify = %+v, %v; want a sound ledger", report, err)
	}
}

// asKey is what Authenticate returns for a key, without asking.
func asKey(key IssuedKey) Key { return Key{ID: key.ID, secret: key.Secret} }

func newKey(t *testing.T, ledger *Ledger, balance int64) IssuedKey {
	t.Helper()
	return limitedKey(t, ledger, balance, Limits{})
}

func wantBalance(t *testing.T, ledger *Ledger, key IssuedKey, want int64) {
	t.Helper()
	got, err := ledger.Authenticate(t.Context(), key.Secret)
	if err != nil || got.ID != key.ID || got.Balance != want {
		t.Errorf("Authenticate = %+v, %v; want %s with %d credits", got, err, key.ID, want)
	}
}

func wantError(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", what, err, want)
	}
}

// parallel runs n copies of f at once and waits for them.
func parallel(n int, f func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { f(i) })
	}
	all.Wait()
}
