package ledger

import (
	"path/filepath"
	"testing"
)

// BenchmarkDebit is a debit of each of 64 callers, who share one key.
func BenchmarkDebit(b *testing.B) {
	ledger := open(b, filepath.Join(b.TempDir(), "ledger.db"), Options{})
	key, err := ledger.CreateKey(b.Context(), "", MaxGrant, Limits{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetParallelism(32)
	b.ResetTimer()
	b.RunParallel(func(each *testing.PB) {
		for each.Next() {
			if _, err := ledger.Debit(b.Context(), asKey(key), "net", 1); err != nil {
				b.Fatal(err)
			}
		}
	})
	batches := ledger.Batches()
	b.ReportMetric(float64(batches.Requests)/float64(batches.Commits), "debits/commit")
}
