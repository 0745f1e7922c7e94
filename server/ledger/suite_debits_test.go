package ledger

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func testConcurrentDebits(t *testing.T, s *place) {
	ledger := s.open()
	key, other := newKey(t, ledger, 1000), newKey(t, ledger, 500)
	var mu sync.Mutex
	left := map[IssuedKey]map[int64]bool{key: {}, other: {}}
	parallel(64, func(int) {
		for range 25 {
			for each := range left {
				remaining, err := ledger.Debit(t.Context(), asKey(each), "net", 1)
				if errors.Is(err, ErrInsufficientCredits) {
					continue
				}
				mu.Lock()
				if err != nil || left[each][remaining] {
					t.Errorf("Debit = %d, %v; want each balance once", remaining, err)
				}
				left[each][remaining] = true
				mu.Unlock()
			}
		}
	})
	if len(left[key]) != 1000 || len(left[other]) != 500 {
		t.Errorf("%d and %d of 1,600 calls succeeded, want 1,000 and 500", len(left[key]), len(left[other]))
	}
	wantBalance(t, ledger, key, 0)
	wantBalance(t, ledger, other, 0)
	_, err := ledger.Debit(t.Context(), Key{ID: "key_none"}, "net", 1)
	wantError(t, "Debit of an unknown key", err, ErrUnknownKey)
}

// testBatches: a call is charged for all its results or for none.
func testBatches(t *testing.T, s *place) {
	ledger, other := s.open(), s.open()
	key := newKey(t, ledger, 100)
	var succeeded atomic.Int64
	parallel(10, func(i int) {
		for range 5 {
			_, err := []*Ledger{ledger, other}[i%2].Debit(t.Context(), asKey(key), "batch", 7)
			var short *ShortError
			switch {
			case err == nil:
				succeeded.Add(1)
			case !errors.As(err, &short) || short.Wanted != 7 || short.Missing != 5:
				t.Errorf("Debit: %v", err)
			}
		}
	})
	if succeeded.Load() != 14 {
		t.Errorf("%d debits of 7 credits succeeded on 100 credits, want 14", succeeded.Load())
	}
	wantBalance(t, other, key, 2)
	reservation, _, err := ledger.Reserve(t.Context(), sent(key, "k", "body"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = ledger.Complete(t.Context(), reservation, "batch", 3, Response{})
	wantError(t, "Complete", err, ErrInsufficientCredits)
	wantBalance(t, other, key, 2)
	for _, credits := range []int64{-1, 1 << 40} {
		_, err := ledger.Debit(t.Context(), asKey(key), "batch", credits)
		wantError(t, "an amount out of bounds", err, ErrInvalidArgument)
	}
	if left, err := ledger.Debit(t.Context(), asKey(key), "batch", 0); left != 2 || err != nil {
		t.Errorf("Debit of 0 credits = %d, %v", left, err)
	}
	usage, err := ledger.Usage(t.Context(), key.ID)
	if err != nil || len(usage) != 1 || usage[0].Calls != 98 {
		t.Errorf("Usage = %+v, %v", usage, err)
	}
}

func testEndedContext(t *testing.T, s *place) {
	ledger := s.open()
	key := newKey(t, ledger, 5)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := ledger.Debit(ended, asKey(key), "net", 1)
	wantError(t, "Debit", err, context.Canceled)
	_, _, err = ledger.Reserve(ended, sent(key, "k", "body"))
	wantError(t, "Reserve", err, context.Canceled)
	reservation, _, err := ledger.Reserve(t.Context(), sent(key, "k", "body"))
	if err != nil {
		t.Fatalf("Reserve after one with an ended context: %v", err)
	}
	_, err = ledger.Complete(ended, reservation, "net", 1, Response{})
	wantError(t, "Complete", err, context.Canceled)
	if err := ledger.Release(ended, reservation); err != nil {
		t.Errorf("Release must work on an ended context: %v", err)
	}
	if _, _, err := ledger.Reserve(t.Context(), sent(key, "k", "body")); err != nil {
		t.Errorf("Reserve after Release: %v", err)
	}
	wantBalance(t, ledger, key, 5)
}

func testRestart(t *testing.T, s *place) {
	ledger := s.open()
	key := newKey(t, ledger, 10)
	revoked := newKey(t, ledger, 10)
	if _, err := ledger.Debit(t.Context(), asKey(key), "net", 1); err != nil {
		t.Fatal(err)
	}
	if err := ledger.RevokeKey(t.Context(), revoked.ID); err != nil {
		t.Fatal(err)
	}
	answer := complete(t, ledger, key, "k", "body")
	before, err := ledger.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := ledger.Close(); err != nil {
		t.Fatal(err)
	}
	ledger = s.open()
	after, err := ledger.Keys(t.Context())
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("Keys = %+v, %v; want %+v", after, err, before)
	}
	wantBalance(t, ledger, key, 8)
	_, err = ledger.Authenticate(t.Context(), revoked.Secret)
	wantError(t, "Authenticate", err, ErrRevokedKey)
	wantReplay(t, ledger, key, "k", "body", answer)
}

func testClose(t *testing.T, s *place) {
	ledger := s.open()
	key := newKey(t, ledger, 10_000)
	var succeeded atomic.Int64
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			for {
				switch _, err := ledger.Debit(t.Context(), asKey(key), "net", 1); {
				case err == nil:
					succeeded.Add(1)
				case errors.Is(err, ErrClosed):
					return
				default:
					t.Errorf("Debit: %v", err)
					return
				}
			}
		})
	}
	for succeeded.Load() < 50 {
		time.Sleep(time.Millisecond)
	}
	if err := ledger.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	all.Wait()
	_, err := ledger.Authenticate(t.Context(), key.Secret)
	wantError(t, "Authenticate", err, ErrClosed)
	_, err = ledger.CreateKey(t.Context(), "", 1, Limits{})
	wantError(t, "CreateKey", err, ErrUnavailable)
	wantError(t, "Ping", ledger.Ping(t.Context()), ErrClosed)
	if err := ledger.Close(); err != nil {
		t.Errorf("a second Close: %v", err)
	}
	wantBalance(t, s.open(), key, 10_000-succeeded.Load())
}

