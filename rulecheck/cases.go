package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
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

// subject opens the rules and tables that cases run against.
func (c *call) subject(options rules.Options) (conformance.Subject, error) {
	book, err := c.openBook(options)
	if err != nil {
		return conformance.Subject{}, err
	}
	travel, err := c.openTables(options.Counts)
	if err != nil {
		return conformance.Subject{}, err
	}
	return conformance.NewSubject(c.rules().files, book, travel), nil
}

// labelledCases returns the built-in cases and those of --cases.
func (c *call) labelledCases(subject conformance.Subject) (*conformance.Evidence, error) {
	builtIn, err := conformance.Load()
	if err != nil {
		return nil, err
	}
	own, err := c.ownCases()
	if err != nil {
		return nil, err
	}
	return conformance.Gather(builtIn, own, subject), nil
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

// evidence is the rules and tables with the cases that test them.
type evidence struct {
	sets    []*conformance.Set
	subject conformance.Subject
	// files are the payroll rules and the trip rules of the travel regimes.
	files ruletext.Files
}

// tripRulesFile is the name of a regime's trip rules in its folder.
const tripRulesFile = "rules.yaml"

// evidence opens the rules and tables and reads the labelled cases. The counts may be nil.
func (c *call) evidence(scope scope, counts *types.Counts) (*evidence, error) {
	e := &evidence{}
	var err error
	options := c.options()
	options.WithoutArchive = true // its years were covered while they were current
	options.Counts = counts
	if e.subject, err = c.subject(options); err != nil {
		return nil, err
	}
	cases, err := c.labelledCases(e.subject)
	if err != nil {
		return nil, err
	}
	scope.narrow(cases, e.subject)
	c.writePutAside(cases)
	e.sets = cases.Sets
	if e.files, err = ruletext.Read(c.rules().files); err != nil {
		return nil, err
	}
	travel, err := ruletext.Read(c.tables().files)
	for name, data := range travel {
		if path.Base(name) == tripRulesFile {
			e.files[name] = data
		}
	}
	return e, err
}

func countCases(sets []*conformance.Set) int {
	total := 0
	for _, set := range sets {
		total += len(set.Cases())
	}
	return total
}
