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

// Campaign is a list of changes to be tried.
type Campaign struct {
	// Files are the payroll and trip rules, Travel all files of the tables, Book and
	// Tables what trips are asked of.
	Files  ruletext.Files
	Travel ruletext.Files
	Book   *rules.Book
	Tables *tables.Book
	Model  *coverage.Model
	Sets   []*coverage.Set
	// Direct are the cases that no program answers: of rates and of what files state.
	Direct  []*conformance.Set
	Changes []*Change
	// Workers is how many changes are tried at once; 0 means one for each processor.
	Workers int
	// Known finds what came of a change before, if it was tried.
	Known func(c *Change) (Trial, bool)
	// Tried is told of every trial, one at a time.
	Tried func(c *Change, t Trial) error
}

// Run tries all changes, several at once, and returns their trials in the order of the changes. The error is ctx's or of Tried.
func (c *Campaign) Run(ctx context.Context) ([]Trial, error) {
	b := &bench{files: c.Files, book: c.Book, tables: c.Tables, travel: c.Travel, model: c.Model, sets: c.Sets, direct: c.Direct}
	trials := make([]Trial, len(c.Changes))
	var told sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)))
	for i, change := range c.Changes {
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			trial, known := c.Known(change)
			if !known {
				trial = b.try(change)
			}
			trials[i] = trial
			told.Lock()
			defer told.Unlock()
			return c.Tried(change, trial)
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return trials, nil
}
