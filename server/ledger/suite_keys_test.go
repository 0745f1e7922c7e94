package ledger

import (
	"errors"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func testCreateKey(t *testing.T, s *place) {
	ledger := s.open()
	key, err := ledger.CreateKey(t.Context(), "  Acme payroll ", 25, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^ps_live_[A-Za-z0-9_-]{43}$`).MatchString(key.Secret) {
		t.Errorf("the secret of %d characters has an unexpected form", len(key.Secret))
	}
	if !regexp.MustCompile(`^key_[a-z2-7]{12}$`).MatchString(key.ID) {
		t.Errorf("the ID %q has an unexpected form", key.ID)
	}
	wantBalance(t, ledger, key, 25)
	for _, secret := range []string{"", "ps_live_", key.Secret + "x", strings.ToLower(key.Secret) + "A", key.ID} {
		_, err := ledger.Authenticate(t.Context(), secret)
		wantError(t, "another secret", err, ErrUnknownKey)
	}
	s.advance(1000)
	second := newKey(t, ledger, 0)
	if second.Secret == key.Secret || second.ID == key.ID {
		t.Error("two keys have the same ID or secret")
	}
	wantBalance(t, ledger, second, 0)
	listed, err := ledger.Keys(t.Context())
	if err != nil || len(listed) != 2 {
		t.Fatalf("Keys = %+v, %v", listed, err)
	}
	for _, record := range listed {
		if !record.Created.Equal(s.clock().Truncate(1e6)) || !record.Revoked.IsZero() || record.LastUsed != "" {
			t.Errorf("Keys lists %+v", record)
		}
	}
}

func testBounds(t *testing.T, s *place) {
	ledger := s.open()
	key := newKey(t, ledger, 1)
	for _, credit := range []int64{-1, MaxGrant + 1} {
		_, err := ledger.CreateKey(t.Context(), "", credit, Limits{})
		wantError(t, "CreateKey", err, ErrInvalidArgument)
	}
	for _, credit := range []int64{-1, 0, MaxGrant + 1} {
		_, err := ledger.AddCredits(t.Context(), key.ID, credit)
		wantError(t, "AddCredits", err, ErrInvalidArgument)
	}
	for _, name := range []string{strings.Repeat("ä", MaxNameLength+1), "a\nb", "\xff"} {
		_, err := ledger.CreateKey(t.Context(), name, 1, Limits{})
		wantError(t, "CreateKey with a bad name", err, ErrInvalidArgument)
	}
	if _, err := ledger.CreateKey(t.Context(), strings.Repeat("ä", MaxNameLength), MaxGrant, Limits{}); err != nil {
		t.Errorf("CreateKey with the longest name and largest grant: %v", err)
	}
	for _, idempotencyKey := range []string{"", "with blank", "ä", strings.Repeat("k", MaxIdempotencyKeyLength+1)} {
		if ValidIdempotencyKey(idempotencyKey) {
			t.Errorf("the Idempotency-Key %q is valid", idempotencyKey)
		}
	}
	wantBalance(t, ledger, key, 1)

	var err error
	for range MaxBalance / MaxGrant {
		if _, err = ledger.AddCredits(t.Context(), key.ID, MaxGrant); err != nil {
			break
		}
	}
	wantError(t, "AddCredits beyond the largest balance", err, ErrInvalidArgument)
	wantBalance(t, ledger, key, MaxBalance-MaxGrant+1)
}

func testFirstKey(t *testing.T, s *place) {
	ledgers := []*Ledger{s.open(), s.open(), s.open()}
	var made atomic.Int64
	parallel(12, func(i int) {
		key, created, err := ledgers[i%3].EnsureFirstKey(t.Context(), "first", 1000)
		switch {
		case err != nil:
			t.Errorf("EnsureFirstKey: %v", err)
		case created:
			made.Add(1)
			wantBalance(t, ledgers[(i+1)%3], key, 1000)
		case key != IssuedKey{}:
			t.Error("EnsureFirstKey returned a key that it did not create")
		}
	})
	if made.Load() != 1 {
		t.Errorf("%d first keys, want 1", made.Load())
	}
	keys, err := ledgers[0].Keys(t.Context())
	if err != nil || len(keys) != 1 {
		t.Fatalf("Keys = %+v, %v", keys, err)
	}
	if err := ledgers[0].RevokeKey(t.Context(), keys[0].ID); err != nil {
		t.Fatal(err)
	}
	if _, created, err := ledgers[1].EnsureFirstKey(t.Context(), "first", 1000); created || err != nil {
		t.Errorf("EnsureFirstKey on a ledger with a revoked key = %v, %v", created, err)
	}
}

func testRevocation(t *testing.T, s *place) {
	server, command := s.open(), s.open()
	key := newKey(t, server, 10)
	wantBalance(t, server, key, 10)
	if _, err := server.Debit(t.Context(), asKey(key), "net", 1); err != nil {
		t.Fatal(err)
	}
	reservation, _, err := server.Reserve(t.Context(), sent(key, "k", "body"))
	if err != nil {
		t.Fatal(err)
	}
	revoked := s.clock()
	for range 2 {
		if err := command.RevokeKey(t.Context(), key.ID); err != nil {
			t.Fatal(err)
		}
		s.advance(time.Second)
	}
	_, err = server.Authenticate(t.Context(), key.Secret)
	wantError(t, "Authenticate", err, ErrRevokedKey)
	_, err = server.Debit(t.Context(), asKey(key), "net", 1)
	wantError(t, "Debit", err, ErrRevokedKey)
	_, err = server.Complete(t.Context(), reservation, "net", 1, Response{})
	wantError(t, "Complete", err, ErrRevokedKey)
	_, _, err = server.Reserve(t.Context(), sent(key, "k2", "body"))
	wantError(t, "Reserve", err, ErrRevokedKey)
	_, err = server.AddCredits(t.Context(), key.ID, 5)
	wantError(t, "AddCredits", err, ErrRevokedKey)
	_, err = server.AddCredits(t.Context(), "key_none", 5)
	wantError(t, "AddCredits to an unknown key", err, ErrUnknownKey)
	wantError(t, "RevokeKey of an unknown key", server.RevokeKey(t.Context(), "key_none"), ErrUnknownKey)

	keys, err := server.Keys(t.Context())
	if err != nil || len(keys) != 1 || keys[0].Balance != 9 || !keys[0].Revoked.Equal(revoked) {
		t.Errorf("Keys = %+v, %v; want one key with 9 credits and the time of the first revocation", keys, err)
	}
}

func testIdentify(t *testing.T, s *place) {
	server, command := s.open(), s.open()
	key, empty, ended := newKey(t, server, 1), newKey(t, server, 0), newKey(t, server, 10)
	wantRemembered := func(what string, key IssuedKey, want bool) {
		t.Helper()
		if _, known := server.cache.Load(hashSecret(key.Secret)); known != want {
			t.Errorf("%s: remembered %v; want %v", what, known, want)
		} else if identified, err := server.Identify(t.Context(), key.Secret); known && (err != nil || identified.ID != key.ID) {
			t.Errorf("%s: Identify = %+v, %v", what, identified, err)
		}
	}
	wantRemembered("before Authenticate", key, false)
	wantBalance(t, server, key, 1)
	wantBalance(t, server, empty, 0)
	wantBalance(t, server, ended, 10)
	wantRemembered("after Authenticate", key, true)
	wantRemembered("without credits", empty, false)
	_, err := server.Identify(t.Context(), key.Secret+"x")
	wantError(t, "Identify of another secret", err, ErrUnknownKey)
	if err := command.RevokeKey(t.Context(), ended.ID); err != nil {
		t.Fatal(err)
	}
	_, err = server.Debit(t.Context(), asKey(ended), "net", 1)
	wantError(t, "Debit of a remembered key", err, ErrRevokedKey)
	wantRemembered("after a debit met its revocation", ended, false)
	_, err = server.Authenticate(t.Context(), ended.Secret)
	wantError(t, "Authenticate", err, ErrRevokedKey)
	wantRemembered("after Authenticate refused it", ended, false)

	for _, want := range []error{nil, ErrInsufficientCredits} {
		wantRemembered("with one credit", key, true)
		_, err := server.Debit(t.Context(), asKey(key), "net", 1)
		wantError(t, "Debit", err, want)
	}
	wantRemembered("after its last credit", key, false)
}

// testManyAuthenticate: 32 callers authenticate with eight keys of different balances
// while the keys are revoked one after the other.
func testManyAuthenticate(t *testing.T, s *place) {
	server, command := s.open(), s.open()
	keys := make([]IssuedKey, 8)
	var revoked [8]atomic.Bool
	for i := range keys {
		keys[i] = newKey(t, server, int64(i))
	}
	parallel(33, func(caller int) {
		if caller == 32 {
			for i := range keys {
				if err := command.RevokeKey(t.Context(), keys[i].ID); err != nil {
					t.Errorf("RevokeKey: %v", err)
				}
				revoked[i].Store(true)
			}
			return
		}
		i := caller % len(keys)
		for ended := false; !ended; {
			ended = revoked[i].Load()
			key, err := server.Authenticate(t.Context(), keys[i].Secret)
			switch {
			case errors.Is(err, ErrRevokedKey):
				ended = true
			case err != nil || key != (Key{ID: keys[i].ID, Balance: int64(i), Left: int64(i), secret: keys[i].Secret}):
				t.Errorf("Authenticate = %+v, %v; want %s with %d credits", key, err, keys[i].ID, i)
				return
			case ended:
				t.Error("a key authenticated after its revocation")
			}
		}
	})
}
