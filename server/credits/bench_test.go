package credits_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"github.com/payslate/payslate/server/credits"
	"github.com/payslate/payslate/server/credits/ledgertest"
)

// callers runs b.N calls on n goroutines and reports the calls per second.
func callers(b *testing.B, n int, call func(caller int) error) {
	b.Helper()
	b.ReportAllocs()
	b.ResetTimer()
	var all sync.WaitGroup
	for caller := range n {
		calls := b.N / n
		if caller < b.N%n {
			calls++
		}
		all.Go(func() {
			for range calls {
				if err := call(caller); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
}

// onEach benchmarks the embedded ledger and, if a database is configured, the
// shared one.
func onEach(b *testing.B, bench func(b *testing.B, open func() credits.Ledger)) {
	b.Run("embedded", func(b *testing.B) {
		bench(b, func() credits.Ledger {
			return open(b, filepath.Join(b.TempDir(), "ledger.db"), credits.Options{})
		})
	})
	b.Run("shared", func(b *testing.B) {
		address := ledgertest.EmptyDatabase(b)
		bench(b, func() credits.Ledger { return openShared(b, address, credits.Options{}) })
	})
}

func benchKeys(b *testing.B, ledger credits.Ledger, n int) []credits.IssuedKey {
	b.Helper()
	keys := make([]credits.IssuedKey, n)
	for i := range keys {
		var err error
		if keys[i], err = ledger.CreateKey(context.Background(), "", credits.MaxGrant, credits.Limits{}); err != nil {
			b.Fatal(err)
		}
	}
	return keys
}

// BenchmarkDebit measures durable debits by one caller, and by 64 callers that
// share commits, on one key and on 64.
func BenchmarkDebit(b *testing.B) {
	onEach(b, func(b *testing.B, open func() credits.Ledger) {
		for _, c := range []struct{ callers, keys int }{{1, 1}, {64, 1}, {64, 64}} {
			b.Run(fmt.Sprintf("callers=%d/keys=%d", c.callers, c.keys), func(b *testing.B) {
				ledger := open()
				keys := benchKeys(b, ledger, c.keys)
				callers(b, c.callers, func(caller int) error {
					_, err := ledger.Debit(context.Background(), keys[caller%c.keys].ID, "net", 1)
					return err
				})
			})
		}
	})
}

// BenchmarkAuthenticate measures lookups of secrets.
func BenchmarkAuthenticate(b *testing.B) {
	onEach(b, func(b *testing.B, open func() credits.Ledger) {
		for _, c := range []struct{ callers, keys int }{{1, 1}, {64, 1}, {64, 64}} {
			b.Run(fmt.Sprintf("callers=%d/keys=%d", c.callers, c.keys), func(b *testing.B) {
				ledger := open()
				keys := benchKeys(b, ledger, c.keys)
				callers(b, c.callers, func(caller int) error {
					_, err := ledger.Authenticate(context.Background(), keys[caller%c.keys].Secret)
					return err
				})
			})
		}
	})
}

// BenchmarkCall measures the ledger's part of a call to the service, Authenticate
// and Debit, with 64 callers.
func BenchmarkCall(b *testing.B) {
	onEach(b, func(b *testing.B, open func() credits.Ledger) {
		ledger := open()
		keys := benchKeys(b, ledger, 1)
		callers(b, 64, func(int) error {
			key, err := ledger.Authenticate(context.Background(), keys[0].Secret)
			if err == nil {
				_, err = ledger.Debit(context.Background(), key.ID, "net", 1)
			}
			return err
		})
	})
}

// BenchmarkIdempotentCall measures a reservation and its completion with an
// answer of 4 KiB, with 64 callers.
func BenchmarkIdempotentCall(b *testing.B) {
	onEach(b, func(b *testing.B, open func() credits.Ledger) {
		ledger := open()
		keys := benchKeys(b, ledger, 1)
		response := credits.Response{Status: 200, Header: map[string]string{"Content-Type": "application/json"}, Body: make([]byte, 4096)}
		var counters [64]int
		callers(b, 64, func(caller int) error {
			counters[caller]++
			reservation, _, err := ledger.Reserve(context.Background(), credits.IdempotentRequest{KeyID: keys[0].ID,
				IdempotencyKey: fmt.Sprintf("%d-%d", caller, counters[caller])})
			if err == nil {
				_, err = ledger.Complete(context.Background(), reservation, "net", 1, response)
			}
			return err
		})
	})
}
