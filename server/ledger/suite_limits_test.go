package ledger

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"
)

func limitedKey(t *testing.T, ledger *Ledger, balance int64, limits Limits) IssuedKey {
	t.Helper()
	key, err := ledger.CreateKey(t.Context(), "", balance, limits)
	if err != nil {
		t.Fatalf("CreateKey: %v", err)
	}
	return key
}

func testExpiringKey(t *testing.T, s *place) {
	server, command := s.open(), s.open()
	expires := s.clock().Add(time.Hour)
	key := limitedKey(t, command, 10, Limits{Expires: expires})
	wantBalance(t, server, key, 10)
	reservation, _, err := server.Reserve(t.Context(), sent(key, "k", "body"))
	if err != nil {
		t.Fatal(err)
	}
	s.advance(time.Hour - time.Millisecond)
	wantDebit(t, server, key, nil)
	s.advance(time.Millisecond)
	if remembered, err := server.Identify(t.Context(), key.Secret); err != nil || remembered.ID != key.ID {
		t.Errorf("the key is not remembered (%v), so the debit cannot be the first call to refuse it", err)
	}
	wantDebit(t, server, key, ErrExpiredKey)
	_, err = server.Authenticate(t.Context(), key.Secret)
	wantError(t, "Authenticate", err, ErrExpiredKey)
	_, err = server.Identify(t.Context(), key.Secret)
	wantError(t, "Identify", err, ErrExpiredKey)
	_, err = server.Complete(t.Context(), reservation, "net", 1, Response{})
	wantError(t, "Complete", err, ErrExpiredKey)
	_, _, err = server.Reserve(t.Context(), sent(key, "k2", "body"))
	wantError(t, "Reserve", err, ErrExpiredKey)
	_, err = command.RotateKey(t.Context(), key.ID, 0)
	wantError(t, "RotateKey", err, ErrExpiredKey)
	keys, err := command.Keys(t.Context())
	if err != nil || len(keys) != 1 || !keys[0].Limits.Expires.Equal(expires) || keys[0].Balance != 9 {
		t.Errorf("Keys = %+v, %v", keys, err)
	}
}

func wantDebit(t *testing.T, ledger *Ledger, key IssuedKey, want error) {
	t.Helper()
	_, err := ledger.Debit(t.Context(), asKey(key), "net", 1)
	wantError(t, "Debit", err, want)
}

func testScopes(t *testing.T, s *place) {
	server := s.open()
	all := newKey(t, server, 1)
	some := limitedKey(t, server, 1, Limits{Scopes: []string{"travel", "salary", "travel"}})
	one := limitedKey(t, server, 1, Limits{Scopes: []string{"travel"}})
	for _, c := range []struct {
		key    IssuedKey
		scope  string
		allows bool
	}{{all, "salary", true}, {some, "salary", true}, {some, "travel", true}, {some, "sal", false}, {one, "travel", true}, {one, "salary", false}} {
		key, err := server.Authenticate(t.Context(), c.key.Secret)
		if err != nil || key.Allows(c.scope) != c.allows {
			t.Errorf("Authenticate = %+v, %v; Allows(%q) = %v", key, err, c.scope, !c.allows)
		}
		if key, err := server.Identify(t.Context(), c.key.Secret); err != nil || key.Allows(c.scope) != c.allows {
			t.Errorf("Identify = %+v, %v; Allows(%q) = %v", key, err, c.scope, !c.allows)
		}
	}
	for _, limits := range []Limits{{Scopes: []string{""}}, {Scopes: []string{"a,b"}}, {Budget: -1}, {Budget: MaxGrant + 1}} {
		_, err := server.CreateKey(t.Context(), "", 1, limits)
		wantError(t, "CreateKey", err, ErrInvalidArgument)
	}
}

