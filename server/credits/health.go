package credits

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

// outcomes records how the latest commits ended.
type outcomes struct {
	mu        sync.Mutex
	succeeded time.Time
	failed    time.Time
	failure   error
}

// note records how a commit ended. A commit of probes alone does not clear a failure,
// because it writes less than calls do.
func (o *outcomes) note(err error, probesAlone bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case err == nil:
		o.succeeded = time.Now()
		if !probesAlone {
			o.failure = nil
		}
	case errors.As(err, new(FileFault)): // the storage's own ping finds these
	case !probesAlone:
		o.failed, o.failure = time.Now(), err
	}
}

// judge reports whether recent commits allow a verdict, and the failure if there was one.
func (o *outcomes) judge() (known bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failure != nil && time.Since(o.failed) < failureCounts {
		return true, o.failure
	}
	return time.Since(o.succeeded) < freshCommit, nil
}

// Ping implements Ledger.
func (b *books) Ping(ctx context.Context) error {
	if err := b.storage.ping(ctx); err != nil {
		return b.readError(err)
	}
	if known, err := b.writer.outcomes.judge(); known {
		return err
	}
	// Calls that arrive while a probe runs share it.
	probe := b.probes.DoChan("", func() (any, error) {
		return nil, b.writer.submit(&request{ctx: context.Background(), kind: probeRequest})
	})
	select {
	case ended := <-probe:
		return ended.Err
	case <-ctx.Done():
		return fmt.Errorf("%w: commits take too long: %w", ErrUnavailable, ctx.Err())
	}
}
