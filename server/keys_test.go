package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/payslate/payslate/server/ledger"
	"github.com/payslate/payslate/server/ledger/ledgertest"
)

// keysRun runs the keys command on the ledger in a folder, or in a database.
type keysRun struct {
	t        *testing.T
	dir      string
	database string
}

func (k keysRun) run(want int, args ...string) (stdout, stderr string) {
	k.t.Helper()
	var out, errs bytes.Buffer
	env := func(name string) string {
		return map[string]string{"PAYSLATE_DATA": k.dir, "PAYSLATE_DATABASE_URL": k.database}[name]
	}
	if got := run(append([]string{"keys"}, args...), &out, &errs, env); got != want {
		k.t.Errorf("keys %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), got, want, &out, &errs)
	}
	if strings.Contains(out.String()+errs.String(), "sesame") {
		k.t.Error("the password of the database was shown")
	}
	return out.String(), errs.String()
}

var keyIDPattern = regexp.MustCompile(`key_[a-z2-7]{12}`)

// keyOf is the key of a secret, as a server finds it.
func keyOf(t *testing.T, opened *ledger.Ledger, secret string) ledger.Key {
	t.Helper()
	key, err := opened.Authenticate(t.Context(), strings.TrimSpace(secret))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestKeys(t *testing.T) {
	k := keysRun{t: t, dir: filepath.Join(t.TempDir(), "data")}
	secret, stderr := k.run(exitFine, "create", "--credits", "25", "--name", "Acme payroll")
	if !regexp.MustCompile(`^ps_live_[A-Za-z0-9_-]{43}\n$`).MatchString(secret) || stderr != "" {
		t.Fatalf("create printed %d characters and %q; want the key alone", len(secret), stderr)
	}
	list, _ := k.run(exitFine, "list")
	id := keyIDPattern.FindString(list)
	if id == "" || !strings.Contains(list, "Acme payroll") || !strings.Contains(list, "25") || strings.Contains(list, strings.TrimSpace(secret)) {
		t.Fatalf("list printed\n%s", list)
	}
	if _, stderr := k.run(exitUsage, "add", id, "0"); !strings.Contains(stderr, "give a whole number from 1") {
		t.Errorf("add of 0 credits printed %q", stderr)
	}
	for _, args := range [][]string{{"add", "key_x", "1"}, {"revoke", "key_x"}, {"usage", "key_x"}} {
		if _, stderr := k.run(exitFailure, args...); !strings.Contains(stderr, "no key key_x in the ledger of") {
			t.Errorf("%s of an unknown key printed %q", args[0], stderr)
		}
	}
	if out, _ := k.run(exitFine, "add", id, "75"); out != id+" has 100 credits\n" {
		t.Errorf("add printed %q", out)
	}

	opened, err := openLedger(t.Context(), k.dir, "", ledger.Options{}) // as a running server does
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	for range 3 {
		if _, err := opened.Debit(t.Context(), keyOf(t, opened, secret), "net", 1); err != nil {
			t.Fatal(err)
		}
	}
	var usage []ledger.Usage
	out, _ := k.run(exitFine, "usage", id, "--json")
	if err := json.Unmarshal([]byte(out), &usage); err != nil || len(usage) != 1 || usage[0].Calls != 3 || usage[0].Operation != "net" {
		t.Errorf("usage printed %s", out)
	}
	if out, _ := k.run(exitFine, "usage", "--data", k.dir, id); !regexp.MustCompile(`\d{4}-\d\d-\d\d +net +3\n$`).MatchString(out) {
		t.Errorf("usage printed\n%s", out)
	}
	if out, _ := k.run(exitFine, "revoke", id); out != id+" is revoked\n" {
		t.Errorf("revoke printed %q", out)
	}
	if _, err := opened.Authenticate(t.Context(), strings.TrimSpace(secret)); err == nil {
		t.Error("the revoked key still works")
	}
	if _, stderr := k.run(exitFailure, "add", id, "5"); !strings.Contains(stderr, "the key is revoked; create another") {
		t.Errorf("add to a revoked key printed %q", stderr)
	}
	var listed []listedKey
	out, _ = k.run(exitFine, "list", "--json")
	if err := json.Unmarshal([]byte(out), &listed); err != nil || len(listed) != 1 || listed[0].Balance != 97 ||
		listed[0].Revoked == nil || listed[0].LastUsedDay == nil || listed[0].Name != "Acme payroll" {
		t.Errorf("list printed %s", out)
	}
	if out, _ := k.run(exitFine, "verify"); out != "keys: 1, entries: 3, sound\n" {
		t.Errorf("verify printed %q", out)
	}
}

// TestKeysOfSharedLedger: the commands administer a ledger in a database, whose address
// comes from a flag or the environment and whose password is never shown.
func TestKeysOfSharedLedger(t *testing.T) {
	address := ledgertest.WithParameter(t, ledgertest.EmptyDatabase(t), "password", "sesame")
	k := keysRun{t: t, database: address}
	for _, args := range [][]string{{"list"}, {"verify"}, {"usage", "key_x"}, {"revoke", "key_x"}, {"add", "key_x", "1"}, {"list"}} {
		if _, stderr := k.run(exitFailure, args...); !strings.Contains(stderr, "there is no ledger; create one with keys create") {
			t.Errorf("%s printed %q", args[0], stderr) // no command creates a ledger
		}
	}
	secret, _ := k.run(exitFine, "create", "--credits", "25", "--name", "Acme payroll")
	list, _ := k.run(exitFine, "list")
	id := keyIDPattern.FindString(list)
	if out, _ := k.run(exitFine, "add", id, "5"); out != id+" has 30 credits\n" {
		t.Errorf("add printed %q", out)
	}
	opened, err := openLedger(t.Context(), "", address, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	for range 2 {
		if _, err := opened.Debit(t.Context(), keyOf(t, opened, secret), "net", 1); err != nil {
			t.Fatal(err)
		}
	}
	if out, _ := k.run(exitFine, "usage", id, "--database-url", address); !regexp.MustCompile(`\d{4}-\d\d-\d\d +net +2\n$`).MatchString(out) {
		t.Errorf("usage printed\n%s", out)
	}
	if out, _ := k.run(exitFine, "verify"); out != "keys: 1, entries: 3, sound\n" {
		t.Errorf("verify printed %q", out)
	}
	if _, stderr := k.run(exitFailure, "revoke", "key_x"); !strings.Contains(stderr, "no key key_x in the ledger of 127.0.0.1:") {
		t.Errorf("revoke printed %q", stderr)
	}
}

func TestLedgerName(t *testing.T) {
	for address, want := range map[string]string{
		"": "./data", "postgres://u:sesame@db.example.com:5432/payslate?sslmode=require": "db.example.com:5432/payslate",
		"host=db password=sesame": "the database", "postgres://u:%zz@x/y": "the database",
	} {
		if got := ledgerName("./data", address); got != want {
			t.Errorf("ledgerName of %q = %q, want %q", address, got, want)
		}
	}
}

func TestKeysFailures(t *testing.T) {
	for _, c := range []struct {
		args    []string
		code    int
		message string
	}{
		{nil, exitUsage, "keys create --credits N"},
		{[]string{"remove"}, exitUsage, `unknown keys command "remove"`},
		{[]string{"usge"}, exitUsage, "did you mean usage?"},
		{[]string{"create"}, exitUsage, "give the number of credits"},
		{[]string{"create", "--credits", "ten"}, exitUsage, `"ten" is not a number of credits`},
		{[]string{"create", "--credits", "1.5"}, exitUsage, `"1.5" is not a number of credits`},
		{[]string{"create", "--credits", "-1"}, exitUsage, "give a whole number from 0"},
		{[]string{"create", "--credits", "1", "more"}, exitUsage, "takes no arguments"},
		{[]string{"create", "--credits", "1", "--name", "a\nb"}, exitUsage, "cannot be printed"},
		{[]string{"create", "--colour"}, exitUsage, "unknown flag --colour"},
		{[]string{"add", "key_x"}, exitUsage, "write keys add KEY_ID N"},
		{[]string{"add", "key_x", "many"}, exitUsage, `"many" is not a number`},
		{[]string{"list", "--database-url", "postgres://127.0.0.1:1/x"}, exitFailure, "the database cannot be reached; start it"},
		{[]string{"list", "--database-url", "mysql://127.0.0.1/x"}, exitUsage, "write postgres://USER:PASSWORD@HOST:PORT/DATABASE"},
		{[]string{"list"}, exitFailure, "create one with keys create"},
		{[]string{"verify"}, exitFailure, "name the right folder with --data"},
	} {
		t.Run(strings.Join(c.args, " "), func(t *testing.T) {
			stdout, stderr := keysRun{t: t, dir: t.TempDir()}.run(c.code, c.args...)
			if !strings.Contains(stderr, c.message) {
				t.Errorf("printed %q, want %q", stderr, c.message)
			}
			if c.code != exitFine && stdout != "" {
				t.Errorf("printed %q on standard output", stdout)
			}
		})
	}
	if stdout, _ := (keysRun{t: t, dir: t.TempDir()}).run(exitFine, "list", "--help"); stdout != keysUsage {
		t.Errorf("--help printed %q", stdout)
	}
}

// TestKeysMakeNoLedger: every command but create fails without a ledger, or with an
// empty file instead of it, and changes nothing.
func TestKeysMakeNoLedger(t *testing.T) {
	for _, command := range keysCommand(&invocation{env: environment()}).Commands() {
		name := command.Name()
		if name == "create" {
			continue
		}
		for _, state := range []string{"no folder", "no file", "empty file"} {
			t.Run(name+" "+state, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "data")
				path := filepath.Join(dir, ledgerFile)
				if state != "no folder" {
					if err := os.Mkdir(dir, 0o700); err != nil {
						t.Fatal(err)
					}
				}
				if state == "empty file" {
					if err := os.WriteFile(path, nil, 0o600); err != nil {
						t.Fatal(err)
					}
				}
				args, want := append([]string{name}, []string{"key_x", "1"}[:len(strings.Fields(command.Use))-1]...), "no ledger at "+path
				switch name {
				case "verify":
					args = args[:1]
				case "restore":
					want = "file key_x does not exist"
				}
				if _, stderr := (keysRun{t: t, dir: dir}).run(exitFailure, args...); !strings.Contains(stderr, want) {
					t.Errorf("printed %q", stderr)
				}
				left, _ := filepath.Glob(filepath.Join(dir, "*"))
				_, missing := os.Stat(dir)
				if info, err := os.Stat(path); len(left) > 1 || (err == nil && info.Size() > 0) || (state == "no folder" && !errors.Is(missing, os.ErrNotExist)) {
					t.Errorf("the command left %v", left)
				}
			})
		}
	}
	t.Run("ledger without keys", func(t *testing.T) {
		k := keysRun{t: t, dir: t.TempDir()}
		opened, err := openLedger(t.Context(), k.dir, "", ledger.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := opened.Close(); err != nil {
			t.Fatal(err)
		}
		if _, stderr := k.run(exitFailure, "verify"); !strings.Contains(stderr, "has no key") {
			t.Errorf("verify printed %q", stderr)
		}
		if _, stderr := k.run(exitFine, "list"); !strings.Contains(stderr, "create one with keys create") {
			t.Errorf("list printed %q", stderr)
		}
	})
}

func TestKeysVerifyFindsDifferences(t *testing.T) {
	k := keysRun{t: t, dir: t.TempDir()}
	k.run(exitFine, "create", "--credits", "5")
	database, err := sql.Open("sqlite", filepath.Join(k.dir, ledgerFile))
	if err != nil {
		t.Fatal(err)
	}
	defer database.Close()
	if _, err := database.Exec("UPDATE payslate_keys SET balance = 6"); err != nil {
		t.Fatal(err)
	}
	stdout, stderr := k.run(exitFailure, "verify")
	if !strings.Contains(stdout, "has 6 credits, but its entries add up to 5") || !strings.Contains(stderr, "not sound") {
		t.Errorf("verify printed %q and %q", stdout, stderr)
	}
	if _, err := database.Exec("UPDATE payslate_keys SET balance = 7"); err != nil {
		t.Fatal(err)
	}
	var report verification
	out, _ := k.run(exitFailure, "verify", "--json")
	if err := json.Unmarshal([]byte(out), &report); err != nil || report.Sound || len(report.Differences) != 1 {
		t.Errorf("verify --json printed %s", out)
	}
}

// brokenPipe is a writer that always fails.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestUnprintedKeyIsRevoked(t *testing.T) {
	dir := t.TempDir()
	var stderr bytes.Buffer
	code := run([]string{"keys", "create", "--credits", "5", "--data", dir}, brokenPipe{}, &stderr, func(string) string { return "" })
	if code != exitFailure || !strings.Contains(stderr.String(), "could not be printed and is revoked") {
		t.Errorf("exit code %d, %q", code, &stderr)
	}
	opened, err := openLedger(context.Background(), dir, "", ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	if keys, err := opened.Keys(t.Context()); err != nil || len(keys) != 1 || keys[0].Revoked.IsZero() {
		t.Errorf("Keys = %+v, %v", keys, err)
	}
}
