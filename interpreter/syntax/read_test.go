package syntax

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestReadsTheRuleBook reads the rule files of the product.
func TestReadsTheRuleBook(t *testing.T) {
	files, err := filepath.Glob("../../rules/*/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no rule files found: %v", err)
	}
	host := (&Schemas{Declarations: os.DirFS("../../rules/format")}).Of("rules")
	years, _ := filepath.Glob("../../rules/*/*/*.yaml")
	for _, name := range append(files, years...) {
		if base := filepath.Base(name); base == "plan.yaml" || base == "law.yaml" {
			continue // what the importer of flow plans needs to know, and the register of law
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, list := Read(name, data, host)
		for _, d := range list {
			t.Error(d)
		}
	}
}

// TestFindingsAreTheSameEachTime reads a file with faults in several sections: none hides
// another, and their order is that of the sections.
func TestFindingsAreTheSameEachTime(t *testing.T) {
	const file = `
programs:
  broken: {do: [{a: "1 +"}]}
types:
  Sort: []
parameters:
  allowance: {value: 1, unit: EUR, lable: Allowance, source: law, cite: "§ 1"}
  rate: {values: [1], unit: percent, label: Rate, source: law, cite: "§ 2"}
checks:
  - {that: "1 =", message: wrong, cite: "§ 3"}
`
	_, first := Read("file.yaml", []byte(file))
	if text := first.Error(); !strings.Contains(text, "parameter allowance has no key") || strings.Contains(text, "parameter rate needs one of") {
		t.Errorf("found %s", text)
	}
	for range 20 {
		if _, again := Read("file.yaml", []byte(file)); !slices.Equal(again, first) {
			t.Fatalf("found %v, then %v", first, again)
		}
	}
}
