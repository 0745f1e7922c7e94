package mutation

import (
	"cmp"
	"context"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rulecheck/coverage"
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
	// Direct are the cases of rates, which run no program.
	Direct  []*conformance.Set
	Changes []*Change
	// Workers is the number of changes tried in parallel; 0 means one for each processor.
	Workers int
	// Progress is called after every trial, by one goroutine at a time.
	Progress func(done int)
}

// each calls do for every number below count, in parallel, and reports progress.
func (c *Campaign) each(ctx context.Context, count int, do func(i int) error) error {
	var reporting sync.Mutex
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)))
	for i := range count {
		group.Go(func() error {
			if err := inner.Err(); err != nil {
				return err
			}
			if err := do(i); err != nil {
				return err
			}
			reporting.Lock()
			defer reporting.Unlock()
			c.Progress(1)
			return nil
		})
	}
	return group.Wait()
}

// Run tries all changes and returns their trials in the same order. The error is that of ctx.
func (c *Campaign) Run(ctx context.Context) ([]Trial, error) {
	b, trials := &bench{Campaign: c}, make([]Trial, len(c.Changes))
	err := c.each(ctx, len(c.Changes), func(i int) error {
		trials[i] = b.try(c.Changes[i])
		return nil
	})
	if err != nil {
		return nil, err
	}
	return trials, nil
}
