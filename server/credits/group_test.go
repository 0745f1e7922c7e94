package credits

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// ledgerAndWriter opens a ledger and a second writer on its file, which does not run:
// the test commits its groups.
func ledgerAndWriter(t *testing.T) (*Embedded, *writer) {
	t.Helper()
	ledger, err := OpenEmbedded(t.Context(), filepath.Join(t.TempDir(), "ledger.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	idle := *ledger.file
	idle.connection = nil
	w := newWriter(&idle)
	t.Cleanup(func() {
		if err := errors.Join(idle.disconnect(), ledger.Close()); err != nil {
			t.Error(err)
		}
	})
	return ledger, w
}

func createTestKey(t *testing.T, ledger *Embedded, balance int64) string {
	t.Helper()
	key, err := ledger.CreateKey(t.Context(), "", balance, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return key.ID
}

func debitOf(ctx context.Context, keyID, operation string) *request {
	return &request{ctx: ctx, kind: debitRequest, keyID: keyID, operation: operation, credits: 1, done: make(chan struct{}, 1)}
}

func balanceOf(t *testing.T, ledger *Embedded, keyID string) int64 {
	t.Helper()
	keys, err := ledger.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if key.ID == keyID {
			return key.Balance
		}
	}
	t.Fatalf("unknown key %s", keyID)
	return 0
}

func TestGroupSpendsInOrderOfArrival(t *testing.T) {
	ledger, w := ledgerAndWriter(t)
	poor, rich := createTestKey(t, ledger, 3), createTestKey(t, ledger, 100)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	wanted := IdempotentRequest{KeyID: poor, IdempotencyKey: "k"}
	reservation := Reservation{KeyID: poor, IdempotencyKey: "k", Token: "token"}
	group := []*request{
		debitOf(t.Context(), poor, "net"),
		debitOf(t.Context(), rich, "net"),
		debitOf(ended, poor, "net"),
		{ctx: t.Context(), kind: reserveRequest, idempotent: wanted, digest: []byte{1}, reservation: reservation, done: make(chan struct{}, 1)},
		debitOf(t.Context(), poor, "gross"),
		{ctx: t.Context(), kind: reserveRequest, idempotent: wanted, digest: []byte{1}, reservation: Reservation{KeyID: poor, IdempotencyKey: "k", Token: "late"}, done: make(chan struct{}, 1)},
		{ctx: t.Context(), kind: completeRequest, reservation: reservation, operation: "net", credits: 1, status: 200, done: make(chan struct{}, 1)},
		debitOf(t.Context(), poor, "net"),
		debitOf(t.Context(), rich, "net"),
		debitOf(t.Context(), "key_none", "net"),
		{ctx: t.Context(), kind: reserveRequest, idempotent: wanted, digest: []byte{1}, done: make(chan struct{}, 1)},
	}
	w.commit(group)
	var got []string
	for _, r := range group {
		select {
		case <-r.done:
		default:
			t.Error("a request has no outcome")
		}
		got = append(got, fmt.Sprintf("%d %v %v", r.remaining, r.err, r.stored != nil))
	}
	want := []string{"2 <nil> false", "99 <nil> false", "0 context canceled false", "0 <nil> false", "1 <nil> false",
		"0 " + ErrIdempotencyInProgress.Error() + " false", "0 <nil> false", "0 " + (&ShortError{Wanted: 1, Missing: 1}).Error() + " false",
		"98 <nil> false", "0 unknown key false", "0 <nil> true"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("outcomes\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	report, err := ledger.Verify(t.Context())
	// Two grants, and one entry for each key and operation of the group.
	if err != nil || !report.Sound() || report.Entries != 2+3 {
		t.Errorf("Verify = %+v, %v; want 5 entries", report, err)
	}
}

func TestFailedCommitChargesNobody(t *testing.T) {
	ledger, w := ledgerAndWriter(t)
	key := createTestKey(t, ledger, 100)
	must(t, ledger, `CREATE TRIGGER breaks BEFORE INSERT ON ledger_entries WHEN NEW.operation = 'breaks' BEGIN SELECT RAISE(ABORT, 'broken'); END`)
	group := []*request{debitOf(t.Context(), key, "net"), debitOf(t.Context(), key, "breaks"), debitOf(t.Context(), key, "net")}
	w.commit(group)
	for _, r := range group {
		if !errors.Is(r.err, ErrUnavailable) || r.remaining != 0 {
			t.Errorf("outcome %d, %v; want ErrUnavailable", r.remaining, r.err)
		}
	}
	if balance := balanceOf(t, ledger, key); balance != 100 {
		t.Errorf("balance %d, want 100", balance)
	}
	if left, err := ledger.Debit(t.Context(), key, "net", 1); left != 99 || err != nil {
		t.Errorf("Debit afterwards = %d, %v", left, err)
	}
}

// must executes a statement on the connection of the running writer, which must
// be idle.
func must(t *testing.T, ledger *Embedded, statement string) {
	t.Helper()
	if err := execute(t.Context(), ledger.file.connection.conn, statement); err != nil {
		t.Fatal(err)
	}
}

func TestFullDisk(t *testing.T) {
	ledger, _ := ledgerAndWriter(t)
	key := createTestKey(t, ledger, 100)
	reservation, _, err := ledger.Reserve(t.Context(), IdempotentRequest{KeyID: key, IdempotencyKey: "k"})
	if err != nil {
		t.Fatal(err)
	}
	must(t, ledger, "PRAGMA max_page_count = 1") // SQLite raises it to the present size
	answer := Response{Status: 200, Body: make([]byte, 1<<20)}
	rand.Read(answer.Body) // incompressible
	_, err = ledger.Complete(t.Context(), reservation, "net", 1, answer)
	if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "the disk is full; free some space") {
		t.Errorf("Complete on a full disk: %v", err)
	}
	if balance := balanceOf(t, ledger, key); balance != 100 {
		t.Errorf("balance %d, want 100", balance)
	}
	must(t, ledger, "PRAGMA max_page_count = 1000000")
	if left, err := ledger.Complete(t.Context(), reservation, "net", 1, answer); left != 99 || err != nil {
		t.Errorf("Complete after space was freed = %d, %v", left, err)
	}
}

func TestBrokenConnectionIsReplaced(t *testing.T) {
	ledger, _ := ledgerAndWriter(t)
	key := createTestKey(t, ledger, 100)
	ledger.file.connection.giveUp()
	if _, err := ledger.Debit(t.Context(), key, "net", 1); !errors.Is(err, ErrUnavailable) {
		t.Errorf("Debit on a broken connection: %v, want ErrUnavailable", err)
	}
	if left, err := ledger.Debit(t.Context(), key, "net", 1); left != 99 || err != nil {
		t.Errorf("Debit afterwards = %d, %v", left, err)
	}
}

func TestSweep(t *testing.T) {
	ledger, w := ledgerAndWriter(t)
	key := createTestKey(t, ledger, 10)
	now := time.Now()
	w.storage.(*sqliteStorage).clock = func() time.Time { return now }
	for i := range 4 {
		must(t, ledger, fmt.Sprintf(`INSERT INTO ledger_idempotency
			(key_id, idempotency_key, request_digest, token, expires_at, status, header, remaining)
			VALUES ('%s', 'k%d', x'00', '', %d, 0, '', 0)`, key, i, now.UnixMilli()+int64(i)-1))
	}
	w.sweep()
	var left int
	if err := ledger.file.readers.QueryRow("SELECT count(*) FROM ledger_idempotency").Scan(&left); err != nil || left != 2 {
		t.Errorf("%d rows left, %v; want the two unexpired ones", left, err)
	}
	// More expired rows than one batch holds take several sweeps.
	must(t, ledger, fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO ledger_idempotency (key_id, idempotency_key, request_digest, token, expires_at, status, header, remaining)
		SELECT '%s', 'more' || i, x'00', '', 1, 0, '', 0 FROM n`, 3*sweepBatch, key))
	sweeps := 0
	for w.sweep() {
		sweeps++
	}
	if err := ledger.file.readers.QueryRow("SELECT count(*) FROM ledger_idempotency").Scan(&left); err != nil || left != 2 || sweeps != 3 {
		t.Errorf("%d rows left after %d sweeps, %v", left, sweeps, err)
	}
}

func TestQueue(t *testing.T) {
	q := newQueue()
	kinds := []requestKind{debitRequest, createRequest, reserveRequest}
	for _, kind := range kinds {
		if err := q.push(&request{kind: kind}); err != nil {
			t.Fatal(err)
		}
	}
	q.shutDown()
	if err := q.push(&request{}); !errors.Is(err, ErrClosed) {
		t.Errorf("push after shutDown: %v", err)
	}
	var sizes []int
	for finished := false; !finished; {
		var group []*request
		group, finished = q.take(nil)
		sizes = append(sizes, len(group))
	}
	if want := []int{3, 0}; !reflect.DeepEqual(sizes, want) {
		t.Errorf("group sizes %v, want %v", sizes, want)
	}

	q = newQueue()
	for range maxQueue {
		if err := q.push(&request{kind: debitRequest}); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.push(&request{}); !errors.Is(err, ErrUnavailable) {
		t.Errorf("push to a full queue: %v", err)
	}
	if group, _ := q.take(nil); len(group) != maxGroup {
		t.Errorf("group size %d, want %d", len(group), maxGroup)
	}
}

func TestWriterIsDurable(t *testing.T) {
	ledger, _ := ledgerAndWriter(t)
	createTestKey(t, ledger, 1) // connects the writer
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"} {
		var got string
		if err := ledger.file.connection.conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("PRAGMA %s = %s, %v; want %s", pragma, got, err, want)
		}
	}
}
