package mutation

import (
	"cmp"
	"context"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/resume"
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
	// Done has the trials of earlier runs and is given those of this one; it may be nil.
	Done *resume.File[Trial]
	// Progress is told of every trial, one at a time.
	Progress func(done int)
}

func (c *Campaign) bench() *bench {
	return &bench{files: c.Files, book: c.Book, tables: c.Tables, travel: c.Travel, model: c.Model, sets: c.Sets, direct: c.Direct}
}

// each does so many things, several at once, and tells of the progress.
func (c *Campaign) each(ctx context.Context, count int, do func(i int) error) error {
	var told sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)))
	for i := range count {
		group.Go(func() error {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := do(i); err != nil {
				return err
			}
			told.Lock()
			defer told.Unlock()
			c.Progress(1)
			return nil
		})
	}
	return group.Wait()
}

// Run tries all changes, several at once, and returns their trials in the order of the changes. The error is ctx's or of Done.
func (c *Campaign) Run(ctx context.Context) ([]Trial, error) {
	b, trials := c.bench(), make([]Trial, len(c.Changes))
	err := c.each(ctx, len(c.Changes), func(i int) error {
		key := c.Changes[i].At.File + " " + c.Changes[i].ID
		trial, known := c.Done.Known(key)
		if !known {
			trial = b.try(c.Changes[i])
			if err := c.Done.Add(key, trial); err != nil {
				return err
			}
		}
		trials[i] = trial
		return nil
	})
	if err != nil {
		return nil, err
	}
	return trials, nil
}
