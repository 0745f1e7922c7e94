package syntax

import (
	"slices"
	"strings"
	"testing"
)

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
