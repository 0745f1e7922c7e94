package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/judge"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

// checkReport is the answer of check as JSON.
type checkReport struct {
	MayGoLive bool     `json:"may_go_live"`
	Refusals  []string `json:"refusals"`
	conformance.Counts
	PutAside int `json:"built_in_cases_put_aside"`
	// WithoutCases are the years without a labelled case.
	WithoutCases []string `json:"without_cases"`
	// Unnoticed is what can be wrong without a labelled case differing; Unproved are figures that no
	// case can notice, with the reasons that their files give.
	Unnoticed []judge.Unnoticed `json:"unnoticed"`
	Unproved  []string          `json:"unproved"`
	// Untried are the years whose labelled cases differ: what these notice was not tried.
	Untried []string `json:"untried"`
	// Changed lists the figures that differ from the year before, the largest change first.
	Changed []yearFigures `json:"changed_figures"`
	// Confirmed is what the files no longer say, or say otherwise, than when they last passed, and what
	// --confirm passed.
	Confirmed []string `json:"confirmed"`
	// Sealed are the folders that were sealed.
	Sealed []string `json:"sealed"`
	// Frames are the sets of --cases that have cases to fill in.
	Frames []string `json:"frames,omitempty"`
	diagnostic.Report
}

// yearFigures are the figures of a year that differ from the year before.
type yearFigures struct {
	Year    string            `json:"year"`
	Before  int               `json:"before"`
	Figures []yeardiff.Figure `json:"figures"`
}

// checkOptions are the flags of "rulecheck check".
type checkOptions struct {
	day     *string
	confirm bool   // pass what the files no longer say
	all     bool   // try every year again that a change may concern
	write   string // the file for what was found of the built-in rules
	// frames is the origin of the cases to fill in that are added to the folder of --cases; empty for
	// none.
	frames string
}

// checkCommand is "rulecheck check": what it passes it seals, and a server trusts the seal.
func checkCommand(c *call) *cobra.Command {
	var o checkOptions
	of := c.scoped("check [COUNTRY [YEAR]]", "decide whether rules and tables may go live", func(s scope) error { return c.check(s, o) })
	o.day = dayFlag(of.Flags())
	of.Flags().BoolVar(&o.all, "all", false, "")
	of.Flags().BoolVar(&o.confirm, "confirm", false, "")
	of.Flags().StringVar(&o.frames, "frames", "", "")
	of.Flags().StringVar(&o.write, "write", "", "")
	_ = of.Flags().MarkHidden("write") // for the built-in rules only
	return of
}

func (c *call) check(s scope, o checkOptions) error {
	if c.allowUnchecked {
		return wrongf("check takes no --allow-unchecked: what is marked to_check does not pass; server --unsealed serves a folder under work")
	}
	r, err := c.review(s, *o.day)
	if err != nil {
		return err
	}
	report := checkReport{Report: diagnostic.NewReport(r.list), Refusals: []string{}, WithoutCases: []string{}, Unnoticed: []judge.Unnoticed{}, Unproved: []string{}, Untried: []string{}, Confirmed: []string{}, Sealed: []string{}}
	switch {
	case r.list.HasErrors():
		report.Refusals = append(report.Refusals, diagnostic.Counted(report.Errors, "error")+" in the files")
	case r.book == nil && !r.tablesAlone || r.travel == nil && !r.rulesAlone:
		return wrongf("rules or tables outside %s have errors: run rulecheck validate", r.scope)
	default:
		if err := c.judge(&report, r, o); err != nil {
			return err
		}
		if r.book != nil {
			if report.Changed, err = c.changedFigures(r.scope, r.book); err != nil {
				return err
			}
		}
	}
	report.MayGoLive = len(report.Refusals) == 0
	if c.json {
		err = c.writeJSON(report)
	} else {
		err = diagnostic.Write(c.stdout, r.list, r.source)
		c.writeCheck(&report)
	}
	return ended(err, report.MayGoLive)
}

