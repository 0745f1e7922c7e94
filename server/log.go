package main

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"
)

const (
	// logDelay is how long a line of the log may wait for others, so that a busy
	// server writes many at once. Warnings and errors do not wait.
	logDelay = 100 * time.Millisecond
	// logBuffer is the room for lines that wait, in bytes.
	logBuffer = 64 << 10
)

// logger creates the log in the configured format. flush writes waiting lines; call it
// at the end.
func (c *config) logger(w io.Writer) (log *slog.Logger, flush func()) {
	lines := &logLines{target: w, waiting: make([]byte, 0, logBuffer)}
	var format slog.Handler = slog.NewTextHandler(lines, nil)
	if c.logFormat == logJSON {
		format = slog.NewJSONHandler(lines, nil)
	}
	return slog.New(logHandler{format, lines}), lines.flush
}

// logLines buffers lines and writes them together.
type logLines struct {
	target  io.Writer
	mutex   sync.Mutex
	waiting []byte
}

// Write implements io.Writer. Errors of the log are ignored.
func (l *logLines) Write(line []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if len(l.waiting)+len(line) > logBuffer {
		l.empty()
	}
	if len(l.waiting) == 0 {
		time.AfterFunc(logDelay, l.flush)
	}
	l.waiting = append(l.waiting, line...)
	return len(line), nil
}

// flush writes the waiting lines.
func (l *logLines) flush() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.empty()
}

// empty is flush for callers that hold the lock.
func (l *logLines) empty() {
	if len(l.waiting) > 0 {
		_, _ = l.target.Write(l.waiting)
		l.waiting = l.waiting[:0]
	}
}

// logHandler writes warnings and errors at once, after the waiting lines.
type logHandler struct {
	slog.Handler
	lines *logLines
}

func (h logHandler) Handle(ctx context.Context, record slog.Record) error {
	err := h.Handler.Handle(ctx, record)
	if record.Level >= slog.LevelWarn {
		h.lines.flush()
	}
	return err
}

func (h logHandler) WithAttrs(attributes []slog.Attr) slog.Handler {
	return logHandler{h.Handler.WithAttrs(attributes), h.lines}
}

func (h logHandler) WithGroup(name string) slog.Handler {
	return logHandler{h.Handler.WithGroup(name), h.lines}
}
