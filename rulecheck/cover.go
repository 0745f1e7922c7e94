package main

import (
	"context"
	"flag"
	"os"
	"slices"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/mutation"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

const coverDetails = `Follows every labelled case through the programs and shows what none of them reaches:
both sides of each condition and every case of a match, refusals, notes, lines,
parameters, cells of tables, cases of enumerations and forms of texts. A cell is reached
if a case differs once its number is a larger one. What cannot be reached is declared
with its reason in conformance/exceptions.yaml.

  --html FILE    also write the rule files as a page with the unreached places marked
  --out FILE     also write as JSON how many cases reach each place but the cells; a
                 service shows it where it is the file coverage.json beside the rules
  --cells=false  leave the cells out, which take most of the time
`

// cover is "rulecheck cover".
func cover(c *call, arguments []string) error {
	flags := flag.NewFlagSet("cover", flag.ContinueOnError)
	page := flags.String("html", "", "")
	out := flags.String("out", "", "")
	cells := flags.Bool("cells", true, "")
	others, err := parse(flags, arguments)
	if err != nil {
		return err
	}
	if len(others) > 0 {
		return usagef("cover takes --html FILE, --out FILE and --cells=false, and no arguments")
	}
	sets, exceptions, subject, err := c.evidence()
	if err != nil {
		return err
	}
	model, err := coverage.New(subject.Files)
	if err != nil {
		return err
	}
	progress := c.newProgress("cases", countCases(sets))
	followed, err := model.Follow(sets, subject, progress.add)
	progress.end()
	if err != nil {
		return err
	}
	if *out != "" {
		if err := writeCounts(*out, model, followed, exceptions, subject.Book.Version()); err != nil {
			return err
		}
	}
	if *cells {
		if err := c.coverCells(model, followed, subject); err != nil {
			return err
		}
	}
	report := coverage.NewReport(model, followed, exceptions)
	if !*cells {
		report.Stale = []string{} // exceptions of cells had no chance
	}
	if *page != "" {
		content, err := coverage.Page(model, report, subject.Files)
		if err != nil {
			return err
		}
		if err := os.WriteFile(*page, content, 0o644); err != nil {
			return err
		}
	}
	if c.json {
		err = c.writeJSON(report)
	} else {
		report.WriteText(c.stdout)
	}
	if err == nil && !report.Fine() {
		err = errFindings
	}
	return err
}

// writeCounts writes what reaches each item of a model that has no cells yet.
func writeCounts(file string, model *coverage.Model, followed []*coverage.Set, exceptions *coverage.Exceptions, version string) error {
	content, err := coverage.Counts(model, coverage.NewReport(model, followed, exceptions), version)
	if err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o644)
}

// coverCells adds the cells of tables to the model.
func (c *call) coverCells(model *coverage.Model, sets []*coverage.Set, subject conformance.Subject) error {
	files, err := ruletext.Read(subject.Files)
	if err != nil {
		return err
	}
	progress := c.newProgress("cells", 0)
	defer progress.end()
	return mutation.AddCells(context.Background(), model, sets, files, progress.add)
}

// evidence is what proves the rules: the cases, what they cannot show, and the
// rules themselves.
func (c *call) evidence() ([]*conformance.Set, *coverage.Exceptions, conformance.Subject, error) {
	var subject conformance.Subject
	sets, err := payrollSets()
	if err != nil {
		return nil, nil, subject, err
	}
	exceptions, err := coverage.ReadExceptions(conformance.Exceptions)
	if err != nil {
		return nil, nil, subject, err
	}
	book, err := c.openBook()
	subject = conformance.Subject{Files: c.rules().files, Book: book}
	return sets, exceptions, subject, err
}

// payrollSets are the labelled cases that ask the payroll rules.
func payrollSets() ([]*conformance.Set, error) {
	sets, err := conformance.Load()
	return slices.DeleteFunc(sets, func(set *conformance.Set) bool {
		return set.Program == "" && set.Answer != conformance.NetAnswer && set.Answer != conformance.GrossAnswer
	}), err
}

func countCases(sets []*conformance.Set) int {
	total := 0
	for _, set := range sets {
		total += len(set.Cases())
	}
	return total
}
