package rest

import (
	"context"
	"io"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/payslate/payslate/server/operations"
)

const (
	// maxBodies bounds the bytes of all large bodies that are held at one time.
	maxBodies = 64 << 20
	// freeBody is what a body holds without being counted.
	freeBody = 64 << 10
	// bodyStep is how much room is taken at a time.
	bodyStep = 256 << 10
	// bodyWait is how long a body waits for room.
	bodyWait = 2 * time.Second
)

// bodies bounds the memory that requests take while they are read and answered.
type bodies struct {
	room *semaphore.Weighted
	wait time.Duration
}

func newBodies() bodies { return bodies{semaphore.NewWeighted(maxBodies), bodyWait} }

// bodyRoom is the part of the memory that one request holds.
type bodyRoom struct {
	of   *bodies
	held int64
}

func (b *bodies) take() bodyRoom { return bodyRoom{of: b} }

// need takes room for a body of a size, or fails after a while.
func (r *bodyRoom) need(ctx context.Context, size int64) error {
	if size <= max(freeBody, r.held) {
		return nil
	}
	more := (size - r.held + bodyStep - 1) / bodyStep * bodyStep
	ctx, cancel := context.WithTimeout(ctx, r.of.wait)
	defer cancel()
	if !r.of.room.TryAcquire(more) && r.of.room.Acquire(ctx, more) != nil {
		return operations.Fail("crowded")
	}
	r.held += more
	return nil
}

func (r *bodyRoom) release() {
	if r.held > 0 {
		r.of.room.Release(r.held)
		r.held = 0
	}
}

// countedBody reads a body into the room that it takes.
type countedBody struct {
	io.ReadCloser
	ctx  context.Context
	room *bodyRoom
	size int64
}

// Read implements io.Reader. Its error may be an *operations.Failure.
func (b *countedBody) Read(part []byte) (int, error) {
	n, err := b.ReadCloser.Read(part)
	b.size += int64(n)
	if full := b.room.need(b.ctx, b.size); full != nil {
		return n, full
	}
	return n, err
}
