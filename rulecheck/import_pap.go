package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/pap"
)

// importPlan imports a German flow plan. Names and figures come from the plan file of the rules
// unless --plan names another. A program that is not written into the year of a country whose
// variables are described brings their descriptions along.
func (c *call) importPlan(_ string, files []string, o importOptions) (*imported, error) {
	year, _ := strconv.Atoi(o.year)
	switch {
	case len(files) != 1:
		return nil, wrongf("one XML file is needed, %d are given", len(files))
	case year < 1 || year > 9999:
		return nil, wrongf("--year is needed: the plan's year, such as 2026")
	case len(o.set) > 0:
		return nil, wrongf("--set does not go with import %s", planKind)
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
		return &imported{findings: mistakes, source: hostfile.Texts(known)}, nil
	}
	_, err = os.Stat(filepath.Join(filepath.Dir(o.out), "..", pap.VariablesFile))
	plan.Alone = o.out == "-" || err != nil
	xml, err := os.ReadFile(files[0])
	if err != nil {
		return nil, err
	}
	made := &imported{source: func(string) ([]byte, bool) { return xml, true }}
	program, marks, err := pap.Import(xml, year, plan)
	var refused diagnostic.List
	switch {
	case errors.As(err, &refused):
	case err != nil:
		return nil, err
	case len(marks) > 0:
		made.file, made.toCheck = program, true
		made.said = fmt.Sprintf("%s: to be compared with the law before a server may use the program: %d\n", o.out, len(marks))
	default:
		made.file = program
		if o.out != "-" {
			made.said = fmt.Sprintf("wrote %s: every name and number of the plan is known\n", o.out)
		}
	}
	made.findings = append(refused, marks...)
	for i := range made.findings {
		made.findings[i].Subject.File = files[0]
	}
	return made, nil
}
