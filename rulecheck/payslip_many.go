package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/payslate/payslate/server/args"
	"github.com/payslate/payslate/server/operations"
)

// many answers the request in each line of a file, some lines at a time on all cores, and
// writes the answers in the order of the lines.
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
	var err error
	progress := p.newProgress("requests", 0)
	defer progress.end()
	reader, writer := bufio.NewReaderSize(in, 1<<16), bufio.NewWriterSize(p.stdout, 1<<16)
	failed := false
	for more := true; more; {
		var lines [][]byte
		if lines, more, err = nextLines(reader); err != nil {
			break
		}
		answers := make([][]byte, len(lines))
		var group errgroup.Group
		group.SetLimit(runtime.GOMAXPROCS(0))
		for i, line := range lines {
			group.Go(func() error {
				answer, err := p.answerLine(line)
				answers[i] = append(answer, '\n')
				return err
			})
		}
		failed = group.Wait() != nil || failed
		if _, err = writer.Write(bytes.Join(answers, nil)); err != nil {
			break
		}
		progress.add(len(lines))
	}
	return args.Ended(errors.Join(err, writer.Flush()), !failed)
}

// nextLines reads the lines that are answered together, and reports whether more may follow.
func nextLines(reader *bufio.Reader) (lines [][]byte, more bool, err error) {
	const together = 1024
	for len(lines) < together {
		line, err := reader.ReadBytes('\n')
		if line = bytes.TrimRight(line, "\r\n"); err == nil || len(line) > 0 {
			lines = append(lines, line)
		}
		if errors.Is(err, io.EOF) {
			return lines, false, nil
		}
		if err != nil {
			return nil, false, err
		}
	}
	return lines, true, nil
}

// answerLine answers the request in a line; a refusal is its answer and an error.
func (p *payslipCall) answerLine(line []byte) (answer []byte, err error) {
	if err = operations.BodyTooLarge(operations.MaxBody); len(line) <= operations.MaxBody {
		answer, _, err = p.answer(line)
	}
	if err != nil {
		answer, _ = operations.AppendError(nil, err, p.language)
	}
	return answer, err
}
