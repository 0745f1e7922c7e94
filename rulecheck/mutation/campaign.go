package mutation

import (
	"cmp"
	"context"
	"runtime"
	"sync"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/resume"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// Campaign is a list of changes to try.
type Campaign struct {
	// Files are the payroll and trip rules, Travel all files of the tables. Book and Tables
	// answer trips.
	Files  ruletext.Files
	Travel ruletext.Files
	Book   *rules.Book
	Tables *tables.Book
	Model  *coverage.Model
	Sets   []*coverage.Set
	// Direct are the cases that run no program: those of rates and of stated texts.
	Direct  []*conformance.Set
	Changes []*Change
	// Workers is the number of changes tried in parallel; 0 means one for each processor.
	Workers int
	// Done stores the trials; it may be nil.
	Done *resume.File[Trial]
	// Progress is called after every trial, by one goroutine at a time.
	Progress func(done int)
}

// each calls do for every number below count, in parallel, and reports progress.
func (c *Campaign) each(ctx context.Context, count int, do func(i int) error) error {
	var reporting sync.Mutex
	return resume.Each(ctx, cmp.Or(c.Workers, runtime.GOMAXPROCS(0)), count, func(i int) error {
		if err := do(i); err != nil {
			return err
		}
		reporting.Lock()
		defer reporting.Unlock()
		c.Progress(1)
		return nil
	})
}

// Run tries all changes and returns their trials in the same order. The error is that of ctx
// or of Done.
func (c *Campaign) Run(ctx context.Context) ([]Trial, error) {
	b, trials := &bench{Campaign: c}, make([]Trial, len(c.Changes))
	err := c.each(ctx, len(c.Changes), func(i int) (err error) {
		change := c.Changes[i]
		trials[i], err = c.Done.Do(change.At.File+" "+change.ID, func() (Trial, error) { return b.try(change), nil })
		return err
	})
	if err != nil {
		return nil, err
	}
	return trials, nil
}
