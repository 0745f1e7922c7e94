package rest

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/time/rate"

	"github.com/payslate/payslate/server/operations"
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
	limit RateLimit
	mutex sync.Mutex
	keys  map[string]*rate.Limiter
	swept time.Time
}

func newLimits(limit RateLimit) *limits {
	if limit.Calls == 0 {
		return nil
	}
	return &limits{limit: limit, keys: make(map[string]*rate.Limiter)}
}

// take takes n calls from a key's bucket; 0 only checks whether one is left. If there are
// too few, wait is the time until there are enough.
func (l *limits) take(key string, n int, now time.Time) (remaining int, wait time.Duration) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if now.Sub(l.swept) > 2*l.limit.Per {
		for key, bucket := range l.keys {
			if int(bucket.TokensAt(now)) >= l.limit.Calls {
				delete(l.keys, key)
			}
		}
		l.swept = now
	}
	bucket := l.keys[key]
	if bucket == nil {
		bucket = rate.NewLimiter(rate.Every(l.limit.Per/time.Duration(l.limit.Calls)), l.limit.Calls)
		l.keys[key] = bucket
	}
	reservation := bucket.ReserveN(now, max(n, 1))
	if wait = reservation.DelayFrom(now); wait > 0 || n == 0 {
		reservation.CancelAt(now)
	}
	return int(max(0, bucket.TokensAt(now))), wait
}

// left is how many calls are left in a bucket.
func (l *limits) left(key string) int {
	remaining, _ := l.take(key, 0, time.Now())
	return remaining
}

// empty takes what is left in a bucket, for results that were computed and refused.
func (l *limits) empty(key string) {
	if left := l.left(key); left > 0 {
		l.take(key, left, time.Now())
	}
}

// admit enforces the rate limit of a key, or of an address where there are none.
func (s *Server) admit(c *gin.Context, account account) error {
	owner := account.key.ID
	if s.open() {
		owner = s.address(c)
	} else if account.unmetered {
		return nil
	}
	if s.limits.spend(c, owner, 1) {
		return operations.Fail("rate_limited")
	}
	return nil
}

// refuseOften applies the rate limit to an address that calls without a valid key.
func (s *Server) refuseOften(c *gin.Context, refused error) error {
	var failure *operations.Failure
	if errors.As(refused, &failure) && failure.Status == http.StatusUnauthorized && s.limits.spend(c, s.address(c), 1) {
		return operations.Fail("refused_too_often")
	}
	return refused
}

// address is the bucket of the address that a request comes from.
func (s *Server) address(c *gin.Context) string { return "address " + network(s.client(c)) }

// spend takes n calls from a bucket as take does, sets the RateLimit headers, and reports
// whether there were too few. Without a limit there never are.
func (l *limits) spend(c *gin.Context, owner string, n int) (empty bool) {
	if l == nil {
		return false
	}
	remaining, wait := l.take(owner, n, time.Now())
	if n > l.limit.Calls {
		return true // no wait would be long enough
	}
	seconds := strconv.Itoa(int((wait + time.Second - 1) / time.Second))
	c.Header("RateLimit-Limit", strconv.Itoa(l.limit.Calls))
	c.Header("RateLimit-Remaining", strconv.Itoa(remaining))
	c.Header("RateLimit-Reset", seconds)
	if wait > 0 {
		c.Header("Retry-After", seconds)
	}
	return wait > 0
}
