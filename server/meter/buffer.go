package meter

import "sync"

// buffer is where the answer to a block is written, kept for another block: a stream that
// waits for lines holds none.
type buffer struct{ bytes []byte }

var buffers = sync.Pool{New: func() any { return new(buffer) }}

func borrow() *buffer { return buffers.Get().(*buffer) }

func (b *buffer) giveBack() {
	b.bytes = b.bytes[:0]
	buffers.Put(b)
}
