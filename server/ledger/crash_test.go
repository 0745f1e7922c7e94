//go:build unix && !aix && !solaris

package ledger

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Environment variables of the process that a crash test starts and kills.
const (
	crashLedger = "PAYSLATE_TEST_CRASH_LEDGER"
	crashKey    = "PAYSLATE_TEST_CRASH_KEY"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(crashLedger); path != "" {
		spendUntilKilled(path, os.Getenv(crashKey))
	}
	os.Exit(m.Run())
}

const crashCallers = 8

// spendUntilKilled reserves an Idempotency-Key, then debits in a loop and prints a
// line for each completed debit.
func spendUntilKilled(path, secret string) {
	ledger, err := OpenFile(context.Background(), path, Options{})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	key, err := ledger.Authenticate(context.Background(), secret)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	if _, _, err := ledger.Reserve(context.Background(), IdempotentRequest{Key: key, IdempotencyKey: "in-flight"}); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for range crashCallers {
		go func() {
			for {
				if _, err := ledger.Debit(context.Background(), key, "net", 1); err != nil {
					fmt.Println(err)
					os.Exit(1)
				}
				fmt.Println("charged")
			}
		}()
	}
	select {}
}

// TestKilledProcess: when a process is killed while another spends from the same
// key, every completed debit is kept, no credit is spent twice, and the request in
// flight can be retried.
func TestKilledProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	ledger := open(t, path, Options{})
	const initial = 1_000_000
	key, err := ledger.CreateKey(t.Context(), "", initial, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	childDebits, ownDebits := 0, 0
	for range 3 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), crashLedger+"="+path, crashKey+"="+key.Secret)
		output, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		printed := 0
		for lines := bufio.NewScanner(output); lines.Scan(); {
			if lines.Text() != "charged" {
				t.Fatalf("the child process printed %q", lines.Text())
			}
			if printed++; printed == 40 {
				if err := child.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
			if printed <= 40 && printed%4 == 0 {
				if _, err := ledger.Debit(t.Context(), asKey(key), "net", 1); err != nil {
					t.Fatal(err)
				}
				ownDebits++
			}
		}
		if err := child.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("the child process ended with %v", err)
		}
		childDebits += printed

		// The killed process's lease stays in force until it ends.
		wanted := IdempotentRequest{Key: asKey(key), IdempotencyKey: "in-flight"}
		_, _, err = ledger.Reserve(t.Context(), wanted)
		if err == nil {
			t.Error("a reserved Idempotency-Key was reserved twice")
		}
		later := open(t, path, Options{Clock: func() time.Time { return time.Now().Add(ReservationLease) }})
		reservation, _, err := later.Reserve(t.Context(), wanted)
		if err != nil {
			t.Fatalf("Reserve after the crash: %v", err)
		}
		if err := later.Release(t.Context(), reservation); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ledger.Authenticate(t.Context(), key.Secret)
	if err != nil {
		t.Fatal(err)
	}
	charged := int(initial - got.Balance)
	if charged < childDebits+ownDebits || charged > childDebits+ownDebits+3*crashCallers {
		t.Errorf("%d credits charged for %d completed debits; want at most %d more", charged, childDebits+ownDebits, 3*crashCallers)
	}
	report, err := ledger.Verify(t.Context())
	if err != nil || !report.Sound() {
		t.Errorf("Verify = %+v, %v", report, err)
	}
	t.Logf("%d debits completed by killed processes, %d here, %d credits charged", childDebits, ownDebits, charged)
}
