package meter

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/payslate/payslate/operations"
)

// RateLimit is how many calls a key, or an address without a valid key, may make
// in a span of time. The zero RateLimit sets no limit.
type RateLimit struct {
	Calls int
	Per   time.Duration
}

// maxRate bounds the calls of a RateLimit.
const maxRate = 1_000_000

// ParseRateLimit parses "50" or "50/second", "600/minute", and "" for no limit.
func ParseRateLimit(text string) (RateLimit, error) {
	if text == "" {
		return RateLimit{}, nil
	}
	count, unit, given := strings.Cut(text, "/")
	calls, err := strconv.Atoi(count)
	if err != nil || calls < 1 || calls > maxRate {
		return RateLimit{}, fmt.Errorf("%q is not a rate limit; write a number of calls per second from 1 to %d, such as 50, or 600/minute", text, maxRate)
	}
	switch {
	case !given || unit == "second":
		return RateLimit{calls, time.Second}, nil
	case unit == "minute":
		return RateLimit{calls, time.Minute}, nil
	}
	return RateLimit{}, errors.New("write a rate limit per second or per minute, such as 50/second or 600/minute")
}

// limits keeps a bucket per key and per address without one; nil where there is
// no limit.
type limits struct {
	limit  RateLimit
	mutex  sync.Mutex
	owners map[string]*rate.Limiter
	swept  time.Time
}

func newLimits(limit RateLimit) *limits {
	if limit.Calls == 0 {
		return nil
	}
	return &limits{limit: limit, owners: make(map[string]*rate.Limiter)}
}

// take takes a call from the bucket of an owner. If there is none, wait is the time until
// there is.
func (l *limits) take(owner string, now time.Time) (remaining int, wait time.Duration) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if now.Sub(l.swept) > 2*l.limit.Per {
		for owner, bucket := range l.owners {
			if int(bucket.TokensAt(now)) >= l.limit.Calls {
				delete(l.owners, owner)
			}
		}
		l.swept = now
	}
	bucket := l.owners[owner]
	if bucket == nil {
		bucket = rate.NewLimiter(rate.Every(l.limit.Per/time.Duration(l.limit.Calls)), l.limit.Calls)
		l.owners[owner] = bucket
	}
	reservation := bucket.ReserveN(now, 1)
	if wait = reservation.DelayFrom(now); wait > 0 {
		reservation.CancelAt(now)
	}
	return int(max(0, bucket.TokensAt(now))), wait
}

// Count counts a call or a message once: for a key, or for an address where there are none.
func (m *Meter) Count(call *Call) error {
	if call.counted || call.account.marketplace {
		return nil
	}
	call.counted = true
	if !m.limits.spend(call.account.owner, call.Answered) {
		return nil
	}
	if call.Free && call.account.key.ID == "" {
		return operations.Fail("refused_too_often")
	}
	return operations.Fail("rate_limited")
}

// unknown counts a call that nobody was found to pay for, by its address.
func (m *Meter) unknown(call *Call, refused error) error {
	var failure *operations.Failure
	if errors.As(refused, &failure) && failure.Status == http.StatusUnauthorized && !call.counted {
		call.counted = true
		if m.limits != nil && m.limits.spend(addressOwner(call.Address()), call.Answered) {
			return operations.Fail("refused_too_often")
		}
	}
	return refused
}

// Read counts what an address reads that needs no key, such as a rule file, and refuses it
// beyond the rate limit.
func (m *Meter) Read(address string, answered http.Header) error {
	if m.limits.spend(addressOwner(address), answered) {
		return operations.Fail("refused_too_often")
	}
	return nil
}

// spend takes a call from a bucket, sets the headers of the limit, and reports whether there
// was none. Without a limit there always is.
func (l *limits) spend(owner string, answered http.Header) (empty bool) {
	if l == nil {
		return false
	}
	remaining, wait := l.take(owner, time.Now())
	seconds := strconv.Itoa(int((wait + time.Second - 1) / time.Second))
	answered.Set("RateLimit-Limit", strconv.Itoa(l.limit.Calls))
	answered.Set("RateLimit-Remaining", strconv.Itoa(remaining))
	answered.Set("RateLimit-Reset", seconds)
	if wait > 0 {
		answered.Set("Retry-After", seconds)
	}
	return wait > 0
}
