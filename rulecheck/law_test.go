package main

import (
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/internal/law"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// lawHead is the start of docs/law.md.
const lawHead = `# Law

The law behind payslips and trips: each act, regulation and circular with its last relevant change, and how each year handles it.
This page is generated from the registers ` + "`law.yaml`" + ` of the rules and tables. A year that a register lists is not served while an entry lacks its verdict for that year.
A year that no register lists, such as a copy of the year before, is served; ` + "`rulecheck validate`" + ` reports that its law has not been reviewed.

| verdict | meaning |
|---|---|
| implemented | computed |
| noted | not computed; a note in the answer says so |
| refused | refused, naming the field |
| left_out | outside payslips and trips; listed under [limits](limits.md) |
| not_in_force | the law did not apply in that year |
`

// TestLawPage compares docs/law.md with the registers; -update writes it.
func TestLawPage(t *testing.T) {
	var page strings.Builder
	page.WriteString(lawHead)
	for _, of := range []struct {
		files fs.FS
		name  string
		title string
	}{
		{rules.Embedded(), "de/law.yaml", "Germany"}, {rules.Embedded(), "at/law.yaml", "Austria"}, {rules.Embedded(), "ch/law.yaml", "Switzerland"},
		{rules.Embedded(), "uk/law.yaml", "United Kingdom"}, {rules.Embedded(), "nl/law.yaml", "Netherlands"},
		{rules.Embedded(), "se/law.yaml", "Sweden"}, {rules.Embedded(), "no/law.yaml", "Norway"},
		{rules.Embedded(), "us/law.yaml", "United States"}, {tables.Embedded(), "law.yaml", "Trips"},
	} {
		folder := hostfile.NewFolder(of.files, of.files)
		register := law.Read(&folder, of.name)
		if folder.Findings.HasErrors() {
			t.Fatal(folder.Findings.Err())
		}
		fmt.Fprintf(&page, "\n## %s\n\n| law | last change | years | handling | place |\n|---|---|---|---|---|\n", of.title)
		for _, entry := range register.Law {
			var verdicts []string
			for _, year := range register.Years {
				verdicts = append(verdicts, fmt.Sprint(year, " ", entry.Verdicts[strconv.Itoa(year)]))
			}
			name := entry.Act
			if entry.Of != "" {
				name = "`" + entry.Of + "`: " + name
			}
			fmt.Fprintf(&page, "| %s | %s: %s | %s | %s | %s |\n", name, entry.On, entry.By, strings.Join(verdicts, ", "), entry.Says, entry.Where)
		}
	}
	if *update {
		if err := os.WriteFile("../docs/law.md", []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile("../docs/law.md"); err != nil || string(have) != page.String() {
		t.Errorf("docs/law.md is out of date (%v): run go test ./rulecheck -run LawPage -update", err)
	}
}
