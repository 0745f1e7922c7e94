package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"io"
	"runtime"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// tripOperation is the service's operation for the per-diems of a journey.
const tripOperation = "travel-per-diem/trip"

// batchChunk is the number of lines that are answered together.
const batchChunk = 64

// maxRequest is the length of the service's longest request in bytes.
const maxRequest = operations.MaxBody

// batch is "rulecheck batch".
func batch(c *call, arguments []string) error {
	flags := flag.NewFlagSet("batch", flag.ContinueOnError)
	lang := flags.String("lang", "en", "")
	others, err := usage.Parse(flags, arguments)
	if err != nil {
		return err
	}
	operationID := map[string]string{"net": netOperation, "gross": grossOperation, "trip": tripOperation}
	if len(others) != 1 || operationID[others[0]] == "" {
		return usage.Errorf("batch needs net, gross or trip, and reads requests from standard input")
	}
	book, err := c.openBook(c.options())
	if err != nil {
		return err
	}
	language, err := languageOf(*lang)
	if err != nil {
		return err
	}
	var options []operations.Option
	if operationID[others[0]] == tripOperation {
		travel, err := c.openTables()
		if err != nil {
			return err
		}
		options = append(options, operations.WithTables(travel))
	}
	catalogue, err := operations.New(book, options...)
	if err != nil {
		return err
	}
	b := &batcher{operation: catalogue.Operation(operationID[others[0]]), language: language, progress: c.newProgress("requests", 0)}
	err = b.run(c.stdin, c.stdout)
	b.progress.end()
	return usage.Ended(err, !b.failed)
}

// languageOf returns the language of --lang. The rules and tables that declare it must be
// open.
func languageOf(tag string) (rules.Language, error) {
	language, known := wording.Lookup(tag)
	if !known {
		return rules.English, usage.Errorf("--lang: %q is not one of %s", tag, strings.Join(wording.Tags(), ", "))
	}
	return language, nil
}

// batcher answers lines in the order of the input.
type batcher struct {
	operation *operations.Operation
	language  rules.Language
	progress  *progress
	failed    bool
}

// chunk is some lines with their answers, which are complete when done is closed.
type chunk struct {
	lines   [][]byte
	answers []byte
	failed  bool
	done    chan struct{}
}

func (b *batcher) run(in io.Reader, out io.Writer) error {
	inOrder := make(chan *chunk, 4*runtime.GOMAXPROCS(0)) // limits the chunks in memory
	stop := make(chan struct{})
	var work sync.WaitGroup
	var readError error
	work.Go(func() {
		defer close(inOrder)
		readError = b.read(in, func(c *chunk) bool {
			select {
			case inOrder <- c:
			case <-stop:
				return false
			}
			work.Go(func() { b.answer(c) })
			return true
		})
	})
	writer := bufio.NewWriterSize(out, 1<<16)
	var writeError error
	for c := range inOrder {
		<-c.done
		if writeError != nil {
			continue
		}
		b.failed = b.failed || c.failed
		if _, writeError = writer.Write(c.answers); writeError != nil {
			close(stop)
		}
		b.progress.add(len(c.lines))
	}
	work.Wait()
	return errors.Join(readError, writeError, writer.Flush())
}

// read splits the input into chunks until send returns false.
func (b *batcher) read(in io.Reader, send func(*chunk) bool) error {
	reader := bufio.NewReaderSize(in, 1<<16)
	c := &chunk{done: make(chan struct{})}
	for {
		line, err := reader.ReadBytes('\n')
		if line = bytes.TrimRight(line, "\r\n"); err == nil || len(line) > 0 {
			c.lines = append(c.lines, line)
		}
		if len(c.lines) == batchChunk || err != nil && len(c.lines) > 0 {
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

func (b *batcher) answer(c *chunk) {
	defer close(c.done)
	for _, line := range c.lines {
		var err error = operations.BodyTooLarge(maxRequest)
		if len(line) <= maxRequest {
			c.answers, err = b.operation.AnswerJSON(c.answers, line, b.language)
		}
		if err != nil {
			c.failed = true
			c.answers, _ = operations.AppendError(c.answers, err, b.language)
		}
		c.answers = append(c.answers, '\n')
	}
}
