package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"

	"github.com/payslate/payslate/operations"
)

// ahead is the number of requests that are read and answered before the first of them is
// written.
const ahead = 1024

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
	lines := make(chan chan lineAnswer, ahead)
	go func() {
		defer close(lines)
		for reader := bufio.NewReaderSize(in, 1<<16); unread == nil; {
			var line []byte
			line, unread = reader.ReadBytes('\n')
			if line = bytes.TrimRight(line, "\r\n"); unread != nil && len(line) == 0 {
				return
			}
			answer := make(chan lineAnswer, 1)
			lines <- answer
			go func() { answer <- p.answerLine(line) }()
		}
	}()
	failed, writer := false, bufio.NewWriterSize(p.stdout, 1<<16)
	for line := range lines {
		answer := <-line
		failed = failed || answer.failed
		writer.Write(append(answer.text, '\n')) // Flush returns its error
		progress.add(1)
	}
	if errors.Is(unread, io.EOF) {
		unread = nil
	}
	return ended(errors.Join(unread, writer.Flush()), !failed)
}

// lineAnswer is the answer to the request in a line. A refusal is an answer that failed.
type lineAnswer struct {
	text   []byte
	failed bool
}

func (p *payslipCall) answerLine(line []byte) lineAnswer {
	var text []byte
	var err error = operations.BodyTooLarge(operations.MaxBody)
	if len(line) <= operations.MaxBody {
		text, err = p.operation(line).AnswerJSON(nil, line, p.language)
	}
	if err != nil {
		text, _ = operations.AppendError(nil, err, p.language)
	}
	return lineAnswer{text, err != nil}
}
