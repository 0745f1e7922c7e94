package ledger

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxBatch bounds one commit, and so the time that others wait for the lock.
	maxBatch = 1024
	// maxWaiting bounds the waiting requests; more are refused at once instead of being
	// answered minutes later.
	maxWaiting = 65536
	// sweepEvery is how often expired rows are removed, sweepBatch how many in one
	// commit. That is more than a commit of requests can store: while such commits
	// alternate with sweeps, no rate of calls is too much.
	sweepEvery = time.Minute
	sweepBatch = 2 * maxBatch
)

// writer makes all changes of this process. It commits the requests that came during the
// last commit in one transaction; a single request does not wait.
type writer struct {
	store    *store
	onLow    func(Low)
	finished chan struct{}
	wake     chan struct{}

	mu      sync.Mutex
	waiting []*request
	shut    bool

	commits, failures, requests atomic.Uint64
	took                        atomic.Int64
	outcomes                    outcomes

	unsettled []settlement // of the goroutine
}

func newWriter(s *store, onLow func(Low)) *writer {
	return &writer{store: s, onLow: onLow, finished: make(chan struct{}), wake: make(chan struct{}, 1)}
}

// submit queues a request and waits for its outcome, which comes within the
// time of two transactions.
func (w *writer) submit(r *request) error {
	if r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	if r.done == nil {
		r.done = make(chan struct{}, 1)
	}
	if err := w.push(r); err != nil {
		return err
	}
	<-r.done
	return r.err
}

func (w *writer) push(r *request) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.shut:
		return ErrClosed
	case len(w.waiting) >= maxWaiting:
		return fmt.Errorf("%w: %d changes wait already; try again later", ErrUnavailable, maxWaiting)
	}
	w.waiting = append(w.waiting, r)
	w.signal()
	return nil
}

func (w *writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// take returns at most maxBatch waiting requests, and whether no more will arrive.
func (w *writer) take() (taken []*request, finished bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(len(w.waiting), maxBatch)
	taken = append(taken, w.waiting[:n]...)
	rest := copy(w.waiting, w.waiting[n:])
	clear(w.waiting[rest:])
	w.waiting = w.waiting[:rest]
	return taken, w.shut && n == 0
}

func (w *writer) length() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.waiting)
}

func (w *writer) run() {
	defer close(w.finished)
	sweep := time.NewTicker(sweepEvery)
	defer sweep.Stop()
	more := false // to sweep
	for {
		w.gather()
		taken, finished := w.take()
		switch {
		case finished:
			_ = w.settle()
			return
		case len(taken) > 0:
			w.commit(taken)
			select {
			case <-sweep.C:
				more = true
			default:
			}
			more = more && w.sweep()
		case more:
			more = w.sweep()
		default:
			select {
			case <-w.wake:
			case <-sweep.C:
				more = true
			}
		}
	}
}

// gather yields to goroutines that are about to submit, as long as more arrive, so
// that they share the next commit.
func (w *writer) gather() {
	for before := -1; before < maxBatch; {
		waiting := w.length()
		if waiting == before {
			return
		}
		before = waiting
		runtime.Gosched()
	}
}

// commit makes the changes of the requests in one transaction and reports the outcome to
// each. If the transaction fails, nothing has changed and each request gets the error.
func (w *writer) commit(taken []*request) {
	b := newBatch(taken)
	began := time.Now()
	err := w.settle()
	if err == nil {
		id := newCommitID()
		if err = w.store.commit(id, b.apply); isDoubtful(err) {
			w.unsettled = append(w.unsettled, newSettlement(id, b))
		}
	}
	err = w.store.explained(err)
	w.count(len(taken), time.Since(began), err)
	if err == nil {
		w.tell(b.low)
	}
	for i, r := range taken {
		taken[i] = nil
		if err != nil {
			r.err, r.remaining = err, 0
		}
		r.done <- struct{}{}
	}
}

// tell reports low keys to the listener.
func (w *writer) tell(low []Low) {
	for _, each := range low {
		if w.onLow != nil {
			w.onLow(each)
		}
	}
}

// sweepSQL removes expired answers and the ids of old commits. The time is compared
// twice: another process may have put a row to use again after it was selected.
var sweepSQL = [...]string{
	`DELETE FROM payslate_answers WHERE expires_at <= $1 AND (key_id, name) IN
		(SELECT key_id, name FROM payslate_answers WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`,
	"DELETE FROM payslate_commits WHERE at <= $1 AND id IN (SELECT id FROM payslate_commits ORDER BY id LIMIT $2)",
}

// sweep removes a batch of expired rows, the oldest first, and reports whether there may
// be more. After a failure the next sweep tries again; until then they are ignored.
func (w *writer) sweep() (more bool) {
	if w.settle() != nil { // which needs the ids of its commits
		return false
	}
	err := w.store.commit(newCommitID(), func(tx *transaction) error {
		more = false
		for i, until := range []time.Time{tx.now, tx.now.Add(-commitsKept)} {
			swept, err := tx.exec(sweepSQL[i], until.UnixMilli(), sweepBatch)
			if err != nil {
				return err
			}
			more = more || swept == sweepBatch
		}
		return nil
	})
	return more && err == nil
}

func (w *writer) closed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.shut
}

// close refuses later requests and waits until the queued ones are committed.
func (w *writer) close() {
	w.mu.Lock()
	w.shut = true
	w.signal()
	w.mu.Unlock()
	<-w.finished
}

// Batches has the statistics of this process's commits: their number, their requests
// such as debits, and their time.
type Batches struct {
	// Commits counts the attempted durable writes, Failures the failed ones, and Requests
	// the requests in all of them.
	Commits, Failures, Requests uint64
	// Took is the total time of all commits.
	Took time.Duration
}

func (w *writer) count(requests int, took time.Duration, err error) {
	w.commits.Add(1)
	w.requests.Add(uint64(requests))
	w.took.Add(int64(took))
	if err != nil {
		w.failures.Add(1)
	}
	w.outcomes.note(err)
}

// Batches returns the statistics of this process's commits.
func (l *Ledger) Batches() Batches {
	w := l.writer
	return Batches{Commits: w.commits.Load(), Failures: w.failures.Load(), Requests: w.requests.Load(), Took: time.Duration(w.took.Load())}
}