// judge has rules and tables judged, keeps what was found, and seals a whole folder that passes.
func (c *call) judge(report *checkReport, r *reviewed, o checkOptions) error {
	own, err := c.ownCases()
	if err != nil && (o.frames == "" || !errors.Is(err, fs.ErrNotExist)) {
		return err
	}
	builtIn := judge.Read(rules.Checked())
	known, keep := c.record(builtIn)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	verdict, err := judge.Judge(ctx, &judge.Matter{
		Files: c.rules().files, Book: r.book, Travel: r.travel, TableFiles: c.tables().files, OfRules: r.ofRules, OfTables: r.ofTables, Own: own, Of: r.of, Year: r.year, All: o.all, Known: known,
		Confirm:  o.confirm || o.write != "", // who writes the record sees its difference
		Progress: func(tries int) func(int) { return c.newProgress("changes of figures", tries).add },
	})
	if err != nil {
		return err
	}
	report.Refusals = append(report.Refusals, verdict.Refusals()...)
	report.PutAside = verdict.PutAside
	for _, set := range verdict.Reports {
		report.Counts.Add(set.Counts)
	}
	report.WithoutCases = diagnostic.Names(verdict.Evidence.Unproved, conformance.Scope.String)
	report.Unnoticed = append(report.Unnoticed, verdict.Unnoticed...)
	report.Untried = append(report.Untried, verdict.Untried...)
	report.Confirmed = append(report.Confirmed, verdict.Confirmed...)
	for _, year := range verdict.Years {
		for _, figure := range year.Unproved {
			report.Unproved = append(report.Unproved, year.String()+": "+figure)
		}
	}
	keep(known.With(verdict.Record))
	if o.frames != "" {
		if report.Frames, err = c.addFrames(questionsOf(report.Unnoticed), o.frames); err != nil {
			return err
		}
	}
	if r.of != "" {
		return nil
	}
	if o.write != "" {
		text, err := json.MarshalIndent(judge.Found{Years: verdict.Years, Found: verdict.Record}, "", " ")
		if err != nil {
			return err
		}
		return writeFile(o.write, append(text, '\n'))
	}
	return c.seal(report, r, verdict)
}

// changedFigures compares the newest year of each country, or the year of the scope, with the
// one before.
func (c *call) changedFigures(scope scope, book *rules.Book) (changed []yearFigures, err error) {
	files, err := ruletext.Read(c.rules().files)
	if err != nil {
		return nil, err
	}
	for _, country := range book.Countries() {
		years := country.Years
		at := len(years) - 1
		if scope.year != 0 {
			at = slices.Index(years, scope.year)
		}
		if at < 1 || scope.of != "" && scope.of != country.Code {
			continue
		}
		folder := func(year int) string { return path.Join(country.Folder(), strconv.Itoa(year)) }
		figures, err := yeardiff.Changed(files.FS(), folder(years[at-1]), folder(years[at]))
		if err != nil {
			return nil, err
		}
		changed = append(changed, yearFigures{fmt.Sprintf("%s %d", country.Code, years[at]), years[at-1], figures})
	}
	return changed, nil
}

func (c *call) writeCheck(report *checkReport) {
	for _, q := range questionsOf(report.Unnoticed) {
		for _, missed := range q.things {
			fmt.Fprintf(c.stdout, "%s: no labelled case notices another %s (%s)\n", missed.Year, missed.What, missed.Place)
		}
		before := ""
		if q.Before != "" {
			before = ", as " + q.Before + " did in the year before"
		}
		switch {
		case q.Request != "":
			fmt.Fprintf(c.stdout, "  a case of answer: %s with this request would%s: %s\n", q.Answer, before, q.Request)
		case q.Before != "":
			fmt.Fprintf(c.stdout, "  one for this year would%s\n", before)
		}
	}
	if len(report.Untried) > 0 {
		fmt.Fprintf(c.stdout, "not tried: what labelled cases of %s notice, since some of them differ; it is tried once they match\n", strings.Join(report.Untried, ", "))
	}
	for _, doubt := range report.Confirmed {
		fmt.Fprintf(c.stdout, "confirmed: %s\n", doubt)
	}
	for _, set := range report.Frames {
		fmt.Fprintf(c.stdout, "%s has new cases: write what the law gives for each null\n", set)
	}
	for _, figure := range report.Unproved {
		fmt.Fprintf(c.stdout, "%s (unproved)\n", figure)
	}
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
	for _, folder := range report.Sealed {
		fmt.Fprintf(c.stdout, "sealed %s\n", folder)
	}
	if report.MayGoLive {
		fmt.Fprintln(c.stdout, "may go live")
		return
	}
	fmt.Fprintf(c.stdout, "not, because %s\n", strings.Join(report.Refusals, "; "))
}
