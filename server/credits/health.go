package credits

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// freshCommit is how long a commit vouches for the next one.
	freshCommit = time.Second
	// failureCounts is how long a failed commit speaks against the ledger, unless a
	// later one succeeds.
	failureCounts = 2 * time.Second
)

// outcomes remembers how the latest commits ended.
type outcomes struct {
	mu        sync.Mutex
	succeeded time.Time
	failed    time.Time
	failure   error
}

// note takes in how a commit ended. One of probes alone does not make up for a
// failure: what it writes is less than what calls do.
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

// judge says what the latest commits tell: a failure, that all is well, or nothing.
func (o *outcomes) judge() (known bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failure != nil && time.Since(o.failed) < failureCounts {
		return true, o.failure
	}
	return time.Since(o.succeeded) < freshCommit, nil
}

// probe is a cheap commit that all share who ask while it is under way.
type probe struct {
	done chan struct{}
	err  error
}

// Ping implements Ledger.
func (b *books) Ping(ctx context.Context) error {
	if err := b.storage.ping(ctx); err != nil {
		return b.readError(err)
	}
	if known, err := b.writer.outcomes.judge(); known {
		return err
	}
	p := b.prober.join(func() error {
		return b.writer.submit(&request{ctx: context.Background(), kind: probeRequest})
	})
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
		return fmt.Errorf("%w: commits take too long: %w", ErrUnavailable, ctx.Err())
	}
}

// prober runs one probe at a time.
type prober struct {
	mu      sync.Mutex
	present *probe
}

// join begins a probe, unless one is under way.
func (j *prober) join(commit func() error) *probe {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.present != nil {
		return j.present
	}
	p := &probe{done: make(chan struct{})}
	j.present = p
	go func() {
		p.err = commit()
		j.mu.Lock()
		j.present = nil
		j.mu.Unlock()
		close(p.done)
	}()
	return p
}
