package main

import (
	"flag"
	"fmt"
	"io/fs"
	"path"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/pap"
	"github.com/payslate/payslate/rules"
)

const validateDetails = `Checks every rule file: syntax, types, names, dates, units, sources, unused and
missing parts. A finding names file, line and column, shows the line, and says
what may be done.
`

// planNames is the file that the importer of flow plans knows names and numbers
// from; no year is made of it.
const planNames = "de/plan.yaml"

// validationReport is the answer of validate as JSON.
type validationReport struct {
	Files      int `json:"files"`
	Programs   int `json:"programs"`
	Parameters int `json:"parameters"`
	diagnostic.Report
}

// validate is "rulecheck validate".
func validate(c *call, arguments []string) error {
	others, err := parse(flag.NewFlagSet("validate", flag.ContinueOnError), arguments)
	if err != nil {
		return err
	}
	if len(others) > 0 {
		return usagef("validate takes no arguments; a folder is named by --rules")
	}
	_, list, source := rules.Validate(c.rules(), rules.Options{})
	report, err := c.countParts(&list, source)
	if err != nil {
		return err
	}
	report.Report = diagnostic.NewReport(c.placed(list), allFindings)
	if c.json {
		err = c.writeJSON(report)
	} else {
		err = diagnostic.Write(c.stdout, c.placed(list), c.source(source), diagnostic.Options{})
		fmt.Fprintf(c.stdout, "%s, %s, %s: %s, %s\n", counted(report.Files, "file"), counted(report.Programs, "program"),
			counted(report.Parameters, "parameter"), counted(report.Errors, "error"), counted(report.Warnings, "warning"))
	}
	if err == nil && len(list) > 0 {
		err = errFindings
	}
	return err
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// countParts counts what the files declare, and adds what was found in those
// that belong to no country and year.
func (c *call) countParts(list *diagnostic.List, read rules.Sources) (*validationReport, error) {
	report := &validationReport{}
	loaded := !list.HasErrors()
	err := fs.WalkDir(c.rules(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".yaml" {
			return err
		}
		data, err := fs.ReadFile(c.rules(), name)
		if err != nil {
			return err
		}
		report.Files++
		// What cannot be read was found by Validate or is found below.
		if file, _ := declaration.Read(name, data); file != nil {
			report.Programs += len(file.Programs)
			report.Parameters += len(file.Parameters)
		}
		if _, used := read(name); !used {
			c.checkUnread(list, name, data, loaded)
		}
		return nil
	})
	return report, err
}

// checkUnread looks at a file that the rule book has not read. It is unused
// where the rule book is whole, unless the importer of flow plans reads it.
func (c *call) checkUnread(list *diagnostic.List, name string, data []byte, loaded bool) {
	at := diagnostic.Range{File: name}
	if name == planNames {
		if _, err := pap.LoadPlan(data); err != nil {
			list.Append(diagnostic.Diagnostic{Severity: diagnostic.Error, Code: "bad-plan", Summary: err.Error(), Subject: at})
		}
		return
	}
	if loaded {
		list.Append(diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Code: "unused-file", Summary: "no year is made of this file", Subject: at,
			Detail: "Name it in made_of of a year's parameters.yaml, or remove it.",
		})
	}
}
