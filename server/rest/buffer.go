package rest

import (
	"bytes"
	"io"
	"sync"
)

// maxKept is the largest buffer that is kept for another request.
const maxKept = 64 << 10

// buffer holds the text of a request or an answer.
type buffer struct{ bytes []byte }

var buffers = sync.Pool{New: func() any { return &buffer{bytes: make([]byte, 0, 8<<10)} }}

func borrowBuffer() *buffer { return buffers.Get().(*buffer) }

func (b *buffer) giveBack() {
	if cap(b.bytes) <= maxKept {
		b.bytes = b.bytes[:0]
		buffers.Put(b)
	}
}

// ReadFrom appends the content of the reader.
func (b *buffer) ReadFrom(reader io.Reader) (int64, error) {
	grown := bytes.NewBuffer(b.bytes)
	n, err := grown.ReadFrom(reader)
	b.bytes = grown.Bytes()
	return n, err
}
