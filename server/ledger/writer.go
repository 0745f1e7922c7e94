package ledger

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"
)

const (
	// maxBatch bounds one commit, and so the time that others wait for the lock.
	maxBatch = 1024
	// maxWaiting bounds the waiting requests; more are refused at once instead of being
	// answered minutes later.
	maxWaiting = 16 * maxBatch
	// sweepEvery is how often expired rows are removed, sweepBatch how many in one
	// commit. That is more than a commit of requests can store, so that no rate of calls
	// is too much.
	sweepEvery = time.Minute
	sweepBatch = 2 * maxBatch
)

// writer makes all changes of this process. It commits the requests that came during the
// last commit in one transaction; a single request does not wait.
type writer struct {
	store    *store
	onLow    func(Low)
	waiting  chan *request
	finished chan struct{}

	mu       sync.RWMutex // held to send to waiting, and to close it
	shut     bool
	outcomes outcomes

	unsettled *settlement // of the goroutine; nil where no commit is open
}

func newWriter(s *store, onLow func(Low)) *writer {
	return &writer{store: s, onLow: onLow, waiting: make(chan *request, maxWaiting), finished: make(chan struct{})}
}

// submit queues a request and waits for its outcome, which comes within the
// time of two transactions.
func (w *writer) submit(r *request) error {
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	r.done = make(chan struct{}, 1)
	if err := w.push(r); err != nil {
		return err
	}
	<-r.done
	return r.err
}

func (w *writer) push(r *request) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.shut {
		return ErrClosed
	}
	select {
	case w.waiting <- r:
		return nil
	default:
		return fmt.Errorf("%w: %d changes wait already; try again later", ErrUnavailable, maxWaiting)
	}
}

func (w *writer) closed() bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.shut
}

// close refuses later requests and waits until the queued ones are committed.
func (w *writer) close() {
	w.mu.Lock()
	if !w.shut {
		w.shut = true
		close(w.waiting)
	}
	w.mu.Unlock()
	<-w.finished
}

func (w *writer) run() {
	defer close(w.finished)
	for first := range w.waiting {
		w.commit(w.gather(first))
	}
	_ = w.settle()
}

// gather returns the requests that wait. It yields to goroutines that are about to submit,
// as long as more arrive, so that they share the next commit.
func (w *writer) gather(first *request) []*request {
	for before := -1; before < len(w.waiting) && before < maxBatch; runtime.Gosched() {
		before = len(w.waiting)
	}
	taken := append(make([]*request, 0, 1+min(len(w.waiting), maxBatch-1)), first)
	for len(taken) < cap(taken) {
		taken = append(taken, <-w.waiting)
	}
	return taken
}

// commit makes the changes of the requests in one transaction and reports the outcome to
// each. If the transaction fails, nothing has changed and each request gets the error.
func (w *writer) commit(taken []*request) {
	b := newBatch(taken)
	err := w.store.explained(w.store.file.check())
	if err == nil {
		began := time.Now()
		err = w.store.explained(w.settleAndMake(b))
		w.outcomes.note(len(taken), time.Since(began), err)
	}
	if err == nil && w.onLow != nil {
		for _, each := range b.low {
			w.onLow(each)
		}
	}
	for i, r := range taken {
		taken[i] = nil
		if err != nil {
			r.err, r.remaining = err, 0
		}
		r.done <- struct{}{}
	}
}

func (w *writer) settleAndMake(b *batch) error {
	if err := w.settle(); err != nil {
		return err
	}
	id := newCommitID()
	err := w.store.commit(id, b.apply)
	if errors.Is(err, errInDoubt) {
		w.unsettled = newSettlement(id, b)
	}
	return err
}

// sweepSQL removes expired answers and the ids of old commits. The time is compared
// twice: another process may have put a row to use again after it was selected.
var sweepSQL = [...]string{
	`DELETE FROM payslate_answers WHERE expires_at <= $1 AND (key_id, name) IN
		(SELECT key_id, name FROM payslate_answers WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`,
	"DELETE FROM payslate_commits WHERE at <= $1 AND id IN (SELECT id FROM payslate_commits ORDER BY id LIMIT $2)",
}

// sweep removes expired rows, the oldest first, once a minute until the ledger is closed.
// After a failure the next sweep tries again; until then they are ignored.
func (w *writer) sweep() {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			w.sweepAll()
		case <-w.finished:
			return
		}
	}
}

// sweepAll removes the rows that have expired.
func (w *writer) sweepAll() {
	for more := true; more; {
		if err := w.submit(&request{ctx: context.Background(), apply: func(tx *transaction) error {
			more = false
			for i, until := range []time.Time{tx.now, tx.now.Add(-commitsKept)} {
				swept, err := tx.exec(sweepSQL[i], until.UnixMilli(), sweepBatch)
				if err != nil {
					return err
				}
				more = more || swept == sweepBatch
			}
			return nil
		}}); err != nil {
			return
		}
	}
}
