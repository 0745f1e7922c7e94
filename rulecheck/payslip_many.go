package main

import (
	"bufio"
	"errors"
	"io"

	"github.com/payslate/payslate/server/args"
	"github.com/payslate/payslate/server/operations"
)

// many answers the request in each line. A refusal is the answer to its line.
func (p *payslipCall) many(in io.Reader) error {
	catalogue, err := p.catalogue()
	if err != nil {
		return err
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, operations.MaxBody+1)
	out := bufio.NewWriter(p.stdout)
	fine := true
	for lines.Scan() {
		answer, err := p.operation(catalogue, lines.Bytes()).AnswerJSON(nil, lines.Bytes(), p.language)
		if err != nil {
			fine = false
			answer, _ = operations.AppendError(nil, err, p.language)
		}
		if _, err := out.Write(append(answer, '\n')); err != nil {
			return err
		}
	}
	return args.Ended(errors.Join(lines.Err(), out.Flush()), fine)
}