func testUsage(t *testing.T, s *place) {
	ledger := s.open()
	key, other := newKey(t, ledger, 100), newKey(t, ledger, 100)
	debit := func(key IssuedKey, operation string, calls int) {
		for range calls {
			if _, err := ledger.Debit(t.Context(), asKey(key), operation, 1); err != nil {
				t.Fatal(err)
			}
		}
	}
	debit(key, "net", 3)
	debit(key, "gross", 1)
	debit(other, "net", 7)
	s.advance(12*time.Hour - time.Millisecond)
	debit(key, "net", 1)
	s.advance(time.Millisecond)
	debit(key, "net", 2)
	complete(t, ledger, key, "k", "body")
	s.advance(-time.Millisecond) // the clock is set back
	debit(key, "net", 1)

	got, err := ledger.Usage(t.Context(), key.ID)
	want := []Usage{{Day: "2026-03-10", Operation: "gross", Calls: 1}, {Day: "2026-03-10", Operation: "net", Calls: 5},
		{Day: "2026-03-11", Operation: "net", Calls: 3}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Usage = %+v, %v; want %+v", got, err, want)
	}
	_, err = ledger.Usage(t.Context(), "key_none")
	wantError(t, "Usage of an unknown key", err, ErrUnknownKey)
	keys, err := ledger.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range keys {
		if want := map[string]string{key.ID: "2026-03-11", other.ID: "2026-03-10"}[record.ID]; record.LastUsed != want {
			t.Errorf("%s was last used %q, want %q", record.ID, record.LastUsed, want)
		}
	}
}
