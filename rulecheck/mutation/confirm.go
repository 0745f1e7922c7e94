package mutation

import (
	"context"
	"slices"

	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

// An excused change is tried on so many rows of mixed inputs where cases ask its program
// directly, and on so many mixed requests of every set that asks whole answers.
const (
	confirmedRows     = 150_000
	confirmedRequests = 2_000
)

// Confirm asks mixed questions with and without each excused change. One that makes a
// difference, or that no question can be asked of, has no excuse.
func (r *Report) Confirm(ctx context.Context, c *Campaign) error {
	b, changes := &bench{Campaign: c}, map[string]*Change{}
	for _, change := range c.Changes {
		changes[change.ID] = change
	}
	err := c.each(ctx, len(r.Excused), func(i int) error {
		trial := &r.Excused[i]
		done, err := c.Done.Do("excuse "+trial.ID, func() (Trial, error) {
			confirmed, change, err := *trial, changes[trial.ID], error(nil)
			confirmed.Confirmed, confirmed.By, err = b.confirm(change, change.branches, trial.inside)
			return confirmed, err
		})
		trial.Confirmed, trial.By = done.Confirmed, done.By
		return err
	})
	r.Excused = slices.DeleteFunc(r.Excused, func(trial Trial) bool {
		unfounded := trial.By != "" || trial.Confirmed == 0
		if unfounded {
			r.Unnoticed = append(r.Unnoticed, trial)
		}
		return unfounded
	})
	return err
}

// confirm mixes cases that take one of the branches; of what differs inside alone, whole
// answers. It returns how many sets were asked, and what tells the change, if anything does.
func (b *bench) confirm(change *Change, branches []int, inside bool) (sets int, differs string, err error) {
	data, err := b.Files.Edited(change.At.File, ruletext.Change{At: change.At, Text: change.New})
	if err != nil {
		return 0, "", err
	}
	changed := b.Files.With(change.At.File, data)
	for _, y := range b.Model.Years {
		if y.File(change.At.File) == nil {
			continue
		}
		before, err := b.open(y.Name, b.Files, "")
		if err != nil {
			return sets, "", err
		}
		after, err := b.open(y.Name, changed, change.At.File)
		if err != nil {
			return sets, "", err
		}
		asked := map[string]bool{}
		ofYear := func(set *coverage.Set, branches []int) []int {
			return slices.DeleteFunc(set.Taking(branches), func(i int) bool { return set.Years[i] != y.Name })
		}
		for _, set := range b.Sets {
			cases, questions := ofYear(set, branches), confirmedRequests
			if set.Program != "" {
				questions = confirmedRows
			}
			if len(cases) == 0 || asked[set.Program] || inside && set.Program != "" {
				continue
			}
			asked[set.Program] = set.Program != ""
			sets++
			if differs, err = set.DiffersMixed(before, after, cases, ofYear(set, nil), questions); differs != "" || err != nil {
				return sets, "differs at " + differs, err
			}
		}
	}
	if sets == 0 && branches != nil {
		return b.confirm(change, nil, inside) // no case comes by: those of all its years are mixed
	}
	return sets, "", nil
}
