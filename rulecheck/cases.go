package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/mutation"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// ownCases returns the sets in the folder of --cases, or none without that flag.
func (c *call) ownCases() ([]*conformance.Set, error) {
	if c.casesDir == "" {
		return nil, nil
	}
	own, err := conformance.LoadFrom(c.cases().files)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--cases %s: %w; rulecheck conformance add creates a folder of cases", c.casesDir, err)
	}
	return own, c.mistakes(c.cases(), err)
}

// subject opens the rules and tables that cases of a scope run against: of a country its rules
// alone, and otherwise all, since trips are asked for beside rules.
func (c *call) subject(s scope, options rules.Options) (conformance.Subject, error) {
	book, err := c.openCountry(s, options)
	var travel *tables.Book
	if err == nil && !s.isCountry() {
		travel, err = c.openTables(options.Counts)
	}
	if err != nil {
		return conformance.Subject{}, err
	}
	return conformance.NewSubject(c.rules().files, book, travel), nil
}

// people returns the people of each country: those of --cases, or else the built-in ones.
func (c *call) people() (map[string]*yeardiff.Grid, error) {
	grids, err := yeardiff.ReadGrids(conformance.Embedded())
	if err != nil || c.casesDir == "" {
		return grids, err
	}
	own, err := yeardiff.ReadGrids(c.cases().files)
	if errors.Is(err, fs.ErrNotExist) {
		return grids, nil
	}
	maps.Copy(grids, own)
	return grids, c.mistakes(c.cases(), err)
}

// evidence opens the rules and tables, and reads the labelled cases of a scope: the built-in
// ones and those of --cases.
func (c *call) evidence(scope scope, options rules.Options) ([]*conformance.Set, conformance.Subject, error) {
	subject, err := c.subject(scope, options)
	if err != nil {
		return nil, subject, err
	}
	builtIn, err := conformance.LoadFor(subject)
	if err != nil {
		return nil, subject, err
	}
	own, err := c.ownCases()
	if err != nil {
		return nil, subject, err
	}
	cases := conformance.Gather(builtIn, own, subject)
	if scope.of != "" {
		cases.Only(scope.of, scope.year, subject)
	}
	if cases.PutAside > 0 {
		fmt.Fprintf(c.stderr, "%s of %s put aside by your own, which replace them\n", diagnostic.Counted(cases.PutAside, "built-in case"), conformance.Names(cases.Replaced))
	}
	return cases.Sets, subject, nil
}

// current are the options for the rules in force: years of the archive were covered while they
// were current.
func (s *settings) current() rules.Options {
	return rules.Options{AllowUnchecked: s.allowUnchecked, WithoutArchive: true}
}

// programFiles returns the files with programs: the payroll rules and the trip rules of the
// travel regimes.
func (c *call) programFiles() (ruletext.Files, error) {
	files, err := ruletext.Read(c.rules().files)
	if err != nil {
		return nil, err
	}
	travel, err := ruletext.Read(c.tables().files)
	maps.Copy(files, travel.Only(func(name string) bool { return path.Base(name) == mutation.TripRules }))
	return files, err
}

func countCases(sets []*conformance.Set) int {
	total := 0
	for _, set := range sets {
		total += len(set.Cases())
	}
	return total
}
