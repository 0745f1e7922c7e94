package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"runtime"
	"sync"

	"github.com/payslate/payslate/server/args"
	"github.com/payslate/payslate/server/operations"
)

// chunkLines is the number of lines that are answered together.
const chunkLines = 64

// chunk is some lines with their answers, which are complete when done is closed.
type chunk struct {
	lines   [][]byte
	answers []byte
	failed  bool
	done    chan struct{}
}

// many answers the request in each line on all cores, and writes the answers in the order of
// the lines.
func (p *payslipCall) many(in io.Reader) error {
	catalogue, err := p.catalogue()
	if err != nil {
		return err
	}
	inOrder := make(chan *chunk, 4*runtime.GOMAXPROCS(0)) // limits the chunks in memory
	stop := make(chan struct{})
	var work sync.WaitGroup
	var readError, writeError error
	work.Go(func() {
		defer close(inOrder)
		readError = readChunks(in, func(c *chunk) bool {
			select {
			case inOrder <- c:
			case <-stop:
				return false
			}
			work.Go(func() { p.answer(catalogue, c) })
			return true
		})
	})
	progress, failed := p.newProgress("requests", 0), false
	defer progress.end()
	writer := bufio.NewWriterSize(p.stdout, 1<<16)
	for c := range inOrder {
		<-c.done
		if writeError != nil {
			continue
		}
		failed = failed || c.failed
		if _, writeError = writer.Write(c.answers); writeError != nil {
			close(stop)
		}
		progress.add(len(c.lines))
	}
	work.Wait()
	return args.Ended(errors.Join(readError, writeError, writer.Flush()), !failed)
}

// readChunks splits the input into chunks until send returns false.
func readChunks(in io.Reader, send func(*chunk) bool) error {
	reader := bufio.NewReaderSize(in, 1<<16)
	c := &chunk{done: make(chan struct{})}
	for {
		line, err := reader.ReadBytes('\n')
		if line = bytes.TrimRight(line, "\r\n"); err == nil || len(line) > 0 {
			c.lines = append(c.lines, line)
		}
		if len(c.lines) == chunkLines || err != nil && len(c.lines) > 0 {
			if !send(c) {
				return nil
			}
			c = &chunk{done: make(chan struct{})}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (p *payslipCall) answer(catalogue *operations.Catalogue, c *chunk) {
	defer close(c.done)
	for _, line := range c.lines {
		var err error = operations.BodyTooLarge(operations.MaxBody)
		if len(line) <= operations.MaxBody {
			c.answers, err = p.operation(catalogue, line).AnswerJSON(c.answers, line, p.language)
		}
		if err != nil {
			c.failed = true
			c.answers, _ = operations.AppendError(c.answers, err, p.language)
		}
		c.answers = append(c.answers, '\n')
	}
}
