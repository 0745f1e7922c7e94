package load

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// shownErrors is the number of error messages kept for a group of clients.
const shownErrors = 3

// latency records the calls of a group of clients. It is safe for concurrent use.
type latency struct {
	mutex  sync.Mutex
	took   []time.Duration
	failed int64
	first  []string // error messages
}

// answered records a call with the expected answer.
func (l *latency) answered(took time.Duration) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.took = append(l.took, took)
}

// fail records a call without the expected answer.
func (l *latency) fail(problem error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.failed++
	if len(l.first) < shownErrors {
		l.first = append(l.first, problem.Error())
	}
}

// row returns a line of the report's table, once no client calls any more.
func (l *latency) row(name string, lasted time.Duration) string {
	slices.Sort(l.took)
	within := func(thousandths int) string { // the time within which so many of a thousand calls were answered
		if len(l.took) == 0 {
			return "-"
		}
		d := l.took[max(len(l.took)*thousandths/1000, 1)-1]
		return fmt.Sprintf("%d.%02d", d.Milliseconds(), d.Microseconds()%1000/10)
	}
	calls := int64(len(l.took))
	return fmt.Sprintf("%-34s %10d %8d %8d %9s %9s %9s", name, calls, calls*1000/max(lasted.Milliseconds(), 1), l.failed, within(500), within(990), within(1000))
}

const rowTitle = "clients                                 calls  calls/s   errors   p50, ms   p99, ms   max, ms"
