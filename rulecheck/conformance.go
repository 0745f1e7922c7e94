package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/conformance"
)

// conformanceCommand is "rulecheck conformance".
func conformanceCommand(c *call) *cobra.Command {
	var name string
	of := c.scoped("conformance [COUNTRY [YEAR]] [--case ID] | add", "replay labelled cases, or add one", func(s scope) error { return c.replay(s, name) })
	of.Flags().StringVar(&name, "case", "", "")
	of.AddCommand(addCommand(c))
	return of
}

// replay replays the cases of a scope, or those with a name.
func (c *call) replay(scope scope, name string) error {
	sets, subject, err := c.evidence(scope, c.options())
	if err != nil {
		return err
	}
	if name != "" {
		if sets, err = setsWith(sets, name); err != nil {
			return err
		}
	}
	reports := c.replaySets(sets, subject, name)
	switch {
	case c.json:
		err = c.writeJSON(conformanceReport{reports, totals(reports), casesByKind(reports)})
	case name != "":
		err = c.showCase(reports)
	default:
		c.showSets(reports)
	}
	return ended(err, !slices.ContainsFunc(reports, func(r *conformance.Report) bool { return r.Failure != "" || r.Differing > 0 }))
}

// conformanceReport is the answer of conformance as JSON.
type conformanceReport struct {
	Sets   []*conformance.Report      `json:"sets"`
	Totals conformance.Counts         `json:"totals"`
	Kinds  map[conformance.Origin]int `json:"kinds"`
}

// setsWith returns the sets that contain a case with this name.
func setsWith(sets []*conformance.Set, name string) ([]*conformance.Set, error) {
	var found []*conformance.Set
	var names []string
	for _, set := range sets {
		if slices.Contains(set.Cases(), name) {
			found = append(found, set)
		}
		names = append(names, set.Cases()...)
	}
	if len(found) == 0 {
		return nil, unknown("case", name, names, "")
	}
	return found, nil
}

func (c *call) replaySets(sets []*conformance.Set, subject conformance.Subject, name string) []*conformance.Report {
	progress := c.newProgress("cases", countCases(sets))
	defer progress.end()
	options := conformance.Options{Case: name, Progress: progress.add}
	reports := []*conformance.Report{}
	for _, set := range sets {
		r, err := set.Run(context.Background(), subject, options)
		if err != nil {
			r = set.Report()
			r.Failure = err.Error()
		}
		reports = append(reports, r)
	}
	return reports
}

// totals returns the sum of all counts.
func totals(reports []*conformance.Report) (sum conformance.Counts) {
	for _, r := range reports {
		sum.Add(r.Counts)
	}
	return sum
}

// casesByKind counts cases by the origin of their values.
func casesByKind(reports []*conformance.Report) map[conformance.Origin]int {
	kinds := map[conformance.Origin]int{}
	for _, r := range reports {
		kinds[r.Set.CountedAs()] += r.Cases
	}
	return kinds
}

func (c *call) showSets(reports []*conformance.Report) {
	width := len("total")
	for _, r := range reports {
		width = max(width, len(r.Name))
	}
	fmt.Fprintf(c.stdout, "%-*s  %7s  %7s  %7s  %9s\n", width, "set", "cases", "matched", "known", "differing")
	row := func(name string, r conformance.Counts) {
		fmt.Fprintf(c.stdout, "%-*s  %7d  %7d  %7d  %9d\n", width, name, r.Cases, r.Matched, r.Known, r.Differing)
	}
	for _, r := range reports {
		row(r.Name, r.Counts)
	}
	row("total", totals(reports))
	fmt.Fprintln(c.stdout)
	kinds := casesByKind(reports)
	for _, kind := range conformance.Origins {
		if kinds[kind] > 0 {
			fmt.Fprintf(c.stdout, "%-*s  %7d\n", width, kind, kinds[kind])
		}
	}
	for _, r := range reports {
		if r.Failure != "" {
			fmt.Fprintf(c.stdout, "\n%s cannot be replayed:\n  %s\n", r.Name, strings.ReplaceAll(r.Failure, "\n", "\n  "))
		}
		if len(r.Differences) == 0 {
			continue
		}
		fmt.Fprintf(c.stdout, "\n%s, first differences:\n", r.Name)
		for _, d := range r.Differences {
			fmt.Fprintf(c.stdout, "  case %s: %s\n", d.Case, describe(d))
		}
	}
}

// describe returns a difference as text.
func describe(d conformance.Comparison) string {
	text := fmt.Sprintf("expected %s, got %s", d.Want, d.Got)
	if d.Output != "" {
		text = d.Output + ": " + text
	}
	if d.Reason != "" {
		text += " (" + d.Reason + ")"
	}
	return text
}

func (c *call) showCase(reports []*conformance.Report) error {
	for i, r := range reports {
		if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		fmt.Fprintf(c.stdout, "set     %s\nkind    %s\norigin  %s\nruns    %s\n\n", r.Name, r.Kind, r.Origin, r.Runs)
		if r.Failure != "" {
			fmt.Fprintf(c.stdout, "cannot be replayed: %s\n", r.Failure)
			continue
		}
		table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "output\texpected\tgot\tresult")
		for _, d := range r.Checked {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", d.Output, d.Want, d.Got, d.Result)
		}
		if err := table.Flush(); err != nil {
			return err
		}
		for _, d := range r.Checked {
			if d.Reason != "" {
				fmt.Fprintf(c.stdout, "\n%s: %s\n", d.Output, d.Reason)
			}
		}
	}
	return nil
}
