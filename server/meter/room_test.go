package meter

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/payslate/payslate/operations"
)

// TestRooms: an account has a quarter of the room, and what it takes leaves the rest to
// others; what finds no room in time is refused, and small bodies always have room.
func TestRooms(t *testing.T) {
	m := &Meter{rooms: newRooms()}
	m.rooms.wait = 10 * time.Millisecond
	code := func(err error) string { return operations.ErrorCode(err) }
	var held []*Room
	take := func(owner string, size int64) error {
		room := m.room(&account{owner: owner})
		held = append(held, &room)
		return room.Need(t.Context(), size)
	}
	for range 16 {
		if err := take("one", 1<<20); err != nil {
			t.Fatal(err)
		}
	}
	if err := take("one", 1<<20); code(err) != "rate_limited" {
		t.Errorf("beyond its quarter: %v", err)
	}
	if err := take("one", FreeRoom); err != nil {
		t.Errorf("a small body: %v", err)
	}
	for _, owner := range []string{"two", "three", "four"} {
		if err := take(owner, maxShare); err != nil {
			t.Errorf("another account: %v", err)
		}
	}
	var failure *operations.Failure
	if err := take("five", 1<<20); !errors.As(err, &failure) || failure.Status != 503 {
		t.Errorf("beyond all room: %v", err)
	}
	for _, room := range held {
		room.Release()
	}
	if len(m.rooms.shares) > 0 {
		t.Errorf("%d shares are kept", len(m.rooms.shares))
	}
	if err := take("", maxRoom); err != nil {
		t.Errorf("the marketplace has no share: %v", err)
	}
}

// TestBodiesTakeTurns: the large bodies of one account come one after the other, and all of
// them come.
func TestBodiesTakeTurns(t *testing.T) {
	m := &Meter{rooms: newRooms()}
	const size = 8_000_000
	ended := make(chan error, 8)
	for range cap(ended) {
		go func() {
			room := m.room(&account{owner: "one"})
			defer room.Release()
			_, err := io.Copy(io.Discard, room.Body(t.Context(), io.NopCloser(io.LimitReader(slowly{}, size)), size))
			ended <- err
		}()
	}
	for range cap(ended) {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// slowly is a body that arrives in parts.
type slowly struct{}

func (slowly) Read(part []byte) (int, error) {
	time.Sleep(20 * time.Microsecond)
	return copy(part, strings.Repeat("x", len(part))), nil
}