func testBudget(t *testing.T, s *place) {
	servers := []*Ledger{s.open(), s.open()} // on 10 March 2026
	key := limitedKey(t, servers[0], 100, Limits{Budget: 30})
	var spent atomic.Int64
	parallel(8, func(i int) {
		for range 10 {
			switch _, err := servers[i%2].Debit(t.Context(), asKey(key), "net", 1); {
			case err == nil:
				spent.Add(1)
			case !errors.Is(err, ErrInsufficientCredits):
				t.Errorf("Debit: %v", err)
			}
		}
	})
	if spent.Load() != 30 {
		t.Errorf("%d credits spent, want the budget of 30", spent.Load())
	}
	var short *ShortError
	_, err := servers[0].Debit(t.Context(), asKey(key), "net", 2)
	if !errors.As(err, &short) || short.Renews != "2026-04-01" || short.Missing != 2 {
		t.Errorf("Debit beyond the budget: %v", err)
	}
	_, _, err = servers[1].Reserve(t.Context(), sent(key, "k", "body"))
	wantError(t, "Reserve", err, ErrInsufficientCredits)
	if got, err := servers[1].Authenticate(t.Context(), key.Secret); err != nil || got.Balance != 70 || got.Renews != "2026-04-01" {
		t.Errorf("Authenticate = %+v, %v", got, err)
	}
	wantDebit(t, servers[1], key, ErrInsufficientCredits)
	if _, err := servers[0].AddCredits(t.Context(), key.ID, 5); err != nil {
		t.Fatal(err)
	}
	wantDebit(t, servers[1], key, ErrInsufficientCredits) // credits do not raise the budget
	s.advance(31 * 24 * time.Hour)
	keys, err := servers[0].Keys(t.Context())
	if err != nil || keys[0].Spent != 0 || keys[0].Limits.Budget != 30 {
		t.Errorf("Keys = %+v, %v; want nothing spent in the new month", keys, err)
	}
	if _, err := servers[0].Debit(t.Context(), asKey(key), "net", 30); err != nil {
		t.Errorf("Debit of the renewed budget: %v", err)
	}
	wantDebit(t, servers[0], key, ErrInsufficientCredits)
	if keys, err := servers[1].Keys(t.Context()); err != nil || keys[0].Spent != 30 {
		t.Errorf("Keys = %+v, %v; want 30 spent", keys, err)
	}
	// A clock that is set back over the border of a month renews no budget.
	s.advance(-31 * 24 * time.Hour)
	for _, server := range servers {
		wantDebit(t, server, key, ErrInsufficientCredits)
		if got, err := server.Authenticate(t.Context(), key.Secret); err != nil || got.Left != 0 || got.Renews != "2026-05-01" {
			t.Errorf("Authenticate = %+v, %v", got, err)
		}
	}
	s.advance(31 * 24 * time.Hour)
	wantDebit(t, servers[0], key, ErrInsufficientCredits)
	s.advance(31 * 24 * time.Hour)
	wantDebit(t, servers[0], key, nil)
}

func testRotation(t *testing.T, s *place) {
	server, command := s.open(), s.open()
	first := limitedKey(t, server, 10, Limits{Budget: 5, Scopes: []string{"travel"}})
	wantBalance(t, server, first, 10)
	second, err := command.RotateKey(t.Context(), first.ID, time.Hour)
	if err != nil || second.ID != first.ID || second.Secret == first.Secret || second.Balance != 10 {
		t.Fatalf("RotateKey = %s %d, %v", second.ID, second.Balance, err)
	}
	for _, key := range []IssuedKey{first, second, first} {
		wantBalance(t, server, key, 10)
		if got, err := server.Authenticate(t.Context(), key.Secret); err != nil || got.Allows("salary") {
			t.Errorf("Authenticate = %+v, %v; want the scopes of the key", got, err)
		}
	}
	wantDebit(t, server, second, nil)
	wantDebit(t, server, first, nil)
	s.advance(time.Hour)
	if remembered, err := server.Identify(t.Context(), first.Secret); err != nil || remembered.ID != first.ID {
		t.Errorf("the first secret is not remembered (%v), so the debit cannot be the first call to refuse it", err)
	}
	wantDebit(t, server, first, ErrExpiredKey)
	_, err = server.Authenticate(t.Context(), first.Secret)
	wantError(t, "Authenticate after the overlap", err, ErrExpiredKey)
	wantBalance(t, server, second, 8)

	third, err := command.RotateKey(t.Context(), first.ID, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	fourth, err := command.RotateKey(t.Context(), first.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, former := range []IssuedKey{first, second, third} {
		_, err = server.Authenticate(t.Context(), former.Secret)
		wantError(t, "Authenticate with a former secret", err, ErrExpiredKey)
	}
	wantBalance(t, server, fourth, 8)
	wantDebit(t, server, fourth, nil)
	if _, err := server.Debit(t.Context(), asKey(fourth), "net", 3); !errors.Is(err, ErrInsufficientCredits) {
		t.Errorf("Debit beyond the budget after a rotation: %v", err)
	}
	if err := command.RevokeKey(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	_, err = server.Authenticate(t.Context(), fourth.Secret)
	wantError(t, "Authenticate with the newest secret", err, ErrRevokedKey)
	_, err = command.RotateKey(t.Context(), first.ID, 0)
	wantError(t, "RotateKey of a revoked key", err, ErrRevokedKey)
	_, err = command.RotateKey(t.Context(), "key_none", 0)
	wantError(t, "RotateKey of an unknown key", err, ErrUnknownKey)
	_, err = command.RotateKey(t.Context(), first.ID, -time.Second)
	wantError(t, "RotateKey", err, ErrInvalidArgument)
}
