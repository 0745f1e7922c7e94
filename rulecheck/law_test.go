package main

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/law"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// lawHead begins docs/law.md.
const lawHead = `# Law

What payslips and trips rest on: each act, regulation and circular with its last change that matters here, and what became of it in each year.
This page is made from ` + "`law.yaml`" + ` beside the rules and tables. A year that a register lists cannot be served while an entry lacks its verdict for that year.
A year that no register lists, such as a copy of the year before, is served; ` + "`rulecheck validate`" + ` names it as one whose law remains to be read.

| verdict | means |
|---|---|
| implemented | computed |
| noted | not computed; the answer says so |
| refused | refused with the field at fault |
| left_out | not part of a payslip or trip here; [limits](limits.md) say so |
| not_in_force | the law did not hold that year |
`

// TestLawPage holds docs/law.md to the registers; -update writes it.
func TestLawPage(t *testing.T) {
	var page strings.Builder
	page.WriteString(lawHead)
	for _, of := range []struct {
		files fs.FS
		name  string
		title string
	}{
		{rules.Embedded(), "de/law.yaml", "Germany"}, {rules.Embedded(), "uk/law.yaml", "United Kingdom"},
		{rules.Embedded(), "nl/law.yaml", "Netherlands"}, {tables.Embedded(), "law.yaml", "Trips"},
	} {
		data, err := fs.ReadFile(of.files, of.name)
		if err != nil {
			t.Fatal(err)
		}
		register, list := law.Read(of.name, data)
		if list.HasErrors() {
			t.Fatal(list.Err())
		}
		fmt.Fprintf(&page, "\n## %s\n\n| law | last change | years | what of it | where |\n|---|---|---|---|---|\n", of.title)
		for _, entry := range register.Law {
			var verdicts []string
			for _, year := range register.Years {
				verdicts = append(verdicts, fmt.Sprint(year, " ", entry.Verdicts[year]))
			}
			name := entry.Act
			if entry.Of != "" {
				name = "`" + entry.Of + "`: " + name
			}
			fmt.Fprintf(&page, "| %s | %s: %s | %s | %s | %s |\n", name, entry.Changed.On, entry.Changed.By, strings.Join(verdicts, ", "), entry.Says, entry.Where)
		}
	}
	if *update {
		if err := os.WriteFile("../docs/law.md", []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile("../docs/law.md"); err != nil || string(have) != page.String() {
		t.Errorf("docs/law.md is not what the registers say (%v): go test ./rulecheck -run LawPage -update", err)
	}
}
