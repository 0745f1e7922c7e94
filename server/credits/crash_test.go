//go:build unix && !aix && !solaris

package credits_test

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

	"github.com/payslate/payslate/server/credits"
)

// Environment of the process that a crash test starts and kills.
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

// spendUntilKilled claims an Idempotency-Key, then debits on and on and prints a
// line for each answer that it could have sent.
func spendUntilKilled(path, keyID string) {
	ledger, err := credits.OpenEmbedded(context.Background(), path, credits.Options{})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	if _, _, err := ledger.Reserve(context.Background(), credits.IdempotentRequest{KeyID: keyID, IdempotencyKey: "in-flight"}); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	for range crashCallers {
		go func() {
			for {
				if _, err := ledger.Debit(context.Background(), keyID, "net", 1); err != nil {
					fmt.Println(err)
					os.Exit(1)
				}
				fmt.Println("charged")
			}
		}()
	}
	select {}
}

// TestKilledProcess kills a process that spends, while this one spends from the
// same key; nothing it answered is lost, nothing is spent twice, and its request
// in flight can be retried at once.
func TestKilledProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	ledger := open(t, path, credits.Options{})
	const initial = 1_000_000
	key, err := ledger.CreateKey(t.Context(), "", initial, credits.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	answered, own := 0, 0
	for range 3 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), crashLedger+"="+path, crashKey+"="+key.ID)
		output, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		seen := 0
		for lines := bufio.NewScanner(output); lines.Scan(); {
			if lines.Text() != "charged" {
				t.Fatalf("the other process: %s", lines.Text())
			}
			if seen++; seen == 40 {
				if err := child.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
			if seen <= 40 && seen%4 == 0 {
				if _, err := ledger.Debit(t.Context(), key.ID, "net", 1); err != nil {
					t.Fatal(err)
				}
				own++
			}
		}
		if err := child.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("the other process ended with %v", err)
		}
		answered += seen

		// While another process has the ledger open, the lease of the dead one
		// stands; the first process to open it alone ends the claim.
		wanted := credits.IdempotentRequest{KeyID: key.ID, IdempotencyKey: "in-flight"}
		_, _, err = ledger.Reserve(t.Context(), wanted)
		if err == nil {
			t.Error("a claim in flight was given out twice")
		}
		if err := ledger.Close(); err != nil {
			t.Fatal(err)
		}
		ledger = open(t, path, credits.Options{})
		reservation, _, err := ledger.Reserve(t.Context(), wanted)
		if err != nil {
			t.Fatalf("a retry after the crash: %v", err)
		}
		if err := ledger.Release(t.Context(), reservation); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ledger.Authenticate(t.Context(), key.Secret)
	if err != nil {
		t.Fatal(err)
	}
	charged := int(initial - got.Balance)
	if charged < answered+own || charged > answered+own+3*crashCallers {
		t.Errorf("%d charged for %d answers; at most %d in flight may have been charged unanswered", charged, answered+own, 3*crashCallers)
	}
	report, err := ledger.Verify(t.Context())
	if err != nil || !report.Sound() {
		t.Errorf("Verify = %+v, %v", report, err)
	}
	t.Logf("%d answered by killed processes, %d here, %d charged", answered, own, charged)
}

// TestReservationsOfOthersStay: opening a ledger that another process uses ends
// none of its requests in flight.
func TestReservationsOfOthersStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	server := open(t, path, credits.Options{})
	key, err := server.CreateKey(t.Context(), "", 10, credits.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	reservation, _, err := server.Reserve(t.Context(), credits.IdempotentRequest{KeyID: key.ID, IdempotencyKey: "k"})
	if err != nil {
		t.Fatal(err)
	}
	open(t, path, credits.Options{Clock: func() time.Time { return time.Now().Add(time.Second) }})
	if left, err := server.Complete(t.Context(), reservation, "net", 1, credits.Response{Status: 200}); left != 9 || err != nil {
		t.Errorf("Complete = %d, %v", left, err)
	}
}
