package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/payscan"
	"github.com/payslate/payslate/rules"
)

const scanDetails = `Goes up the gross pays of the profiles of conformance/people.yaml and of one for every
value of each profile field, in all years and pay periods, and lists where net pay
falls by more than the steps of the tax explain, where more is deducted than gross pay
rises, and where deductions fall, with the lines and rules that do it. What the law
means so is declared in conformance/exceptions.yaml. Amounts are those of a month
where conformance/people.yaml compares months, and as much of a year in other periods.

  --step AMOUNT     between two pays (1.00)
  --stretch AMOUNT  over which a rate above 100 % is looked for (100.00)
  --highest AMOUNT  the largest pay (30000.00)
`

// scanReport is the answer of scan as JSON.
type scanReport struct {
	Scans    int               `json:"scans"`
	Coverage []scanned         `json:"coverage"`
	Findings []payscan.Finding `json:"findings"`
	// Refused lists whose net pay the rules refuse at every pay.
	Refused []scanRefusal `json:"refused"`
	Stale   []string      `json:"stale_exceptions"`
}

// scanned counts the scans of a year and pay period of a country.
type scanned struct {
	Country  string `json:"country"`
	Year     int    `json:"year"`
	Period   string `json:"period"`
	Profiles int    `json:"profiles"`
}

// scanRefusal counts the scans of a person that are refused.
type scanRefusal struct {
	Country string `json:"country"`
	Person  string `json:"person"`
	Reason  string `json:"reason"`
	Scans   int    `json:"scans"`
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
			return usagef("--%s: %q is not an amount above zero with two decimals", name, *amounts[name])
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
	report := &scanReport{Coverage: []scanned{}, Findings: []payscan.Finding{}, Refused: []scanRefusal{}, Stale: []string{}}
	grids, variations, err := c.people()
	if err != nil {
		return nil, err
	}
	var scans []payscan.Scan
	for _, country := range subject.Book.Countries() {
		grid := grids[country.Code()]
		if country.Status() != rules.Available || len(countries) > 0 && !strings.EqualFold(countries[0], country.Code()) {
			continue
		}
		if grid == nil {
			return nil, fmt.Errorf("nothing of %s can be scanned: list people of %s in people.yaml of the folder that --cases names", country.Code(), country.Code())
		}
		settings.Book = subject.Book
		planned, err := payscan.Plan(settings, country, grid, variations[country.Code()])
		if err != nil {
			return nil, err
		}
		scans = append(scans, planned...)
	}
	explainer, err := payscan.NewExplainer(subject)
	if err != nil {
		return nil, err
	}
	progress := c.newProgress("profiles", len(scans))
	outcomes, err := payscan.RunAll(scans, explainer, progress.add)
	progress.end()
	if err != nil {
		return nil, err
	}
	for i := range scans {
		report.add(&scans[i], &outcomes[i], exceptions.Jumps)
	}
	if len(countries) == 0 {
		report.Stale = append(report.Stale, coverage.Unused(exceptions.Jumps)...)
	}
	return report, nil
}

// add counts a scan in with what it has found.
func (r *scanReport) add(s *payscan.Scan, o *payscan.Outcome, known []*coverage.Exception) {
	r.Scans++
	at := slices.IndexFunc(r.Coverage, func(x scanned) bool { return x.Country == s.Country && x.Year == s.Year && x.Period == s.Period })
	if at < 0 {
		at = len(r.Coverage)
		r.Coverage = append(r.Coverage, scanned{s.Country, s.Year, s.Period, 0})
	}
	r.Coverage[at].Profiles++
	for _, f := range o.Findings {
		f.Reason = coverage.Reason(known, f.ID)
		r.Findings = append(r.Findings, f)
	}
	if o.Refused == nil {
		return
	}
	reason := o.Refused.Message.English
	at = slices.IndexFunc(r.Refused, func(x scanRefusal) bool {
		return x.Country == s.Country && x.Person == s.Person.Name && x.Reason == reason
	})
	if at < 0 {
		at = len(r.Refused)
		r.Refused = append(r.Refused, scanRefusal{s.Country, s.Person.Name, reason, 0})
	}
	r.Refused[at].Scans++
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
	table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "country\tyear\tperiod\tprofiles")
	for _, x := range r.Coverage {
		fmt.Fprintf(table, "%s\t%d\t%s\t%d\n", x.Country, x.Year, x.Period, x.Profiles)
	}
	_ = table.Flush() // standard output that is gone has nobody to tell
	fmt.Fprintf(c.stdout, "\n%s of net pay, %s\n", counted(r.Scans, "scan"), counted(len(r.Findings), "finding"))
	for _, x := range r.Refused {
		fmt.Fprintf(c.stdout, "\nrefused at every pay, in %s: %s, %s\n  %s\n", counted(x.Scans, "scan"), x.Country, x.Person, x.Reason)
	}
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
