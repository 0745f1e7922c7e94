package load

import (
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// Times are counted in microseconds, in buckets of a sixteenth of a power of
	// two: exact to 7 %.
	bucketBits = 4
	buckets    = 40 << bucketBits

	// shownErrors is the number of error messages kept for a group of clients.
	shownErrors = 3
)

// latency records the calls of a group of clients. It is safe for concurrent use.
type latency struct {
	counts  [buckets]atomic.Int64
	calls   atomic.Int64
	longest atomic.Int64 // microseconds
	failed  atomic.Int64

	mutex sync.Mutex
	first []string // error messages
}

// answered records a call with the expected answer.
func (l *latency) answered(took time.Duration) {
	micros := max(took.Microseconds(), 1)
	l.counts[bucketOf(micros)].Add(1)
	l.calls.Add(1)
	for {
		longest := l.longest.Load()
		if micros <= longest || l.longest.CompareAndSwap(longest, micros) {
			return
		}
	}
}

// fail records a call without the expected answer.
func (l *latency) fail(problem error) {
	l.failed.Add(1)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if len(l.first) < shownErrors {
		l.first = append(l.first, problem.Error())
	}
}

// bucketOf returns the bucket of a time: its leading bits.
func bucketOf(micros int64) int {
	shift := max(bits.Len64(uint64(micros))-1-bucketBits, 0)
	return shift<<bucketBits + int(micros>>shift)
}

// boundOf returns the longest time of a bucket.
func boundOf(bucket int) int64 {
	if bucket < 2<<bucketBits {
		return int64(bucket)
	}
	shift := bucket>>bucketBits - 1
	return int64(bucket-shift<<bucketBits+1)<<shift - 1
}

// percentile returns the time within which this many of a thousand calls were answered.
func (l *latency) percentile(thousandths int64) time.Duration {
	wanted := (l.calls.Load()*thousandths + 999) / 1000
	seen := int64(0)
	for bucket := range l.counts {
		if seen += l.counts[bucket].Load(); seen >= wanted && wanted > 0 {
			return time.Duration(min(boundOf(bucket), l.longest.Load())) * time.Microsecond
		}
	}
	return 0
}

// row returns a line of the report's table.
func (l *latency) row(name string, lasted time.Duration) string {
	milliseconds := func(d time.Duration) string {
		return fmt.Sprintf("%d.%02d", d.Microseconds()/1000, d.Microseconds()%1000/10)
	}
	return fmt.Sprintf("%-34s %10d %8d %8d %9s %9s %9s", name, l.calls.Load(), l.calls.Load()*1000/max(lasted.Milliseconds(), 1), l.failed.Load(),
		milliseconds(l.percentile(500)), milliseconds(l.percentile(990)), milliseconds(time.Duration(l.longest.Load())*time.Microsecond))
}

const rowTitle = "clients                                 calls  calls/s   errors   p50, ms   p99, ms   max, ms"
