package pap

import (
	"fmt"
	"os"
	"testing"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules/format"
)

// readRules reads a rule file of the repository.
func readRules(t *testing.T, path string) *syntax.File {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, list := syntax.Read(path, data, format.Of("rules"))
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	return file
}

// TestYearsHaveThePlansFigures compares the figures of the official plan with the year's
// parameters.
func TestYearsHaveThePlansFigures(t *testing.T) {
	for year, file := range served {
		figures := make(map[string]string)
		for _, p := range readRules(t, fmt.Sprintf("../../rules/de/%s/parameters.yaml", year[:4])).Parameters {
			if p.Value != nil {
				figures[p.Name] = p.Value.Text
			}
		}
		program := readRules(t, "../../rules/de/"+file).Programs[0]
		if len(program.Figures) < 30 {
			t.Errorf("%s: the program has %d figures", year, len(program.Figures))
		}
		for _, figure := range program.Figures {
			if got := figures[figure.Name]; got == "" || !sameNumber(got, figure.Value.Text) {
				t.Errorf("%s: %s is %q in the year's parameters, %s in the official plan", year, figure.Name, got, figure.Value.Text)
			}
		}
	}
}
