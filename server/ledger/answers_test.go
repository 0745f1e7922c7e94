package ledger

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAnswersAreEncrypted: neither the answer nor the request can be read from the
// ledger's files, not even by guessing the request.
func TestAnswersAreEncrypted(t *testing.T) {
	folder := t.TempDir()
	ledger := open(t, filepath.Join(folder, "ledger.db"), Options{})
	key := newKey(t, ledger, 10)
	idempotent := IdempotentRequest{Key: asKey(key), IdempotencyKey: "payroll-of-anna", Operation: "net", Body: []byte(`{"gross":4711}`)}
	reservation, _, err := ledger.Reserve(t.Context(), idempotent)
	if err != nil {
		t.Fatal(err)
	}
	answer := Response{Language: "nl", Body: []byte(strings.Repeat(`{"net":"3127.11"}`, 500))}
	if _, err := ledger.Complete(t.Context(), reservation, "net", 1, answer); err != nil {
		t.Fatal(err)
	}
	_, stored, err := ledger.Reserve(t.Context(), idempotent)
	if err != nil || stored == nil || !bytes.Equal(stored.Body, answer.Body) || stored.Language != "nl" {
		t.Errorf("Reserve = %+v, %v", stored, err)
	}
	other := idempotent
	rotated, err := ledger.RotateKey(t.Context(), key.ID, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	other.Key = asKey(rotated)
	if _, _, err := ledger.Reserve(t.Context(), other); !errors.Is(err, ErrIdempotencyConflict) {
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
	for part, text := range map[string][]byte{"the answer": []byte("3127.11"), "the digest": idempotent.plainDigest(), "the Idempotency-Key": []byte(idempotent.IdempotencyKey)} {
		if bytes.Contains(content, text) {
			t.Errorf("the files contain %s", part)
		}
	}
	var length int
	if err := openRaw(t, filepath.Join(folder, "ledger.db")).QueryRow("SELECT length(body) FROM payslate_answers").Scan(&length); err != nil || length > len(answer.Body)/10 {
		t.Errorf("the stored answer takes %d bytes of %d, %v", length, len(answer.Body), err)
	}
}
