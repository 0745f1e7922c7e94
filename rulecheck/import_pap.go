package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/pap"
	"github.com/payslate/payslate/rulecheck/publication"
)

// importPlan imports a German flow plan. Names and figures come from the plan file of the rules
// unless --plan names another. A program that is not written into the year of a country whose
// variables are described brings their descriptions along.
func (c *call) importPlan(_ string, files []string, o importOptions) ([]*publication.Made, error) {
	year, _ := strconv.Atoi(o.year)
	switch {
	case len(files) != 1:
		return nil, wrongf("one XML file is needed, %d are given", len(files))
	case year < 1 || year > 9999:
		return nil, wrongf("--year is needed: the plan's year, such as 2026")
	}
	name, builtIn := pap.PlanFile, c.rules().files
	known := builtIn
	if o.plan != "" {
		known, name = os.DirFS(filepath.Dir(o.plan)), filepath.Base(o.plan)
	}
	variables, err := fs.ReadFile(known, path.Join(path.Dir(name), pap.VariablesFile))
	if errors.Is(err, fs.ErrNotExist) {
		variables, err = fs.ReadFile(builtIn, path.Join(path.Dir(pap.PlanFile), pap.VariablesFile))
	}
	if err != nil {
		return nil, err
	}
	plan, mistakes := pap.LoadPlan(known, name, variables)
	if mistakes.HasErrors() {
		return []*publication.Made{{Findings: mistakes, Source: hostfile.Texts(known)}}, nil
	}
	_, err = os.Stat(filepath.Join(filepath.Dir(o.out), "..", pap.VariablesFile))
	plan.Alone = o.out == "-" || err != nil
	xml, err := publication.Read(files[0])
	if err != nil {
		return nil, err
	}
	made := &publication.Made{Summary: "every name and number of the plan is known\n", Source: publication.Source}
	program, marks, err := pap.Import(xml, year, plan)
	if !errors.As(err, &made.Findings) && err != nil {
		return nil, err
	}
	made.Text = program
	if len(marks) > 0 {
		made.Summary = diagnostic.Counted(len(marks), "mark") + " to be compared with the law before a server may use the program\n"
	}
	made.Findings = append(made.Findings, marks...)
	for i := range made.Findings {
		made.Findings[i].Subject.File = files[0]
	}
	return []*publication.Made{made}, nil
}
