package main

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

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

// importReport is the answer of import as JSON.
type importReport struct {
	Done     bool     `json:"done"`
	Messages []string `json:"messages"`
}

// importFile is "rulecheck import".
func importFile(c *call, arguments []string) error {
	kinds, err := travel.Names(c.tables().files)
	if err != nil {
		return err
	}
	kinds = append([]string{"pap"}, kinds...)
	if len(arguments) == 0 {
		return usage.Errorf("import needs the kind of publication: %s", strings.Join(kinds, ", "))
	}
	if !slices.Contains(kinds, arguments[0]) {
		return usage.Unknown("kind of publication", arguments[0], kinds, "; the kinds are "+strings.Join(kinds, ", "))
	}
	run := func(stdout, stderr io.Writer) error {
		if arguments[0] == "pap" {
			return pap.Command(arguments[1:], c.rules().files, stdout, stderr)
		}
		return travel.Command(arguments, c.tables().files, stdout, stderr)
	}
	if !c.json {
		return run(c.stdout, c.stderr)
	}
	var written, messages bytes.Buffer
	err = run(&written, &messages)
	switch {
	case usage.Code(err) == usage.Wrong:
		return err
	case written.Len() > 0 && writesToStdout(arguments):
		return usage.Errorf("--out - and --json both write to standard output: name a file by --out")
	}
	report := importReport{Done: err == nil, Messages: []string{}}
	if text := strings.TrimSpace(written.String() + messages.String()); text != "" {
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
