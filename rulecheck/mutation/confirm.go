package mutation

import (
	"context"
	"slices"

	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

// Excused changes are tried on so many rows of mixed inputs for each program that cases run
// directly, and on so many mixed requests for each set of whole answers.
const (
	confirmedRows     = 150_000
	confirmedRequests = 2_000
)

// Confirm tries each excused change on mixed inputs. A change that makes a difference, or that
// no input reaches, loses its excuse.
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
		revoked := trial.By != "" || trial.Confirmed == 0
		if revoked {
			r.Unnoticed = append(r.Unnoticed, trial)
		}
		return revoked
	})
	return err
}

// confirm mixes the inputs of cases that take one of the branches; with inside, only those of
// whole answers. It returns the number of sets tried and the difference found, if any.
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
		tried := map[string]bool{}
		ofYear := func(set *coverage.Set, branches []int) []int {
			return slices.DeleteFunc(set.Taking(branches), func(i int) bool { return set.Years[i] != y.Name })
		}
		for _, set := range b.Sets {
			cases, count := ofYear(set, branches), confirmedRequests
			if set.Program != "" {
				count = confirmedRows
			}
			if len(cases) == 0 || tried[set.Program] || inside && set.Program != "" {
				continue
			}
			tried[set.Program] = set.Program != ""
			sets++
			if differs, err = set.DiffersMixed(before, after, cases, ofYear(set, nil), count); differs != "" || err != nil {
				return sets, "differs at " + differs, err
			}
		}
	}
	if sets == 0 && branches != nil {
		return b.confirm(change, nil, inside) // no case reaches the change: mix those of all its years
	}
	return sets, "", nil
}
