package credits

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// maxGroup bounds one commit, and so the time that others wait for the lock.
	maxGroup = 1024
	// maxQueue bounds the waiting requests; more are refused at once instead of being
	// answered minutes later.
	maxQueue = 65536
)

// request is one change that waits for the writer.
type request struct {
	ctx  context.Context
	kind requestKind

	keyID       string
	operation   string
	credits     int64 // to grant, to take or to refund
	newKey      newKey
	idempotent  IdempotentRequest
	reservation Reservation
	digest      []byte // of the idempotent request, as it is stored
	status      int    // of the answer
	sealed      []byte // the answer
	overlap     time.Duration
	// rotations is the number of rotations of the cached secret, unknownRotations if
	// the key was not cached.
	rotations int64

	// The outcome; done receives once it is known.
	remaining int64
	created   bool
	stored    *StoredResponse
	answer    answerRow // that stored is read from
	err       error
	done      chan struct{}
}

// newKey is a key to be created.
type newKey struct {
	id, name  string
	hash      secretHash
	onlyFirst bool // only on a ledger that never had a key
	limits    limits
}

type requestKind int

const (
	debitRequest requestKind = iota + 1
	reserveRequest
	completeRequest
	releaseRequest
	createRequest
	grantRequest
	revokeRequest
	rotateRequest
	// probeRequest checks whether commits succeed.
	probeRequest
	// refundRequest refunds the credits of results that were not delivered.
	refundRequest
)

// queue hands requests to the writer in the order of their arrival.
type queue struct {
	mu      sync.Mutex
	waiting []*request
	shut    bool
	wake    chan struct{}
}

func newQueue() *queue { return &queue{wake: make(chan struct{}, 1)} }

func (q *queue) push(r *request) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.shut:
		return ErrClosed
	case len(q.waiting) >= maxQueue:
		return fmt.Errorf("%w: %d changes wait already; try again later", ErrUnavailable, maxQueue)
	}
	q.waiting = append(q.waiting, r)
	q.signal()
	return nil
}

// take moves at most maxGroup waiting requests to group. It reports whether no more
// requests will arrive.
func (q *queue) take(group []*request) (_ []*request, finished bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(len(q.waiting), maxGroup)
	group = append(group, q.waiting[:n]...)
	rest := copy(q.waiting, q.waiting[n:])
	clear(q.waiting[rest:])
	q.waiting = q.waiting[:rest]
	return group, q.shut && n == 0
}

// shutDown refuses later requests; waiting ones are still taken.
func (q *queue) shutDown() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.shut = true
	q.signal()
}

func (q *queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}

func (q *queue) isShut() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.shut
}

func (q *queue) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}
