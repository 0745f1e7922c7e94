package main

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/internal/law"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rulecheck/pap"
)

// validationReport is the answer of validate as JSON.
type validationReport struct {
	RuleFiles  int `json:"rule_files"`
	Programs   int `json:"programs"`
	Parameters int `json:"parameters"`
	TableFiles int `json:"table_files"`
	// UnreadLaw lists the years that the register of law does not cover.
	UnreadLaw []string `json:"unread_law,omitempty"`
	diagnostic.Report
}

// validateCommand is "rulecheck validate".
func validateCommand(c *call) *cobra.Command {
	var day *string
	of := c.scoped("validate [COUNTRY [YEAR]]", "check every rule and table file", func(s scope) error { return c.validate(s, *day) })
	day = dayFlag(of.Flags())
	return of
}

func (c *call) validate(s scope, day string) error {
	r, err := c.review(s, day)
	if err != nil {
		return err
	}
	var report validationReport
	if err := c.countRules(&report, r); err != nil {
		return err
	}
	tableFiles, err := ruletext.Read(c.tables().files)
	if err != nil {
		return err
	}
	report.TableFiles = len(tableFiles.Only(r.has))
	report.UnreadLaw = slices.DeleteFunc(law.Unread(c.rules().files), func(year string) bool { return !r.has(path.Join(year, parametersFile)) })
	report.Report = diagnostic.NewReport(r.list)
	if c.json {
		err = c.writeJSON(report)
	} else {
		err = diagnostic.Write(c.stdout, r.list, r.source)
		for _, year := range report.UnreadLaw {
			fmt.Fprintf(c.stdout, "%s: law.yaml has no verdicts for this year: review the changes of law, then add the year to it\n", year)
		}
		fmt.Fprintf(c.stdout, "%s, %s, %s, %s: %s, %s\n", diagnostic.Counted(report.RuleFiles, "rule file"), diagnostic.Counted(report.Programs, "program"),
			diagnostic.Counted(report.Parameters, "parameter"), diagnostic.Counted(report.TableFiles, "table file"), diagnostic.Counted(report.Errors, "error"), diagnostic.Counted(report.Warnings, "warning"))
	}
	return ended(err, len(r.list) == 0)
}

// countRules counts the declarations of the rule files in a scope, and adds the findings of
// files that no country and year reads.
func (c *call) countRules(report *validationReport, r *reviewed) error {
	loaded, unread := !r.list.HasErrors(), diagnostic.List{}
	files, err := ruletext.Read(c.rules().files)
	files = files.Only(func(name string) bool { return r.has(name) && !ruletext.OfTable(name) })
	report.RuleFiles = len(files)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		// Files that cannot be read have findings already, or get one below.
		if file, _ := syntax.Read(name, files[name]); file != nil {
			report.Programs += len(file.Programs)
			for _, p := range file.Parameters {
				if p.HasFigure() {
					report.Parameters++
				}
			}
		}
		if _, used := r.read(name); !used {
			// What a year leaves aside, other years may read, but not its own folder.
			checkUnread(&unread, c.rules().files, name, loaded && (r.year == 0 || path.Base(path.Dir(name)) == strconv.Itoa(r.year)))
		}
	}
	r.list.Extend(c.rules().placed(unread))
	return err
}

// checkUnread adds the findings of a file that the rule book does not read. If the book
// loads, the file is unused, unless it is the importer's.
func checkUnread(list *diagnostic.List, files fs.FS, name string, loaded bool) {
	if name == pap.PlanFile {
		_, found := pap.LoadPlan(files, name, nil)
		list.Extend(found)
	} else if loaded {
		list.Warn(diagnostic.Range{File: name}, "unused-file", "no year lists this file", "List it under made_of in a year's parameters.yaml, or remove it.")
	}
}
