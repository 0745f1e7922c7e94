package ledger

import (
	"errors"
	"reflect"
	"sync/atomic"
	"testing"
	"time"
)

const operation = "net"

func sent(key IssuedKey, idempotencyKey, body string) IdempotentRequest {
	return IdempotentRequest{Key: asKey(key), IdempotencyKey: idempotencyKey,
		Operation: operation, Body: []byte(body)}
}

// complete completes one idempotent request and returns the response that a replay
// must return.
func complete(t *testing.T, ledger *Ledger, key IssuedKey, idempotencyKey, body string) StoredResponse {
	t.Helper()
	reservation, stored, err := ledger.Reserve(t.Context(), sent(key, idempotencyKey, body))
	if err != nil || stored != nil {
		t.Fatalf("Reserve = %+v, %v; want a reservation", stored, err)
	}
	response := Response{Language: "de",
		Body: []byte(`{"answer":"` + body + "\x00\"}")}
	remaining, err := ledger.Complete(t.Context(), reservation, operation, 1, response)
	if err != nil {
		t.Fatalf("Complete: %v", err)
	}
	return StoredResponse{Response: response, Balance: remaining}
}

func wantReplay(t *testing.T, ledger *Ledger, key IssuedKey, idempotencyKey, body string, want StoredResponse) {
	t.Helper()
	_, stored, err := ledger.Reserve(t.Context(), sent(key, idempotencyKey, body))
	if err != nil || stored == nil || !reflect.DeepEqual(*stored, want) {
		t.Errorf("Reserve = %+v, %v; want the stored answer %+v", stored, err, want)
	}
}

func testReplay(t *testing.T, s *place) {
	ledger, another := s.open(), s.open()
	key := newKey(t, ledger, 2)
	answer := complete(t, ledger, key, "k", "body")
	if answer.Balance != 1 {
		t.Errorf("remaining %d, want 1", answer.Balance)
	}
	for range 3 {
		wantReplay(t, ledger, key, "k", "body", answer)
		wantReplay(t, another, key, "k", "body", answer)
	}
	wantBalance(t, ledger, key, 1)
	if _, err := ledger.Debit(t.Context(), asKey(key), operation, 1); err != nil {
		t.Fatal(err)
	}
	answer.Balance = 0
	wantReplay(t, ledger, key, "k", "body", answer) // also without credits
}

