package ledger

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/server/ledger/ledgertest"
)

// oldLedger is what version 1.1.0 said of the ledger in testdata that it wrote.
type oldLedger struct {
	Now  time.Time
	Keys []struct {
		ID      string
		Secrets []string
		Record  KeyRecord
		Usage   []Usage
	}
	Answers []struct{ Key, Secret, IdempotencyKey, Operation, Request, Body, Language, State string }
}

func readOldLedger(t *testing.T, name string) (old oldLedger) {
	t.Helper()
	if err := json.Unmarshal(read(t, filepath.Join("testdata", name+".json")), &old); err != nil {
		t.Fatal(err)
	}
	return old
}

func (old *oldLedger) clock() time.Time { return old.Now }

// oldFile copies the ledger of version 1.1.0 to a new folder.
func oldFile(t *testing.T) (path string, old oldLedger) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "ledger.db")
	write(t, path, read(t, "testdata/ledger-1.1.0.db"))
	return path, readOldLedger(t, "ledger-1.1.0.db")
}

// oldDatabase loads the ledger of version 1.1.0 into a new schema.
func oldDatabase(t *testing.T) (address string, old oldLedger) {
	t.Helper()
	address = ledgertest.EmptyDatabase(t)
	location, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	schema := location.Query().Get("search_path")
	dump := strings.ReplaceAll(string(read(t, "testdata/ledger-1.1.0.sql")), "CREATE SCHEMA payslate_1_1_0;", "")
	if err := execute(t, address, strings.ReplaceAll(dump, "payslate_1_1_0", schema)); err != nil {
		t.Fatal(err)
	}
	return address, readOldLedger(t, "ledger-1.1.0.sql")
}

// TestUpgradeOfAFile: a ledger of version 1.1.0 keeps everything, a copy of it stays
// beside, and version 1 can use it no more.
func TestUpgradeOfAFile(t *testing.T) {
	path, old := oldFile(t)
	var copied string
	ledger := open(t, path, Options{Clock: old.clock, OnUpgrade: func(name string) { copied = name }})
	old.check(t, ledger)
	var version, tables int
	if err := openRaw(t, path).QueryRow("SELECT (SELECT user_version FROM pragma_user_version), (SELECT count(*) FROM sqlite_schema WHERE name LIKE 'ledger%' AND name <> 'ledger_schema' AND type = 'table')").
		Scan(&version, &tables); err != nil || version <= 1 || tables != 0 {
		t.Errorf("version %d with %d tables of version 1, %v", version, tables, err)
	}
	info, err := os.Stat(copied)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatal(err, info.Mode())
	}
	var keys, entries, answers int
	if err := openRaw(t, copied).QueryRow(`SELECT user_version, (SELECT count(*) FROM ledger_keys), (SELECT count(*) FROM ledger_entries),
		(SELECT count(*) FROM ledger_idempotency) FROM pragma_user_version`).Scan(&version, &keys, &entries, &answers); err != nil ||
		version != 1 || keys != len(old.Keys) || entries != 31 || answers != 0 {
		t.Errorf("the copy has version %d, %d keys, %d entries and %d answers, %v", version, keys, entries, answers, err)
	}
	copied = ""
	open(t, path, Options{Clock: old.clock, OnUpgrade: func(name string) { copied = name }})
	if copied != "" {
		t.Error("the ledger was upgraded twice")
	}
}

// TestUpgradeOfADatabase is the same for PostgreSQL, with two servers that start at once.
func TestUpgradeOfADatabase(t *testing.T) {
	address, old := oldDatabase(t)
	ledgers := make([]*Ledger, 2)
	parallel(2, func(i int) {
		var err error
		if ledgers[i], err = OpenDatabase(t.Context(), address, Options{Clock: old.clock}); err != nil {
			t.Error(err)
		}
	})
	for _, ledger := range ledgers {
		defer ledger.Close()
		old.check(t, ledger)
	}
	if err := execute(t, address, "SELECT balance FROM ledger_keys FOR UPDATE"); err == nil || !strings.Contains(err.Error(), "42P01") {
		t.Errorf("version 1 can still use its tables: %v", err)
	}
}

