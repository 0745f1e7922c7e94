package meter

import (
	"context"
	"io"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/payslate/payslate/operations"
)

const (
	// maxRoom bounds the bytes of all large bodies that are held at one time, maxShare those
	// of one account.
	maxRoom  = 64 << 20
	maxShare = maxRoom / 4
	// maxAnswers bounds the answers to batches and blocks that one account has not taken in
	// yet, by what they may have at most: so much for each byte of the requests, up to
	// maxAnswer.
	maxAnswers    = 64 << 20
	maxAnswer     = maxAnswers / 4
	answerOfAByte = 256
	// FreeRoom is what a body holds without being counted.
	FreeRoom = 64 << 10
	// roomStep is how much room is taken at a time.
	roomStep = 256 << 10
	// roomWait is how long a body waits for room, which pauses reading.
	roomWait = 10 * time.Second
)

// rooms bounds the memory that requests take while they are read and answered.
type rooms struct {
	all    *semaphore.Weighted
	wait   time.Duration
	mutex  sync.Mutex
	shares map[string]*share
}

// share is the part of one account, as long as a request of it holds some.
type share struct {
	room, answers *semaphore.Weighted
	users         int
}

func newRooms() rooms {
	return rooms{all: semaphore.NewWeighted(maxRoom), wait: roomWait, shares: map[string]*share{}}
}

// Room is the part of the memory that one request holds.
type Room struct {
	rooms *rooms
	owner string // empty for the marketplace, which has no share
	share *share // nil while nothing is held of it
	// promised is what is held of the share, held what is held of all, answer what is held of
	// the share's answers.
	promised, held, answer int64
}

// room is the room of a request of an account, which holds nothing yet.
func (m *Meter) room(a *account) Room { return Room{rooms: &m.rooms, owner: a.owner} }

// Promise takes room in the share of the account for all of a body, before more of it is
// read than FreeRoom: large bodies of one account come one after the other, and none waits
// for another that waits too.
func (r *Room) Promise(ctx context.Context, size int64) error {
	if size = min(inSteps(size), maxShare); size <= r.promised || r.owner == "" {
		return nil
	}
	r.enter()
	if !acquire(ctx, r.share.room, size-r.promised, r.rooms.wait) {
		return operations.Fail("share_used_up")
	}
	r.promised = size
	return nil
}

// Need takes room for the bytes of a body that have arrived.
func (r *Room) Need(ctx context.Context, size int64) error {
	if size <= max(FreeRoom, r.held) {
		return nil
	}
	steps := inSteps(size)
	if err := r.Promise(ctx, steps); err != nil {
		return err
	}
	if !acquire(ctx, r.rooms.all, steps-r.held, r.rooms.wait) {
		return operations.Fail("crowded")
	}
	r.held = steps
	return nil
}

func inSteps(size int64) int64 { return (size + roomStep - 1) / roomStep * roomStep }

// answers takes room for the answers to requests of a size, before they are computed. It is
// held until they are sent, so a client that is slow to take answers in waits for itself.
// Whoever holds it waits for no other room.
func (r *Room) answers(ctx context.Context, size int64) error {
	if size = min(size*answerOfAByte, maxAnswer); size <= max(FreeRoom, r.answer) || r.owner == "" {
		return nil
	}
	r.enter()
	if !acquire(ctx, r.share.answers, size-r.answer, r.rooms.wait) {
		return operations.Fail("share_used_up")
	}
	r.answer = size
	return nil
}

// read gives back what the body holds, which was answered.
func (r *Room) read() {
	if r.held > 0 {
		r.rooms.all.Release(r.held)
		r.held = 0
	}
	if r.promised > 0 {
		r.share.room.Release(r.promised)
		r.promised = 0
	}
}

// Release gives back all that is held.
func (r *Room) Release() {
	r.read()
	if r.share != nil {
		r.share.answers.Release(r.answer)
		r.answer = 0
		r.rooms.exit(r.owner, r.share)
		r.share = nil
	}
}

func (r *Room) enter() {
	if r.share == nil {
		r.share = r.rooms.enter(r.owner)
	}
}

// acquire takes some of a semaphore, and waits a while for it.
func acquire(ctx context.Context, room *semaphore.Weighted, size int64, wait time.Duration) bool {
	if room.TryAcquire(size) {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return room.Acquire(ctx, size) == nil
}

func (r *rooms) enter(owner string) *share {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	s := r.shares[owner]
	if s == nil {
		s = &share{room: semaphore.NewWeighted(maxShare), answers: semaphore.NewWeighted(maxAnswers)}
		r.shares[owner] = s
	}
	s.users++
	return s
}

func (r *rooms) exit(owner string, s *share) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if s.users--; s.users == 0 {
		delete(r.shares, owner)
	}
}

// Body reads a body into a room. largest is how many bytes it may have.
func (r *Room) Body(ctx context.Context, body io.ReadCloser, largest int64) io.ReadCloser {
	return &roomBody{ReadCloser: body, ctx: ctx, room: r, largest: largest}
}

type roomBody struct {
	io.ReadCloser
	ctx           context.Context
	room          *Room
	size, largest int64
}

// Read implements io.Reader. Its error may be an *operations.Failure.
func (b *roomBody) Read(part []byte) (int, error) {
	n, err := b.ReadCloser.Read(part)
	if b.size += int64(n); b.size > FreeRoom {
		if full := b.room.Promise(b.ctx, b.largest); full != nil {
			return n, full
		}
		if full := b.room.Need(b.ctx, b.size); full != nil {
			return n, full
		}
	}
	return n, err
}
