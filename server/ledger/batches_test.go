package ledger

import (
	"path/filepath"
	"sync"
	"testing"
)

func TestBatchesCountEveryRequestOnce(t *testing.T) {
	ledger, err := OpenFile(t.Context(), filepath.Join(t.TempDir(), "ledger.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer ledger.Close()
	const debits = 200
	key, err := ledger.CreateKey(t.Context(), "", debits, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range debits {
		all.Go(func() {
			if _, err := ledger.Debit(t.Context(), asKey(key), "operation", 1); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	got := ledger.Batches()
	if got.Requests != debits+1 || got.Commits < 2 || got.Commits > got.Requests || got.Failures != 0 || got.Took <= 0 {
		t.Errorf("%+v after 1 key and %d debits", got, debits)
	}
}
