package main

import (
	"flag"
	"fmt"
	"strings"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/payscan"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

const scanDetails = `Goes up the gross pays of every profile of conformance/people.yaml, in all years, and
lists where net pay falls by more than the steps of the tax explain, where more is
deducted than gross pay rises, and where deductions fall, with the lines and rules
that do it. What the law means so is declared in conformance/exceptions.yaml.

  --step AMOUNT     between two pays (1.00)
  --stretch AMOUNT  over which a rate above 100 % is looked for (100.00)
  --highest AMOUNT  the largest pay (30000.00)
`

// scanReport is the answer of scan as JSON.
type scanReport struct {
	Scans    int               `json:"scans"`
	Findings []payscan.Finding `json:"findings"`
	Stale    []string          `json:"stale_exceptions"`
}

// scan is "rulecheck scan".
func scan(c *call, arguments []string) error {
	flags := flag.NewFlagSet("scan", flag.ContinueOnError)
	amounts := map[string]*string{"step": flags.String("step", "1.00", ""), "stretch": flags.String("stretch", "100.00", ""), "highest": flags.String("highest", "30000.00", "")}
	others, err := parse(flags, arguments)
	if err != nil {
		return err
	}
	if len(others) > 1 {
		return usagef("scan takes at most one country")
	}
	var settings payscan.Scan
	for name, to := range map[string]*int64{"step": &settings.Step, "stretch": &settings.Stretch, "highest": &settings.Highest} {
		d, err := number.Parse(*amounts[name])
		units, whole := d.Units(2)
		if err != nil || !whole || units <= 0 {
			return usagef("--%s: %q is no amount above zero with two decimals", name, *amounts[name])
		}
		*to = units
	}
	if settings.Stretch < settings.Step {
		return usagef("--stretch must be at least --step")
	}
	e, err := c.evidence()
	if err != nil {
		return err
	}
	report, err := c.scanAll(settings, others, e.subject, e.exceptions)
	if err != nil {
		return err
	}
	if c.json {
		err = c.writeJSON(report)
	} else {
		c.showScan(report)
	}
	if err == nil && report.open() {
		err = errFindings
	}
	return err
}

func (c *call) scanAll(settings payscan.Scan, countries []string, subject conformance.Subject, exceptions *coverage.Exceptions) (*scanReport, error) {
	report := &scanReport{Findings: []payscan.Finding{}, Stale: []string{}}
	files, err := ruletext.Read(subject.Files)
	if err != nil {
		return nil, err
	}
	grids, err := yeardiff.ReadGrids(conformance.People)
	if err != nil {
		return nil, err
	}
	var explainer payscan.Explainer
	if explainer.Model, err = coverage.New(subject.Files); err != nil {
		return nil, err
	}
	if explainer.Tracker, err = conformance.NewTracker(subject); err != nil {
		return nil, err
	}
	progress := c.newProgress("profiles", 0)
	defer progress.end()
	for _, country := range subject.Book.Countries() {
		grid := grids[country.Code()]
		if country.Status() != rules.Available || grid == nil || len(countries) > 0 && !strings.EqualFold(countries[0], country.Code()) {
			continue
		}
		folder, err := countryFolder(files.FS(), country.Code())
		if err != nil {
			return nil, err
		}
		for _, year := range country.Years() {
			for _, person := range grid.People {
				s := settings
				s.Book, s.Country, s.Year, s.Period, s.Person = subject.Book, country.Code(), year, grid.Period, person
				found, err := s.Run(folder, explainer, exceptions.Jumps)
				if err != nil {
					return nil, err
				}
				report.Scans++
				report.Findings = append(report.Findings, found...)
				progress.add(1)
			}
		}
	}
	if len(countries) == 0 {
		report.Stale = append(report.Stale, coverage.Unused(exceptions.Jumps)...)
	}
	return report, nil
}

// open reports whether something was found that is not declared.
func (r *scanReport) open() bool {
	for i := range r.Findings {
		if r.Findings[i].Reason == "" {
			return true
		}
	}
	return len(r.Stale) > 0
}

func (c *call) showScan(r *scanReport) {
	fmt.Fprintf(c.stdout, "%s scanned, %s\n", counted(r.Scans, "profile"), counted(len(r.Findings), "finding"))
	for i := range r.Findings {
		f := &r.Findings[i]
		fmt.Fprintf(c.stdout, "\n%s\n  from %s to %s net pay changes by %s\n", f.ID, f.From, f.To, f.Change)
		for _, line := range f.Lines {
			fmt.Fprintf(c.stdout, "  line  %s\n", line)
		}
		for _, branch := range f.Branches {
			fmt.Fprintf(c.stdout, "  rule  %s\n", branch)
		}
		if f.Reason != "" {
			fmt.Fprintf(c.stdout, "  known %s\n", f.Reason)
		}
	}
	for _, id := range r.Stale {
		fmt.Fprintf(c.stdout, "\nexceptions.yaml: %s excuses nothing: remove it\n", id)
	}
}
