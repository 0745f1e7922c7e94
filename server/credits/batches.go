package credits

import (
	"sync/atomic"
	"time"
)

// Batches counts the commits of this process: how many requests, such as
// debits, went into one durable write, and how long these took.
type Batches struct {
	// Commits counts durable writes that were tried, Failures those of them that
	// failed, and Requests what they held.
	Commits, Failures, Requests uint64
	// Took is the time of all commits together.
	Took time.Duration
}

// BatchCounter is a Ledger that commits in batches.
type BatchCounter interface {
	// Batches is what was committed so far.
	Batches() Batches
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

// Batches implements BatchCounter.
func (b *books) Batches() Batches {
	c := &b.writer.count
	return Batches{Commits: c.commits.Load(), Failures: c.failures.Load(), Requests: c.requests.Load(), Took: time.Duration(c.took.Load())}
}
