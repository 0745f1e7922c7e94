package ledger

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// freshCommit is how long a successful commit counts as a proof of health.
	freshCommit = time.Second
	// failureCounts is how long the ledger counts as failing after a failed commit,
	// unless a later one succeeds.
	failureCounts = 2 * time.Second
)

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
	var fault Fault
	if !errors.As(err, &fault) || !fault.ofFile() { // Ping asks for these itself
		o.at, o.err = time.Now(), err
	}
}

// judge reports whether the latest commit allows a verdict, and its failure if it failed.
func (o *outcomes) judge() (known bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return time.Since(o.at) < failureCounts, o.err
	}
	return time.Since(o.at) < freshCommit, nil
}

// Ping returns an error unless the ledger's file is the opened one, the database
// responds, and it accepts commits. It uses the outcome of the latest commit or, without
// a recent one, a commit that changes nothing.
func (l *Ledger) Ping(ctx context.Context) error {
	if l.writer.closed() {
		return ErrClosed
	}
	if err := l.store.ready(); err != nil {
		return l.readError(err)
	}
	if known, err := l.writer.outcomes.judge(); known {
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
