package rest

import (
	"bytes"
	"sync"
)

// maxKept is the largest buffer that is kept for another request.
const maxKept = 64 << 10

// buffers hold the texts of requests and answers.
var buffers = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 8<<10)) }}

func borrowBuffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }

func returnBuffer(b *bytes.Buffer) {
	if b.Cap() <= maxKept {
		b.Reset()
		buffers.Put(b)
	}
}
