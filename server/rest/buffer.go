package rest

import (
	"io"
	"slices"
	"sync"
)

const (
	// maxKept is the largest buffer that is kept for another request.
	maxKept = 64 << 10
	// minRead is the room for one read.
	minRead = 512
)

// buffer is room for a request's or an answer's text.
type buffer struct{ bytes []byte }

var buffers = sync.Pool{New: func() any { return &buffer{bytes: make([]byte, 0, 8<<10)} }}

func borrowBuffer() *buffer { return buffers.Get().(*buffer) }

func (b *buffer) giveBack() {
	if cap(b.bytes) <= maxKept {
		b.bytes = b.bytes[:0]
		buffers.Put(b)
	}
}

// ReadFrom appends what the reader has.
func (b *buffer) ReadFrom(reader io.Reader) (int64, error) {
	start := len(b.bytes)
	for {
		b.bytes = slices.Grow(b.bytes, minRead)
		n, err := reader.Read(b.bytes[len(b.bytes):cap(b.bytes)])
		b.bytes = b.bytes[:len(b.bytes)+n]
		if err == io.EOF {
			return int64(len(b.bytes) - start), nil
		}
		if err != nil {
			return int64(len(b.bytes) - start), err
		}
	}
}
