package main

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/law"
	"github.com/payslate/payslate/rulecheck/pap"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rulecheck/usage"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

const validateDetails = `Checks every rule and table file: syntax, types, names, dates, units, sources, unused and
missing parts; values that are stale or unlikely, against the year before; and entries
of law.yaml, the register of law, without a verdict for a year that it lists. A finding
names file, line and column, shows the line, says what to do, and ends with its code,
which "rulecheck explain-code CODE" explains.

  --proof     also compare the rules with proof.json beside them, the certificate of
              "rulecheck prove": years that it lacks, and new falls of net pay
  --date DAY  the day on which the rules should hold, such as 2027-01-15; today without it
`

// planNames is the file that the importer of flow plans knows names and numbers
// from; no year is made of it.
const planNames = "de/plan.yaml"

// validationReport is the answer of validate as JSON.
type validationReport struct {
	RuleFiles  int `json:"rule_files"`
	Programs   int `json:"programs"`
	Parameters int `json:"parameters"`
	TableFiles int `json:"table_files"`
	// UnreadLaw are years whose law is not gone through in the register.
	UnreadLaw []string `json:"unread_law,omitempty"`
	diagnostic.Report
}

// validate is "rulecheck validate".
func validate(c *call, arguments []string) error {
	flags := flag.NewFlagSet("validate", flag.ContinueOnError)
	day := flags.String("date", time.Now().UTC().Format(time.DateOnly), "")
	withProof := flags.Bool("proof", false, "")
	if _, err := usage.ParseCount(flags, arguments, 0, "validate takes no arguments; name folders by --rules and --tables"); err != nil {
		return err
	}
	today, err := time.Parse(time.DateOnly, *day)
	if err != nil {
		return usage.Errorf("--date %q is not a day: write one such as 2027-01-15", *day)
	}
	var report validationReport
	book, ofRules, ruleSource := rules.Review(c.rules().files, c.options(), today)
	if err := c.countRules(&report, &ofRules, ruleSource); err != nil {
		return err
	}
	if *withProof && book != nil {
		found, err := c.validateProof(book)
		if err != nil {
			return err
		}
		ofRules = append(ofRules, found...)
	}
	_, ofTables, tableSource := tables.Review(c.tables().files, c.tableOptions(), today)
	tableFiles, err := ruletext.Read(c.tables().files)
	if err != nil {
		return err
	}
	report.TableFiles = len(tableFiles)
	report.UnreadLaw = law.Unread(c.rules().files)
	list := append(c.rules().placed(ofRules), c.tables().placed(ofTables)...)
	report.Report = diagnostic.NewReport(list, allFindings)
	if c.json {
		err = c.writeJSON(report)
	} else {
		err = diagnostic.Write(c.stdout, list, either(c.rules().source(ruleSource), c.tables().source(tableSource)), diagnostic.Options{})
		for _, year := range report.UnreadLaw {
			fmt.Fprintf(c.stdout, "%s: law.yaml gives no verdicts for this year: read what changed, then add the year to it\n", year)
		}
		fmt.Fprintf(c.stdout, "%s, %s, %s, %s: %s, %s\n", diagnostic.Counted(report.RuleFiles, "rule file"), diagnostic.Counted(report.Programs, "program"),
			diagnostic.Counted(report.Parameters, "parameter"), diagnostic.Counted(report.TableFiles, "table file"), diagnostic.Counted(report.Errors, "error"), diagnostic.Counted(report.Warnings, "warning"))
	}
	return usage.Ended(err, len(list) == 0)
}

// either looks a file up in one place and then in another.
func either(first, second rules.Sources) rules.Sources {
	return func(name string) ([]byte, bool) {
		if data, ok := first(name); ok {
			return data, true
		}
		return second(name)
	}
}

// countRules counts what the rule files declare, and adds what was found in
// those that belong to no country and year.
func (c *call) countRules(report *validationReport, list *diagnostic.List, read rules.Sources) error {
	loaded := !list.HasErrors()
	files, err := ruletext.Read(c.rules().files)
	report.RuleFiles = len(files)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		// What cannot be read was found by Review or is found below.
		if file, _ := declaration.Read(name, files[name]); file != nil {
			report.Programs += len(file.Programs)
			report.Parameters += len(file.Parameters)
		}
		if _, used := read(name); !used {
			checkUnread(list, name, files[name], loaded)
		}
	}
	return err
}

// checkUnread looks at a file that the rule book has not read. It is unused
// where the rule book is whole, unless the importer of flow plans reads it.
func checkUnread(list *diagnostic.List, name string, data []byte, loaded bool) {
	at := diagnostic.Range{File: name}
	if name == planNames {
		if _, err := pap.LoadPlan(data); err != nil {
			list.Fail(at, "bad-plan", err.Error(), "")
		}
		return
	}
	if loaded {
		list.Warn(at, "unused-file", "no year is made of this file", "Name it in made_of of a year's parameters.yaml, or remove it.")
	}
}
