package main

import (
	"maps"
	"path"
	"slices"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

// evidence is the rules and tables with the cases that test them.
type evidence struct {
	sets []*conformance.Set
	// exceptions are the places that no case can reach or notice.
	exceptions *coverage.Exceptions
	subject    conformance.Subject
	// files are the payroll rules and the trip rules of the travel regimes.
	files ruletext.Files
	// travel are all files of the travel regimes.
	travel ruletext.Files
}

// tripRulesFile is the name of a regime's trip rules in its folder.
const tripRulesFile = "rules.yaml"

// evidence opens the rules and tables and reads the labelled cases.
func (c *call) evidence() (*evidence, error) {
	e := &evidence{}
	var err error
	if e.exceptions, err = c.exceptions(); err != nil {
		return nil, err
	}
	options := c.options()
	options.WithoutArchive = true // its years were covered while they were current
	if e.subject, err = c.subject(options); err != nil {
		return nil, err
	}
	cases, err := c.labelledCases(e.subject)
	if err != nil {
		return nil, err
	}
	e.sets = cases.Sets
	if e.files, err = ruletext.Read(c.rules().files); err != nil {
		return nil, err
	}
	e.travel, err = ruletext.Read(c.tables().files, ".txt")
	for name, data := range e.travel {
		if path.Base(name) == tripRulesFile {
			e.files[name] = data
		}
	}
	return e, err
}

// setsOf returns the sets that keep accepts.
func (e *evidence) setsOf(keep func(*conformance.Set) bool) []*conformance.Set {
	return slices.DeleteFunc(slices.Clone(e.sets), func(set *conformance.Set) bool { return !keep(set) })
}

// programSets returns the sets that run programs.
func (e *evidence) programSets() []*conformance.Set {
	return e.setsOf(func(set *conformance.Set) bool { return set.Rates == "" && set.Stated == "" })
}

// shown returns the files that a page shows.
func (e *evidence) shown() ruletext.Files {
	shown := maps.Clone(e.travel)
	maps.Copy(shown, e.files)
	return shown
}

func countCases(sets []*conformance.Set) int {
	total := 0
	for _, set := range sets {
		total += len(set.Cases())
	}
	return total
}
