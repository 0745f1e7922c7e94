package conformance

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

// TestCounted: counts.yaml has the numbers of cases. Run with COUNT=1 to write it.
func TestCounted(t *testing.T) {
	race.Skip(t)
	book, findings := rules.Open(rules.Embedded(), rules.Options{})
	if findings.HasErrors() {
		t.Fatal(findings)
	}
	sets, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	subject := Subject{Book: book}
	counted := map[string]operations.CaseCount{}
	for _, set := range sets {
		if set.CountedAs() == Words {
			continue
		}
		for i := range set.Cases() {
			for _, scope := range set.scopes(i, &subject) {
				if _, known := book.Country(scope.Of); known {
					count := counted[scope.Of]
					if count.All++; set.Kind == Official {
						count.Official++
					}
					counted[scope.Of] = count
				}
			}
		}
	}
	if os.Getenv("COUNT") != "" {
		text := "# The numbers of labelled cases by country, as TestCounted counts them.\n"
		for _, code := range slices.Sorted(maps.Keys(counted)) {
			text += fmt.Sprintf("%q: {official: %d, all: %d}\n", code, counted[code].Official, counted[code].All)
		}
		if err := os.WriteFile("counts.yaml", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if written, err := Counted(); err != nil || !maps.Equal(written, counted) {
		t.Errorf("counts.yaml has %v, the cases are %v: run the test with COUNT=1 (%v)", written, counted, err)
	}
}
