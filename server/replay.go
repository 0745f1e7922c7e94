package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/payslate/payslate/conformance"
)

// replay runs the labelled cases that changed files may concern. Cases that the
// rules in use already miss keep nobody from loading others; any further one
// does. Cases that pin words are left to conformance: other words are no wrong
// answer. It returns how many cases were replayed.
func replay(ctx context.Context, changedRules, changedTables []string, before, after conformance.Subject) (int, error) {
	sets, err := conformance.Load()
	if err != nil {
		return 0, err
	}
	count := 0
	for _, set := range sets {
		if set.Wording || !concerns(set, changedRules, changedTables) {
			continue
		}
		missed, sample, cases, err := missedCases(ctx, set, after)
		if ctx.Err() != nil {
			return count, ctx.Err()
		}
		old, _, _, oldErr := missedCases(ctx, set, before)
		switch {
		case err != nil && oldErr == nil:
			return count, fmt.Errorf("the labelled cases %s cannot be replayed: %w", set.Name, err)
		case err == nil && oldErr == nil && missed > old:
			return count, fmt.Errorf("%d of %d labelled cases of %s differ, such as %s: %s should be %s, is %s", missed, cases, set.Name, sample.Case, sample.Output, sample.Want, sample.Got)
		}
		count += cases
	}
	return count, nil
}

func missedCases(ctx context.Context, set *conformance.Set, subject conformance.Subject) (missed int, sample conformance.Comparison, cases int, err error) {
	report, err := set.Run(ctx, subject, conformance.Options{Workers: 1, Limit: 1})
	if err != nil {
		return 0, sample, 0, err
	}
	if len(report.Differences) > 0 {
		sample = report.Differences[0]
	}
	return report.Differing, sample, report.Cases, nil
}

// concerns reports whether the cases of a set may depend on changed files: those
// of the set's own country or regime, or those that all have in common.
func concerns(set *conformance.Set, changedRules, changedTables []string) bool {
	in := func(folder string, changed []string) bool {
		return slices.ContainsFunc(changed, func(name string) bool {
			return strings.HasPrefix(name, folder+"/") || !strings.Contains(name, "/")
		})
	}
	switch {
	case set.Program != "":
		country, _, _ := strings.Cut(set.Program, "/")
		return in(country, changedRules)
	case set.Rates != "":
		return in(set.Rates, changedTables)
	case set.Answer == conformance.TripAnswer:
		return len(changedTables) > 0
	}
	return len(changedRules) > 0
}
