package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"sync"

	"github.com/payslate/payslate/operations"
)

const (
	// partLines is how many requests one processor answers at a time: those at hand, at most.
	partLines = 32
	// ahead is the number of parts that are read and answered before the first of them is
	// written.
	ahead = 32
)

// many answers the request in each line of a file on all cores, and writes the answers in the
// order of the lines.
func (p *payslipCall) many(name string) error {
	if err := p.open(""); err != nil {
		return err
	}
	in := p.stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	progress := p.newProgress("requests", 0)
	defer progress.end()
	var unread error
	parts := make(chan *part, ahead)
	go func() {
		defer close(parts)
		for reader := bufio.NewReaderSize(in, 1<<16); unread == nil; {
			one := unused.Get().(*part)
			if unread = one.read(reader); len(one.lines) == 0 {
				return
			}
			parts <- one
			go one.answer(p)
		}
	}()
	failed := false
	var unwritten error
	for one := range parts {
		<-one.done
		failed = failed || one.failed
		if unwritten == nil {
			_, unwritten = p.stdout.Write(one.answers)
		}
		progress.add(len(one.lines))
		one.giveBack()
	}
	if errors.Is(unread, io.EOF) {
		unread = nil
	}
	return ended(errors.Join(unread, unwritten), !failed)
}

// part is some lines of a file and their answers.
type part struct {
	lines   [][]byte
	answers []byte
	failed  bool // an answer is a refusal
	done    chan struct{}
}

var unused = sync.Pool{New: func() any { return &part{done: make(chan struct{}, 1)} }}

func (t *part) giveBack() {
	clear(t.lines)
	t.lines, t.answers, t.failed = t.lines[:0], t.answers[:0], false
	unused.Put(t)
}

// read reads a line, and those that have arrived after it.
func (t *part) read(reader *bufio.Reader) error {
	for {
		line, err := reader.ReadBytes('\n')
		if line = bytes.TrimRight(line, "\r\n"); err == nil || len(line) > 0 {
			t.lines = append(t.lines, line)
		}
		if arrived, _ := reader.Peek(reader.Buffered()); err != nil || len(t.lines) == partLines || bytes.IndexByte(arrived, '\n') < 0 {
			return err
		}
	}
}

func (t *part) answer(p *payslipCall) {
	for _, line := range t.lines {
		var err error
		if len(line) <= operations.MaxBody {
			t.answers, err = p.operation(line).AnswerJSON(t.answers, line, p.language)
		} else {
			err = operations.BodyTooLarge(operations.MaxBody)
		}
		if err != nil {
			t.answers, _ = operations.AppendError(t.answers, err, p.language)
			t.failed = true
		}
		t.answers = append(t.answers, '\n')
	}
	t.done <- struct{}{}
}