// check compares the ledger with what version 1.1.0 said of it.
func (old *oldLedger) check(t *testing.T, ledger *Ledger) {
	t.Helper()
	if report, err := ledger.Verify(t.Context()); err != nil || !report.Sound() || report.Keys != int64(len(old.Keys)) {
		t.Errorf("Verify = %+v, %v", report, err)
	}
	records, err := ledger.Keys(t.Context())
	if err != nil || len(records) != len(old.Keys) {
		t.Fatalf("%d keys, %v", len(records), err)
	}
	for i, key := range old.Keys {
		if !reflect.DeepEqual(records[i], key.Record) {
			t.Errorf("key %+v, want %+v", records[i], key.Record)
		}
		if usage, err := ledger.Usage(t.Context(), key.ID); err != nil || !reflect.DeepEqual(append([]Usage{}, usage...), append([]Usage{}, key.Usage...)) {
			t.Errorf("%s: usage %+v, %v, want %+v", key.Record.Name, usage, err, key.Usage)
		}
		for n, secret := range key.Secrets {
			want := error(nil)
			switch {
			case !key.Record.Revoked.IsZero():
				want = ErrRevokedKey
			case key.Record.Name == "expired", len(key.Secrets) == 3 && n == 0:
				want = ErrExpiredKey
			}
			got, err := ledger.Authenticate(t.Context(), secret)
			if !errors.Is(err, want) || err == nil && (got.ID != key.ID || got.Balance != key.Record.Balance) {
				t.Errorf("%s: secret %d = %+v, %v, want %v", key.Record.Name, n, got, err, want)
			}
		}
	}
	for _, answer := range old.Answers {
		wanted := IdempotentRequest{Key: Key{ID: answer.Key, secret: answer.Secret}, IdempotencyKey: answer.IdempotencyKey,
			Operation: answer.Operation, Body: []byte(answer.Request)}
		reservation, stored, err := ledger.Reserve(t.Context(), wanted)
		switch {
		case answer.State == "in flight":
			wantError(t, "a request in flight", err, ErrIdempotencyInProgress)
		case answer.State == "expired":
			if err != nil || stored != nil {
				t.Errorf("an expired answer: %+v, %v", stored, err)
			}
			if err := ledger.Release(t.Context(), reservation); err != nil {
				t.Error(err)
			}
			continue
		case err != nil || stored == nil || string(stored.Body) != answer.Body || stored.Language != answer.Language:
			t.Errorf("%s: %+v, %v, want %s", answer.IdempotencyKey, stored, err, answer.Body)
		}
		wanted.Operation += " again"
		_, _, err = ledger.Reserve(t.Context(), wanted)
		wantError(t, "another request", err, ErrIdempotencyConflict)
	}
}

// TestUpgradeOfVersion100: version 1.0.0 has no limits, and stored answers in clear, whose
// text is not kept.
func TestUpgradeOfVersion100(t *testing.T) {
	path, old := oldFile(t)
	key := old.Keys[0]
	request := []byte("body")
	digest := sha256.Sum256(request)
	if _, err := openRaw(t, path).Exec(`DROP INDEX ledger_entries_by_number; DROP TRIGGER ledger_entries_are_kept; ALTER TABLE ledger_entries DROP COLUMN number; DROP TABLE ledger_limits; DROP TABLE ledger_former_secrets; DROP TABLE ledger_checkpoints; DROP TABLE ledger_epochs;
		UPDATE ledger_idempotency SET idempotency_key = 'clear', request_digest = $1, header = '{"Content-Language":"nl"}', body = CAST('{"net":1}' AS BLOB)
		WHERE idempotency_key = 'payroll-2026-11'`, digest[:]); err != nil {
		t.Fatal(err)
	}
	ledger := open(t, path, Options{Clock: old.clock})
	if report, err := ledger.Verify(t.Context()); err != nil || !report.Sound() {
		t.Errorf("Verify = %+v, %v", report, err)
	}
	got, err := ledger.Authenticate(t.Context(), key.Secrets[0])
	if err != nil || got.Balance != key.Record.Balance {
		t.Fatalf("Authenticate = %+v, %v", got, err)
	}
	_, _, err = ledger.Reserve(t.Context(), IdempotentRequest{Key: got, IdempotencyKey: "clear", Operation: "net", Body: request})
	wantError(t, "a repeat of an answer in clear", err, ErrIdempotencyConflict)
}

// TestUnsoundLedgersAreNotUpgraded: a ledger of version 1 whose balances are wrong stays
// as it is, and commands never upgrade one.
func TestUnsoundLedgersAreNotUpgraded(t *testing.T) {
	path, _ := oldFile(t)
	if _, err := OpenFile(t.Context(), path, Options{Existing: true}); err == nil || !strings.Contains(err.Error(), "start the server on it once") {
		t.Errorf("a command opened it: %v", err)
	}
	if string(read(t, path)) != string(read(t, "testdata/ledger-1.1.0.db")) {
		t.Error("a command changed the file")
	}
	database := openRaw(t, path)
	if _, err := database.Exec("UPDATE ledger_keys SET balance = balance + 1 WHERE name = 'plain'"); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFile(t.Context(), path, Options{}); !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "the balance of 1 keys is not the sum") {
		t.Errorf("OpenFile: %v", err)
	}
	var keys int
	if err := database.QueryRow("SELECT count(*) FROM ledger_keys").Scan(&keys); err != nil || keys != 7 {
		t.Errorf("%d keys, %v", keys, err)
	}
	if left, _ := filepath.Glob(path + ".version-1-*"); len(left) != 0 {
		t.Errorf("left over: %v", left)
	}
}
