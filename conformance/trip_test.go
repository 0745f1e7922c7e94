package conformance

import (
	"strings"
	"testing"
)

// TestTripDifferences checks that a trip that gives anything else differs.
func TestTripDifferences(t *testing.T) {
	subject := embeddedSubject(t)
	request := `{"regime":"de-federal","legs":[{"country":"DE","arrive":"2026-05-04T09:30","depart":"2026-05-04T18:00"}]}`
	meals := `{"date":"2026-05-04","kind":"meals","amount":14,"currency":"EUR"}`
	for name, test := range map[string]struct {
		expected string
		fine     bool
	}{
		"as it is":      {`{"lines":{"set":[` + meals + `]},"tables_from":["2026-01-01"]}`, true},
		"another date":  {`{"lines":{"set":[` + strings.Replace(meals, "04", "05", 1) + `]}}`, false},
		"a cent more":   {`{"lines":{"set":[` + strings.Replace(meals, "14", "14.01", 1) + `]}}`, false},
		"a line more":   {`{"lines":{"set":[` + meals + `,` + meals + `]}}`, false},
		"a line less":   {`{"lines":{"set":[]}}`, false},
		"another total": {`{"totals":{"EUR":{"total":15}}}`, false},
		"a refusal":     {`{"error":"invalid_input"}`, false},
	} {
		set := &Set{Name: "s", Answer: TripAnswer, cases: oneCase(t, request, test.expected)}
		report, err := set.Run(t.Context(), subject, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if report.Fine() != test.fine {
			t.Errorf("%s: fine is %v: %v", name, report.Fine(), report.Differences)
		}
	}
	set := &Set{Name: "s", Answer: TripAnswer, cases: oneCase(t, `{"regime":"de-federal","legs":[{"country":"DE","arrive":"2026-05-04T19:30","depart":"2026-05-04T18:00"}]}`, `{"error":"invalid_input"}`)}
	if report, err := set.Run(t.Context(), subject, Options{}); err != nil || !report.Fine() {
		t.Errorf("a refusal that is expected: %v, %v", report, err)
	}
	subject.Tables = nil
	if _, err := set.Run(t.Context(), subject, Options{}); err == nil || !strings.Contains(err.Error(), "needs travel tables") {
		t.Errorf("without tables: %v", err)
	}
}
