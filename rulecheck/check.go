package main

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/args"
)

// checkReport is the answer of check as JSON.
type checkReport struct {
	MayGoLive bool     `json:"may_go_live"`
	Refusals  []string `json:"refusals"`
	conformance.Counts
	PutAside int `json:"built_in_cases_put_aside"`
	// WithoutCases are the years without a labelled case.
	WithoutCases []string `json:"without_cases"`
	// Changed lists the figures that differ from the year before, the largest change first.
	Changed []yearFigures `json:"changed_figures"`
	diagnostic.Report
}

// yearFigures are the figures of a year that differ from the year before.
type yearFigures struct {
	Year    string            `json:"year"`
	Before  int               `json:"before"`
	Figures []yeardiff.Figure `json:"figures"`
}

// checkCommand is "rulecheck check": what it refuses, a server refuses.
func checkCommand(c *call, arguments []string) error {
	r, err := c.review("check", arguments)
	if err != nil {
		return err
	}
	report := checkReport{Report: diagnostic.NewReport(r.list), Refusals: []string{}, WithoutCases: []string{}}
	switch {
	case r.list.HasErrors():
		report.Refusals = append(report.Refusals, diagnostic.Counted(report.Errors, "error")+" in the files")
	case r.book == nil || r.travel == nil && !r.isCountry():
		return args.Errorf("rules or tables outside %s have errors: run rulecheck validate", r.scope)
	default:
		if err := c.admit(&report, r.scope, conformance.NewSubject(c.rules().files, r.book, r.travel)); err != nil {
			return err
		}
		if report.Changed, err = c.changedFigures(r.scope, r.book); err != nil {
			return err
		}
	}
	report.MayGoLive = len(report.Refusals) == 0
	if c.json {
		err = c.writeJSON(report)
	} else {
		err = diagnostic.Write(c.stdout, r.list, r.source)
		c.writeCheck(&report)
	}
	return args.Ended(err, report.MayGoLive)
}

// admit asks what a server asks before it serves rules and tables.
func (c *call) admit(report *checkReport, scope scope, subject conformance.Subject) error {
	own, err := c.ownCases()
	if err != nil {
		return err
	}
	verdict, err := conformance.Admit(context.Background(), subject, conformance.Admission{
		Own: own, AllowUnchecked: c.allowUnchecked, Of: scope.of, Year: scope.year,
	})
	if err != nil {
		return err
	}
	report.Refusals = append(report.Refusals, verdict.Refusals...)
	report.PutAside = verdict.PutAside
	for _, set := range verdict.Reports {
		report.Counts.Add(set.Counts)
	}
	report.WithoutCases = diagnostic.Names(verdict.Unproved, conformance.Scope.String)
	return nil
}

// changedFigures compares the newest year of each country, or the year of the scope, with the
// one before.
func (c *call) changedFigures(scope scope, book *rules.Book) (changed []yearFigures, err error) {
	files, err := ruletext.Read(c.rules().files)
	if err != nil {
		return nil, err
	}
	for _, country := range book.Countries() {
		years := country.Years()
		at := len(years) - 1
		if scope.year != 0 {
			at = slices.Index(years, scope.year)
		}
		if at < 1 || scope.of != "" && scope.of != country.Code() {
			continue
		}
		folder := func(year int) string { return path.Join(country.Folder(), strconv.Itoa(year)) }
		figures, err := yeardiff.Changed(files.FS(), folder(years[at-1]), folder(years[at]))
		if err != nil {
			return nil, err
		}
		changed = append(changed, yearFigures{fmt.Sprintf("%s %d", country.Code(), years[at]), years[at-1], figures})
	}
	return changed, nil
}

func (c *call) writeCheck(report *checkReport) {
	for _, year := range report.Changed {
		fmt.Fprintf(c.stdout, "%s: %s since %d, largest change first\n", year.Year, diagnostic.Counted(len(year.Figures), "changed figure"), year.Before)
		for _, f := range year.Figures {
			percent := f.Percent
			if percent != "" {
				percent += " %"
			}
			fmt.Fprintf(c.stdout, "  %9s  %s  %s → %s %s · %s\n", percent, f.Key, yeardiff.OrNone(f.Before), yeardiff.OrNone(f.After), f.Unit, f.Cite)
		}
	}
	if report.Cases > 0 {
		fmt.Fprintf(c.stdout, "%s: %d match, %d differ for a known reason, %d differ\n", diagnostic.Counted(report.Cases, "labelled case"), report.Matched, report.Known, report.Differing)
	}
	if report.PutAside > 0 {
		fmt.Fprintf(c.stdout, "%s put aside by your own\n", diagnostic.Counted(report.PutAside, "built-in case"))
	}
	if len(report.WithoutCases) > 0 {
		fmt.Fprintf(c.stdout, "without a labelled case: %s; rulecheck help conformance says how to add one\n", strings.Join(report.WithoutCases, ", "))
	}
	fmt.Fprintf(c.stdout, "%s, %s\n", diagnostic.Counted(report.Errors, "error"), diagnostic.Counted(report.Warnings, "warning"))
	if report.MayGoLive {
		fmt.Fprintln(c.stdout, "may go live")
		return
	}
	fmt.Fprintf(c.stdout, "not, because %s\n", strings.Join(report.Refusals, "; "))
}