func testIdempotencyMatrix(t *testing.T, s *place) {
	ledger := s.open()
	key, other := newKey(t, ledger, 10), newKey(t, ledger, 10)
	reserve := func(request IdempotentRequest) (Reservation, error) {
		t.Helper()
		reservation, stored, err := ledger.Reserve(t.Context(), request)
		if stored != nil {
			t.Errorf("a stored answer for %+v", request)
		}
		return reservation, err
	}
	inFlight, err := reserve(sent(key, "k", "body"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = reserve(sent(key, "k", "body"))
	wantError(t, "the same request in flight", err, ErrIdempotencyInProgress)
	_, err = reserve(sent(key, "k", "other body"))
	wantError(t, "another body in flight", err, ErrIdempotencyConflict)
	if errors.Is(err, ErrIdempotencyInProgress) {
		t.Errorf("another body in flight: %v", err)
	}
	if _, err = reserve(sent(other, "k", "body")); err != nil {
		t.Errorf("another API key with the same Idempotency-Key: %v", err)
	}
	if _, err = reserve(sent(key, "K", "body")); err != nil {
		t.Errorf("an Idempotency-Key in capitals: %v", err)
	}

	if err := ledger.Release(t.Context(), inFlight); err != nil {
		t.Fatal(err)
	}
	_, err = ledger.Complete(t.Context(), inFlight, operation, 1, Response{})
	wantError(t, "completing a released reservation", err, ErrIdempotencyConflict)
	wantBalance(t, ledger, key, 10)

	answer := complete(t, ledger, key, "k", "corrected body")
	_, err = reserve(sent(key, "k", "body"))
	wantError(t, "another body after the answer", err, ErrIdempotencyConflict)
	elsewhere := sent(key, "k", "corrected body")
	elsewhere.Operation = "gross"
	_, err = reserve(elsewhere)
	wantError(t, "the same body to another operation", err, ErrIdempotencyConflict)
	if err := ledger.Release(t.Context(), inFlight); err != nil {
		t.Errorf("a late Release: %v", err)
	}
	wantReplay(t, ledger, key, "k", "corrected body", answer)
	wantBalance(t, ledger, key, 9)

	_, err = reserve(IdempotentRequest{Key: Key{ID: "key_none"}, IdempotencyKey: "k"})
	wantError(t, "an unknown key", err, ErrUnknownKey)
	_, err = reserve(sent(newKey(t, ledger, 0), "k", "body"))
	wantError(t, "a key without credits", err, ErrInsufficientCredits)
}

// testIdempotentRace sends each of 20 requests from eight clients to two processes;
// every client retries until it has an answer.
func testIdempotentRace(t *testing.T, s *place) {
	ledgers := []*Ledger{s.open(), s.open()}
	key := newKey(t, ledgers[0], 1000)
	var charged atomic.Int64
	parallel(8, func(client int) {
		ledger := ledgers[client%2]
		for n := range 20 {
			idempotencyKey := string(rune('a' + n))
			for {
				reservation, stored, err := ledger.Reserve(t.Context(), sent(key, idempotencyKey, "body"))
				if errors.Is(err, ErrIdempotencyInProgress) {
					time.Sleep(time.Millisecond)
					continue
				}
				if err != nil {
					t.Errorf("Reserve: %v", err)
					return
				}
				if stored == nil {
					if _, err := ledger.Complete(t.Context(), reservation, operation, 1, Response{}); err != nil {
						t.Errorf("Complete: %v", err)
					}
					charged.Add(1)
				}
				break
			}
		}
	})
	if charged.Load() != 20 {
		t.Errorf("%d charges for 20 requests", charged.Load())
	}
	wantBalance(t, ledgers[0], key, 980)
}

func testLease(t *testing.T, s *place) {
	slow, fast := s.open(), s.open()
	key := newKey(t, slow, 10)
	lost, _, err := slow.Reserve(t.Context(), sent(key, "k", "body"))
	if err != nil {
		t.Fatal(err)
	}
	s.advance(ReservationLease - time.Millisecond)
	_, _, err = fast.Reserve(t.Context(), sent(key, "k", "body"))
	wantError(t, "Reserve within the lease", err, ErrIdempotencyInProgress)
	s.advance(time.Millisecond)
	taken, _, err := fast.Reserve(t.Context(), sent(key, "k", "body"))
	if err != nil {
		t.Fatalf("Reserve after the lease: %v", err)
	}
	if err := slow.Release(t.Context(), lost); err != nil {
		t.Errorf("Release of a lost lease: %v", err)
	}
	_, _, err = slow.Reserve(t.Context(), sent(key, "k", "body"))
	wantError(t, "Reserve during another's lease", err, ErrIdempotencyInProgress)
	if err := fast.Release(t.Context(), taken); err != nil {
		t.Fatal(err)
	}
	answer := complete(t, fast, key, "k", "body")
	_, err = slow.Complete(t.Context(), lost, operation, 1, Response{})
	wantError(t, "Complete after the lease passed on", err, ErrIdempotencyConflict)
	wantReplay(t, slow, key, "k", "body", answer)
	wantBalance(t, slow, key, 9)

	// An expired lease that nobody else has taken over can still be completed.
	late, _, err := slow.Reserve(t.Context(), sent(key, "late", "body"))
	if err != nil {
		t.Fatal(err)
	}
	s.advance(2 * ReservationLease)
	if _, err := slow.Complete(t.Context(), late, operation, 1, Response{}); err != nil {
		t.Errorf("Complete of an expired lease: %v", err)
	}
	wantBalance(t, slow, key, 8)
}

func testExpiry(t *testing.T, s *place) {
	ledger := s.open()
	key := newKey(t, ledger, 10)
	answer := complete(t, ledger, key, "k", "body")
	s.advance(ReplayWindow - time.Millisecond)
	wantReplay(t, ledger, key, "k", "body", answer)
	s.advance(time.Millisecond)
	complete(t, ledger, key, "k", "another body")
	wantBalance(t, ledger, key, 8)
}

func testCompleteWithoutCredit(t *testing.T, s *place) {
	ledger, command := s.open(), s.open()
	key := newKey(t, ledger, 1)
	reservation, _, err := ledger.Reserve(t.Context(), sent(key, "k", "body"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ledger.Debit(t.Context(), asKey(key), operation, 1); err != nil {
		t.Fatal(err)
	}
	_, err = ledger.Complete(t.Context(), reservation, operation, 1, Response{})
	wantError(t, "Complete", err, ErrInsufficientCredits)
	if _, err := command.AddCredits(t.Context(), key.ID, 1); err != nil {
		t.Fatal(err)
	}
	complete(t, ledger, key, "k", "body")
	wantBalance(t, ledger, key, 0)
}
