package main

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/pap"
	"github.com/payslate/payslate/rulecheck/travel"
	"github.com/payslate/payslate/rulecheck/usage"
)

const importDetails = `Translates an official publication into a rule file.

  import pap FILE.xml --year YEAR --out FILE.yaml [--plan FILE.yaml]
      an official German flow plan (XML) as a rules program. Names, units and the
      mapping of numbers to parameters come from de/plan.yaml of the rules, or from
      the file that --plan names; what it does not know is marked to be checked.
  import KIND FILE … --out FILE.yaml [--year YEAR] [--set NAME=VALUE]
      published travel tables, as CSV or as the workbook, as a table file; prints
      what changed against the edition before. The kinds are in the import.yaml
      of each regime's folder of the tables.

  --out   the file to write; - writes to standard output
  --year  the year of the plan, or of a workbook that does not state it
  --plan  with pap: the file that names and numbers are taken from
  --set   what a publication does not state about its edition, such as
          data_as_of=2026-12-01; may be repeated
`

// importer turns one kind of publication into a rule file.
type importer struct {
	name string
	run  func(c *call, arguments []string) error
}

// importers lists the kinds of publications: the flow plan, and those that the
// travel tables know.
func importers(c *call) ([]importer, error) {
	all := []importer{{"pap", importPlan}}
	kinds, err := travel.Names(c.tables().files)
	for _, kind := range kinds {
		all = append(all, importer{kind, func(c *call, arguments []string) error {
			return c.imported(arguments, func(stdout, stderr io.Writer) error {
				return travel.Command(append([]string{kind}, arguments...), c.tables().files, stdout, stderr)
			})
		}})
	}
	return all, err
}

// importFile is "rulecheck import".
func importFile(c *call, arguments []string) error {
	all, err := importers(c)
	if err != nil {
		return err
	}
	var names []string
	for _, i := range all {
		names = append(names, i.name)
	}
	if len(arguments) == 0 {
		return usage.Errorf("import needs the kind of publication: %s", strings.Join(names, ", "))
	}
	i := slices.Index(names, arguments[0])
	if i < 0 {
		if near := diagnostic.Nearest(arguments[0], names); near != "" {
			return usage.Errorf("unknown importer %q; did you mean %s?", arguments[0], near)
		}
		return usage.Errorf("unknown importer %q; there is %s", arguments[0], strings.Join(names, ", "))
	}
	return all[i].run(c, arguments[1:])
}

// importReport is the answer of import as JSON.
type importReport struct {
	Done     bool     `json:"done"`
	Messages []string `json:"messages"`
}

// importPlan is "rulecheck import pap".
func importPlan(c *call, arguments []string) error {
	return c.imported(arguments, func(stdout, stderr io.Writer) error {
		return pap.Command(arguments, c.rules().files, stdout, stderr)
	})
}

// imported runs an importer, and words what it says as JSON if asked to.
func (c *call) imported(arguments []string, run func(stdout, stderr io.Writer) error) error {
	if !c.json {
		return run(c.stdout, c.stderr)
	}
	var written, said bytes.Buffer
	err := run(&written, &said)
	switch {
	case usage.Code(err) == usage.Wrong:
		return err
	case written.Len() > 0 && writesToStdout(arguments):
		return usage.Errorf("--out - and --json both write to standard output: name a file by --out")
	}
	report := importReport{Done: err == nil, Messages: []string{}}
	if text := strings.TrimSpace(written.String() + said.String()); text != "" {
		report.Messages = strings.Split(text, "\n")
	}
	return cmp.Or(c.writeJSON(report), err)
}

// writesToStdout reports whether an importer is told to write its file there.
func writesToStdout(arguments []string) bool {
	for i, argument := range arguments {
		name, value, given := strings.Cut(strings.TrimLeft(argument, "-"), "=")
		if name == "out" && (given && value == "-" || !given && i+1 < len(arguments) && arguments[i+1] == "-") {
			return true
		}
	}
	return false
}
