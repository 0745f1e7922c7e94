package main

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// lawHead begins docs/law.md.
const lawHead = `# Law

What payslips and trips rest on: each act, regulation and circular with its last change that matters here, and what became of it in each year.
This page is made of ` + "`law.yaml`" + ` beside the rules and tables. ` + "`rulecheck validate`" + ` fails where an entry has no verdict for a year that its register lists, and
names years that no register lists: a year that was made by copying another is served, and its law remains to be read.

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
		register, list := readLaw(of.name, data)
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

func TestLawOfYears(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	const entry = "years: [2025, 2026]\nlaw:\n  - {act: An act, changed: {on: 2026-01-01, by: it}, verdicts: {2025: implemented%s}, says: all, where: net}\n"
	if _, list := readLaw("xx/law.yaml", []byte(fmt.Sprintf(entry, ""))); !strings.Contains(fmt.Sprint(list.Err()), "no verdict for 2026") {
		t.Errorf("a missing verdict: %v", list.Err())
	}
	if _, list := readLaw("xx/law.yaml", []byte(fmt.Sprintf(entry, ", 2026: noted"))); list.HasErrors() {
		t.Error(list.Err())
	}
	files := fstest.MapFS{"xx/law.yaml": file(fmt.Sprintf(entry, "")), "xx/2019/parameters.yaml": file(""), "xx/2026/parameters.yaml": file(""), "xx/2027/parameters.yaml": file("")}
	if years := unreadLaw(files); !slices.Equal(years, []string{"xx/2027"}) {
		t.Errorf("unread: %v", years)
	}
}
