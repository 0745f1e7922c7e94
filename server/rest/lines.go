package rest

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/payslate/payslate/server/operations"
)

const (
	// blockLines is how many lines of a stream are answered and debited together,
	// fewer where they have more than blockBytes.
	blockLines = 1000
	blockBytes = 8 << 20
)

// lineReader splits a stream into blocks of lines, without blank ones.
type lineReader struct {
	source *bufio.Reader
	number int // of the last line that was read, from 1

	text  []byte // of the block's lines
	ends  []int  // of each line in the text; -1 after a line that was too large
	first int    // number of the block's first line
}

// block reads the next lines; a nil line is one that was too large. The lines are
// good until the next block. The error is io.EOF after the last block, that of need, which
// finds room for a number of bytes, or that of a source that broke off; then nothing is to
// be made of the block.
func (l *lineReader) block(need func(size int) error) (lines [][]byte, err error) {
	l.text, l.ends, l.first = l.text[:0], l.ends[:0], l.number+1
	for len(l.ends) < blockLines && len(l.text) < blockBytes {
		if err = l.line(); err == nil {
			err = need(cap(l.text))
		}
		if err != nil {
			break
		}
	}
	if err != nil && (!errors.Is(err, io.EOF) || len(l.ends) == 0) {
		return nil, err
	}
	start := 0
	for _, end := range l.ends {
		if end < 0 {
			lines = append(lines, nil)
			continue
		}
		lines = append(lines, l.text[start:end:end])
		start = end
	}
	return lines, nil
}

// line reads one line.
func (l *lineReader) line() error {
	start, tooLarge, empty := len(l.text), false, true
	for {
		part, err := l.source.ReadSlice('\n')
		empty = empty && len(part) == 0
		if tooLarge = tooLarge || len(l.text)-start+len(bytes.TrimRight(part, "\r\n")) > operations.MaxBody; !tooLarge {
			l.text = append(l.text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (!errors.Is(err, io.EOF) || empty) {
			return err
		}
		break
	}
	l.number++
	line := bytes.TrimSpace(l.text[start:])
	switch {
	case tooLarge:
		l.text, l.ends = l.text[:start], append(l.ends, -1)
	case len(line) == 0:
		l.text = l.text[:start]
		if len(l.ends) == 0 {
			l.first = l.number + 1
		}
	default:
		l.text = l.text[:start+copy(l.text[start:], line)]
		l.ends = append(l.ends, len(l.text))
	}
	return nil
}
