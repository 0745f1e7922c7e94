package mutation

import (
	"context"
	"runtime"
	"sync"

	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

// Campaign is a list of changes to be tried.
type Campaign struct {
	Files   ruletext.Files
	Model   *coverage.Model
	Sets    []*coverage.Set
	Changes []*Change
	// Known finds what came of a change before, if it was tried.
	Known func(c *Change) (Trial, bool)
	// Tried is told of every trial, one at a time.
	Tried func(c *Change, t Trial) error
}

// Run tries all changes, as many at once as there are processors, and returns
// their trials in the order of the changes. The error is ctx's or of Tried.
func (c *Campaign) Run(ctx context.Context) ([]Trial, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	b := &bench{files: c.Files, years: c.Model.Years, sets: c.Sets}
	trials := make([]Trial, len(c.Changes))
	next := make(chan int)
	var group sync.WaitGroup
	var told sync.Mutex
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				trial, known := c.Known(c.Changes[i])
				if !known {
					trial = b.try(c.Changes[i])
				}
				trials[i] = trial
				told.Lock()
				if err := c.Tried(c.Changes[i], trial); err != nil {
					stop(err)
				}
				told.Unlock()
			}
		})
	}
	for i := range c.Changes {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return trials, nil
}
