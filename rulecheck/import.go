package main

import (
	"bytes"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/pap"
)

const importDetails = `Translates an official publication into a rule file.

  import pap FILE.xml --year YEAR --out FILE.yaml [--plan FILE.yaml]
      an official German flow plan (XML) as a rules program. Names, units and the
      mapping of numbers to parameters come from de/plan.yaml of the rules, or from
      the file that --plan names; what it does not know is marked to be checked.
`

// importer turns one kind of publication into a rule file.
type importer struct {
	name string
	run  func(c *call, arguments []string) error
}

var importers = []importer{{"pap", importPlan}}

// importFile is "rulecheck import".
func importFile(c *call, arguments []string) error {
	var names []string
	for _, i := range importers {
		names = append(names, i.name)
	}
	if len(arguments) == 0 {
		return usagef("import needs the kind of publication: %s", strings.Join(names, ", "))
	}
	i := slices.Index(names, arguments[0])
	if i < 0 {
		if near := diagnostic.Nearest(arguments[0], names); near != "" {
			return usagef("there is no importer %q; did you mean %s?", arguments[0], near)
		}
		return usagef("there is no importer %q; there is %s", arguments[0], strings.Join(names, ", "))
	}
	return importers[i].run(c, arguments[1:])
}

// importReport is the answer of import as JSON.
type importReport struct {
	Done     bool     `json:"done"`
	Messages []string `json:"messages"`
}

// importPlan is "rulecheck import pap".
func importPlan(c *call, arguments []string) error {
	if !c.json {
		return exited(pap.Command(arguments, c.rules().files, c.stdout, c.stderr))
	}
	var written, said bytes.Buffer
	code := pap.Command(arguments, c.rules().files, &written, &said)
	if code != exitUsage && written.Len() > 0 {
		return usagef("--out - and --json both write to standard output: name a file by --out")
	}
	report := importReport{Done: code == exitFine, Messages: []string{}}
	if text := strings.TrimSpace(said.String()); text != "" {
		report.Messages = strings.Split(text, "\n")
	}
	if err := c.writeJSON(report); err != nil {
		return err
	}
	return exited(code)
}

func exited(code int) error {
	if code == exitFine {
		return nil
	}
	return &exitError{code}
}
