package ledger

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// freshCommit is how long the outcome of a commit counts as a proof of health.
const freshCommit = time.Second

// Batches has the statistics of this process's commits: their number, their requests
// such as debits, and their time.
type Batches struct {
	// Commits counts the attempted durable writes, Failures the failed ones, and Requests
	// the requests in all of them.
	Commits, Failures, Requests uint64
	// Took is the total time of all commits.
	Took time.Duration
}

// Batches returns the statistics of this process's commits.
func (l *Ledger) Batches() Batches {
	o := &l.writer.outcomes
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.batches
}

// outcomes records how commits ended, and the latest of them.
type outcomes struct {
	mu      sync.Mutex
	batches Batches
	at      time.Time
	err     error
}

func (o *outcomes) note(requests int, took time.Duration, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.batches.Commits++
	o.batches.Requests += uint64(requests)
	o.batches.Took += took
	if err != nil {
		o.batches.Failures++
	}
	o.at, o.err = time.Now(), err
}

// latest returns when the latest commit ended, and how.
func (o *outcomes) latest() (at time.Time, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.at, o.err
}

// Ping returns an error unless the ledger's file is the opened one, the database
// responds, and it accepts commits. It uses the outcome of the latest commit or, without
// a recent one, a commit that changes nothing.
func (l *Ledger) Ping(ctx context.Context) error {
	if l.writer.closed() {
		return ErrClosed
	}
	if err := l.store.file.look(); err != nil {
		return l.store.explained(err)
	}
	if at, err := l.writer.outcomes.latest(); time.Since(at) < freshCommit {
		return err
	}
	// Calls that arrive while a probe runs share it.
	probe := l.probes.DoChan("", func() (any, error) {
		return nil, l.writer.submit(&request{ctx: context.Background(), apply: func(*transaction) error { return nil }})
	})
	select {
	case ended := <-probe:
		return ended.Err
	case <-ctx.Done():
		return fmt.Errorf("%w: %w: %w", ErrUnavailable, Fault("commits take too long"), ctx.Err())
	}
}
