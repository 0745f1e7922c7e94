package main

import (
	"context"
	"flag"
	"os"

	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/mutation"
	"github.com/payslate/payslate/rulecheck/usage"
)

// cover is "rulecheck cover".
func cover(c *call, arguments []string) error {
	flags := flag.NewFlagSet("cover", flag.ContinueOnError)
	page := flags.String("html", "", "")
	out := flags.String("out", "", "")
	cells := flags.Bool("cells", true, "")
	if _, err := usage.ParseCount(flags, arguments, 0, "cover takes no arguments, only --html FILE, --out FILE and --cells=false"); err != nil {
		return err
	}
	e, err := c.evidence()
	if err != nil {
		return err
	}
	model, followed, err := c.follow(e)
	if err != nil {
		return err
	}
	if *out != "" {
		if err := c.writeCounts(*out, model, followed, e); err != nil {
			return err
		}
	}
	if *cells {
		if err := c.coverCells(model, followed, e); err != nil {
			return err
		}
	}
	report := coverage.NewReport(model, followed, e.exceptions)
	if !*cells {
		report.Stale = []string{} // exceptions of cells were not tested
	}
	err = c.show(report, *page, func() ([]byte, error) { return coverage.Page(model, report, e.shown().FS()) })
	return usage.Ended(err, report.Fine())
}

// follow runs every case and marks the places of the rules and tables that it reaches.
func (c *call) follow(e *evidence) (*coverage.Model, []*coverage.Set, error) {
	model, err := coverage.New(e.files.FS())
	if err != nil {
		return nil, nil, err
	}
	progress := c.newProgress("cases", countCases(e.sets))
	defer progress.end()
	followed, err := model.Follow(e.programSets(), e.subject, progress.add)
	if err != nil {
		return nil, nil, err
	}
	return model, followed, model.FollowRates(e.subject.Tables, e.sets, progress.add)
}

// writeCounts writes how many cases reach each item. The model must not contain the cells
// of rules yet.
func (c *call) writeCounts(file string, model *coverage.Model, followed []*coverage.Set, e *evidence) error {
	coverage.NewReport(model, followed, e.exceptions) // sets the reasons
	content, err := coverage.Counts(model, followed, c.rules().files, e.subject.Book.Version())
	if err != nil {
		return err
	}
	return os.WriteFile(file, content, 0o644)
}

// coverCells adds the cells of the tables in payroll and trip rules to the model.
func (c *call) coverCells(model *coverage.Model, sets []*coverage.Set, e *evidence) error {
	progress := c.newProgress("cells", 0)
	defer progress.end()
	return mutation.AddCells(context.Background(), model, sets, e.files, e.subject.Tables, progress.add)
}
