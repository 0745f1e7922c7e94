package conformance

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Options controls how a set is replayed. The zero value is ready for use.
type Options struct {
	// Case is the only case to replay; empty for all. The report keeps every comparison of it.
	Case string
	// Progress is called from any goroutine with the number of cases that were replayed
	// since the last call.
	Progress func(cases int)
}

// mostDifferences is the number of differences that a report lists.
const mostDifferences = 5

// checker replays cases, one at a time.
type checker interface {
	check(i int, report func(Comparison))
	close()
}

// progressStep is the number of cases that a worker takes at a time.
const progressStep = 16

// Run replays a set. The error is that of ctx, or the reason why the set cannot be
// replayed, such as a program that does not load.
func (s *Set) Run(ctx context.Context, subject Subject, options Options) (*Report, error) {
	report := s.Report()
	newChecker, err := s.prepare(subject)
	if err != nil {
		return nil, err
	}
	var cases []int
	for i, name := range s.Cases() {
		if options.Case == "" || options.Case == name {
			cases = append(cases, i)
		}
	}
	found := make([][]Comparison, len(cases))
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (len(cases)+progressStep-1)/progressStep) {
		group.Go(func() {
			c := newChecker()
			defer c.close()
			for ctx.Err() == nil {
				from := int(next.Add(progressStep)) - progressStep
				if from >= len(cases) {
					return
				}
				to := min(from+progressStep, len(cases))
				for at := from; at < to; at++ {
					c.check(cases[at], func(one Comparison) {
						if options.Case != "" || one.Result != Matches {
							found[at] = append(found[at], one)
						}
					})
				}
				if options.Progress != nil {
					options.Progress(to - from)
				}
			}
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for at, of := range found {
		before := report.Differing
		report.count(of, options.Case != "")
		if report.Differing > before {
			for _, scope := range s.scopes(cases[at], &subject) {
				report.differing[scope] = true
			}
		}
	}
	return report, nil
}

// prepare returns a function that makes a checker for a worker.
func (s *Set) prepare(subject Subject) (func() checker, error) {
	if s.Figures != "" {
		var err error
		if subject, err = s.withFigures(subject.Files); err != nil {
			return nil, fmt.Errorf("set %s: %w", s.Name, err)
		}
	}
	switch {
	case s.Rates != "":
		return s.prepareRates(subject.Tables)
	case s.Program != "":
		return s.prepareProgram(&subject)
	}
	return s.prepareAnswers(&subject)
}

// FirstDifference replays some cases, given by their indexes in Set.Cases, until one
// differs, and returns its position among them. The error is the reason why the set cannot
// be replayed.
func (s *Set) FirstDifference(subject Subject, cases []int) (at int, differs bool, err error) {
	newChecker, err := s.prepare(subject)
	if err != nil {
		return 0, false, err
	}
	c := newChecker()
	defer c.close()
	for at, i := range cases {
		var unsound diagnostic.List
		c.check(i, func(found Comparison) {
			differs = differs || found.Result == Differs
			errors.As(found.err, &unsound)
		})
		if unsound != nil {
			return 0, false, unsound
		}
		if differs {
			return at, true, nil
		}
	}
	return 0, false, nil
}
