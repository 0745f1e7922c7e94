package credits

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

const (
	// sweepEvery is how often expired answers are removed, sweepBatch how many in one
	// commit. That is more than a commit of requests can store: while such commits
	// alternate with sweeps, no rate of calls is too much.
	sweepEvery = time.Minute
	sweepBatch = 2 * maxGroup
)

// sweepSQL removes expired answers. The time is compared twice: another process may
// have put a row to use again after it was selected.
const sweepSQL = `DELETE FROM ledger_idempotency WHERE expires_at <= $1 AND (key_id, idempotency_key) IN
	(SELECT key_id, idempotency_key FROM ledger_idempotency WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`

// writer makes all changes of this process. It commits the requests that queued up
// during the last commit in one durable write; a single request does not wait.
type writer struct {
	storage  storage
	queue    *queue
	finished chan struct{}
	closing  error // of the storage's end; read after finished

	count batchCount
	onLow func(Low)

	outcomes outcomes

	// Owned by the goroutine.
	group   group
	folding folding
	owed    []*request // releases that failed, to be tried again
}

// newWriter returns a writer; run starts it.
func newWriter(s storage) *writer {
	return &writer{storage: s, queue: newQueue(), finished: make(chan struct{}), group: newGroup()}
}

// submit queues a request and waits for its outcome, which comes within the
// time of two transactions.
func (w *writer) submit(r *request) error {
	if r.kind != releaseRequest && r.ctx.Err() != nil {
		return r.ctx.Err()
	}
	if r.done == nil {
		r.done = make(chan struct{}, 1)
	}
	if err := w.queue.push(r); err != nil {
		return err
	}
	<-r.done
	return r.err
}

func (w *writer) run() {
	defer close(w.finished)
	sweep := time.NewTicker(sweepEvery)
	defer sweep.Stop()
	var taken []*request
	more := false // maintenance to do
	for {
		var finished bool
		clear(taken)
		w.gather()
		taken, finished = w.queue.take(taken[:0])
		switch {
		case finished:
			w.closing = w.storage.disconnect()
			return
		case len(taken) > 0:
			w.commit(taken)
			select {
			case <-sweep.C:
				more = true
			default:
			}
			more = more && w.tend()
		case more:
			more = w.tend()
		default:
			select {
			case <-w.queue.wake:
			case <-sweep.C:
				more = true
			}
		}
	}
}

// gather yields to goroutines that are about to submit, as long as more arrive, so
// that they share the next commit.
func (w *writer) gather() {
	for before := -1; before < maxGroup; {
		waiting := w.queue.length()
		if waiting == before {
			return
		}
		before = waiting
		runtime.Gosched()
	}
}

// commit decides and commits a group and reports the outcome to each request. If the
// commit fails, nothing is changed and each request gets the error.
func (w *writer) commit(taken []*request) {
	together := taken
	if len(w.owed) > 0 {
		together = append(w.owed, taken...)
	}
	w.group.begin(together)
	began := time.Now()
	err := w.storage.transact(&w.group, w.group.decide)
	w.outcomes.note(err, w.group.probes == len(together))
	w.count.add(len(together), time.Since(began), err != nil)
	low := w.group.low
	w.group.end()
	if err == nil {
		w.tell(low)
		w.owed = nil
	}
	for _, r := range taken {
		if err != nil {
			r.fail(err)
			w.owe(r)
		}
		r.done <- struct{}{}
	}
}

// tell reports low keys to the listener.
func (w *writer) tell(low []Low) {
	if w.onLow == nil {
		return
	}
	for _, each := range low {
		w.onLow(each)
	}
}

// owe keeps a release that failed, so that the client's retry need not wait for
// the lease once the storage works again.
func (w *writer) owe(r *request) {
	if r.kind == releaseRequest && len(w.owed) < maxGroup {
		w.owed = append(w.owed, &request{ctx: context.Background(), kind: releaseRequest, reservation: r.reservation})
	}
}

func (r *request) fail(err error) { r.err, r.remaining, r.created, r.stored = err, 0, false, nil }

// tend runs a part of the maintenance and reports whether there is more.
func (w *writer) tend() (more bool) {
	swept := w.sweep()
	return w.fold() || swept
}

func (w *writer) change(apply func(ctx context.Context, rows changer, now time.Time) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), defaultPatience)
	defer cancel()
	return w.storage.change(ctx, apply)
}

// sweep removes expired answers and reservations, the oldest first, and reports
// whether there may be more. After a failure the next sweep tries again; until then
// expired rows are ignored.
func (w *writer) sweep() (more bool) {
	err := w.change(func(ctx context.Context, rows changer, now time.Time) error {
		swept, err := rows.ExecContext(ctx, sweepSQL, now.UnixMilli(), sweepBatch)
		if err != nil {
			return err
		}
		n, err := swept.RowsAffected()
		more = n == sweepBatch
		return err
	})
	return more && err == nil
}

func (w *writer) closed() bool { return w.queue.isShut() }

// close waits until all queued requests are committed.
func (w *writer) close() error {
	w.queue.shutDown()
	<-w.finished
	return w.closing
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

// batchCount is written by the writer and read by anyone.
type batchCount struct {
	commits, failures, requests atomic.Uint64
	took                        atomic.Int64
}

func (c *batchCount) add(requests int, took time.Duration, failed bool) {
	c.commits.Add(1)
	c.requests.Add(uint64(requests))
	c.took.Add(int64(took))
	if failed {
		c.failures.Add(1)
	}
}

// Batches implements Ledger.
func (b *books) Batches() Batches {
	c := &b.writer.count
	return Batches{Commits: c.commits.Load(), Failures: c.failures.Load(), Requests: c.requests.Load(), Took: time.Duration(c.took.Load())}
}
