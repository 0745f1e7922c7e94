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
	first  int // number of the block's first line
}

// block reads the next lines; a nil line is one that was too large. The error is io.EOF
// after the last block, that of need, which finds room for a number of bytes, or that of a
// source that broke off, after which the block must not be used.
func (l *lineReader) block(need func(size int) error) (lines [][]byte, err error) {
	for size := 0; err == nil && len(lines) < blockLines && size < blockBytes; {
		if len(lines) == 0 {
			l.first = l.number + 1
		}
		var line []byte
		if line, err = l.line(); err == nil && (line == nil || len(line) > 0) {
			lines, size = append(lines, line), size+cap(line)
			err = need(size)
		}
	}
	if err != nil && (!errors.Is(err, io.EOF) || len(lines) == 0) {
		return nil, err
	}
	return lines, nil
}

// line reads one line without the blanks around it; nil for one that is too large.
func (l *lineReader) line() ([]byte, error) {
	line, tooLarge, ended := []byte{}, false, true
	for {
		part, err := l.source.ReadSlice('\n')
		ended = ended && len(part) == 0
		if tooLarge = tooLarge || len(line)+len(bytes.TrimRight(part, "\r\n")) > operations.MaxBody; !tooLarge {
			line = append(line, part...)
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
