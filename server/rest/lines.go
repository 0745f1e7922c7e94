package rest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/server/meter"
)

// blockLines is how many lines of a stream are answered and debited together at most: those
// at hand, which are read at once, and the rest of the first.
const blockLines = 1000

// lineReader splits a stream into blocks of lines, without blank ones.
type lineReader struct {
	source  *bufio.Reader
	number  int   // of the last line that was read, from 1
	numbers []int // of the lines of the block
}

// lineOf is the number of a line of the block by its index, or of the line after it.
func (l *lineReader) lineOf(index int) int {
	if index < len(l.numbers) {
		return l.numbers[index]
	}
	return l.number + 1
}

// block reads the lines at hand, and waits for one if there is none; a nil line is one that
// was too large. The error is io.EOF after the last block, that of a room which is full, or
// that of a source that broke off.
func (l *lineReader) block(ctx context.Context, room *meter.Room) (lines [][]byte, err error) {
	l.numbers = l.numbers[:0]
	size := 0
	need := func(more int) error {
		size += more
		return room.Need(ctx, int64(size))
	}
	for len(lines) == 0 || len(lines) < blockLines && l.atHand() {
		line, err := l.line(need)
		if err != nil {
			return nil, err
		}
		if line == nil || len(line) > 0 {
			lines, l.numbers = append(lines, line), append(l.numbers, l.number)
		}
	}
	return lines, nil
}

// atHand reports whether a whole line has arrived.
func (l *lineReader) atHand() bool {
	arrived, _ := l.source.Peek(l.source.Buffered())
	return bytes.IndexByte(arrived, '\n') >= 0
}

// line reads one line without the blanks around it; nil for one that is too large. need
// finds room for more bytes of it.
func (l *lineReader) line(need func(more int) error) ([]byte, error) {
	line, tooLarge, ended := []byte{}, false, true
	for {
		part, err := l.source.ReadSlice('\n')
		ended = ended && len(part) == 0
		if tooLarge = tooLarge || len(line)+len(bytes.TrimRight(part, "\r\n")) > operations.MaxBody; tooLarge {
			line = nil
		} else {
			grown, full := grow(line, len(part), need)
			if full != nil {
				return nil, full
			}
			line = append(grown, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (!errors.Is(err, io.EOF) || ended):
			return nil, err
		}
		l.number++
		if tooLarge {
			return nil, nil
		}
		return line[:copy(line, bytes.TrimSpace(line))], nil
	}
}

// grow makes room for more bytes of a line. A long line gets all that it may need at once:
// copies that are made while it grows would take more than the line.
func grow(line []byte, more int, need func(more int) error) ([]byte, error) {
	size := len(line) + more
	switch {
	case size <= cap(line):
		return line, nil
	case size > meter.FreeRoom:
		size = operations.MaxBody + len("\r\n")
	}
	if err := need(size - cap(line)); err != nil {
		return nil, err
	}
	return append(make([]byte, 0, size), line...), nil
}
