package credits_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/payslate/payslate/server/credits"
)

// TestAnswersAreEncrypted: neither the answer nor the request can be read from the
// ledger's files, not even by guessing the request.
func TestAnswersAreEncrypted(t *testing.T) {
	folder := t.TempDir()
	ledger := open(t, filepath.Join(folder, "ledger.db"), credits.Options{})
	key := newKey(t, ledger, 10)
	idempotent := credits.IdempotentRequest{KeyID: key.ID, IdempotencyKey: "k", Secret: key.Secret, Digest: credits.DigestRequest("net", []byte(`{"gross":4711}`))}
	reservation, _, err := ledger.Reserve(t.Context(), idempotent)
	if err != nil {
		t.Fatal(err)
	}
	answer := credits.Response{Status: 200, Header: map[string]string{"Content-Language": "nl"}, Body: []byte(strings.Repeat(`{"net":"3127.11"}`, 500))}
	if _, err := ledger.Complete(t.Context(), reservation, "net", 1, answer); err != nil {
		t.Fatal(err)
	}
	_, stored, err := ledger.Reserve(t.Context(), idempotent)
	if err != nil || stored == nil || !bytes.Equal(stored.Body, answer.Body) || stored.Header["Content-Language"] != "nl" || stored.Status != 200 {
		t.Errorf("Reserve = %+v, %v", stored, err)
	}
	other := idempotent
	other.Secret = "ps_live_another"
	if _, _, err := ledger.Reserve(t.Context(), other); !errors.Is(err, credits.ErrIdempotencyConflict) {
		t.Errorf("Reserve with another secret: %v", err)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	var content []byte
	for _, name := range files {
		content = append(content, read(t, name)...)
	}
	if !bytes.Contains(content, []byte(key.ID)) {
		t.Error("the key's ID is missing; these are not the ledger's files")
	}
	for part, text := range map[string][]byte{"the answer": []byte("3127.11"), "the digest": idempotent.Digest[:]} {
		if bytes.Contains(content, text) {
			t.Errorf("the files contain %s", part)
		}
	}
	var length int
	if err := openRaw(t, filepath.Join(folder, "ledger.db")).QueryRow("SELECT length(body) FROM ledger_idempotency").Scan(&length); err != nil || length > len(answer.Body)/10 {
		t.Errorf("the stored answer takes %d bytes of %d, %v", length, len(answer.Body), err)
	}
}

// TestAnswersOfVersion1: an answer stored by version 1.0.0 is replayed to its own
// request and to no other.
func TestAnswersOfVersion1(t *testing.T) {
	onBoth(t, func(t *testing.T, l *tampered) {
		ledger := l.open(false)
		key := newKey(t, ledger, 10)
		idempotent := request(key, "old", "body")
		idempotent.Secret = key.Secret
		const digest = "6e7c1ee32bfb4eda1a9a8a0dab9b1d8ae84dba9e51e1b0f2f3ea8a1ef1a6cf10"
		copy(idempotent.Digest[:], unhex(t, digest))
		l.run("INSERT INTO ledger_idempotency (key_id, idempotency_key, request_digest, token, expires_at, status, header, body, remaining) VALUES ('" +
			key.ID + "', 'old', " + l.withBlob(digest) + ", 't', 9999999999999, 200, '{\"Content-Language\":\"de\"}', " + l.withBlob("7b7d") + ", 9)")
		_, stored, err := ledger.Reserve(t.Context(), idempotent)
		if err != nil || stored == nil || string(stored.Body) != "{}" || stored.Header["Content-Language"] != "de" || stored.Remaining != 9 || stored.Balance != 10 {
			t.Errorf("Reserve = %+v, %v", stored, err)
		}
		idempotent.Digest[0]++
		if _, _, err := ledger.Reserve(t.Context(), idempotent); !errors.Is(err, credits.ErrIdempotencyConflict) {
			t.Errorf("Reserve of another request: %v", err)
		}
	})
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	bytes, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return bytes
}
