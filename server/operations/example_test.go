package operations

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/payslate/payslate/rules"
)

// TestExamples: the documented examples are answered and the documented mistakes are
// refused.
func TestExamples(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	for _, operation := range catalogue.Operations() {
		examples := operation.Examples(rules.English)
		if len(examples) == 0 {
			t.Errorf("%s has no example", operation.ID)
		}
		for _, example := range examples {
			if example.Status != 200 || !json.Valid(example.Answer) || example.Title.English == "" {
				t.Errorf("%s: %s: status %d: %s", operation.ID, example.Request, example.Status, example.Answer)
			}
		}
		refused, ok := operation.RefusedExample(german)
		if ok != (len(operation.Refusals) > 0 && operation.Each == nil) {
			t.Errorf("%s: %s: status %d", operation.ID, refused.Request, refused.Status)
		}
		if invalid := operation.InvalidExample(rules.English); invalid.Status != 422 {
			t.Errorf("%s: %s: status %d", operation.ID, invalid.Request, invalid.Status)
		}
	}
	for _, operation := range catalogue.Operations() {
		documented := catalogue.Reference.FailuresOf(operation)
		for _, code := range operation.Refusals {
			if !slices.ContainsFunc(documented, func(kind FailureKind) bool { return kind.Code == code }) {
				t.Errorf("%s: %s is not documented", operation.ID, code)
			}
		}
	}
	for id, want := range map[string]string{
		"salary-net/parameters": "country=DE&year=2026",
		"salary-net/countries":  "",
	} {
		if got := catalogue.Operation(id).Examples(rules.English)[0].Request; got != want {
			t.Errorf("%s: %s", id, got)
		}
	}
}

// TestReference: the documented failures are those of the service and have texts in
// both languages.
func TestReference(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	reference := catalogue.Reference
	for _, kind := range reference.Failures {
		if sample := kind.Sample("https://pay.test/", "salary", "r1"); (sample == nil) != (kind.Status == statusBadRequest) {
			t.Errorf("%d %s: sample %v", kind.Status, kind.Code, sample)
		}
		if kind.About.In(german) == "" {
			t.Errorf("%s lacks German", kind.Code)
		}
	}
	for _, failure := range []*Failure{Fail("missing_key", "buy_credits", ""), Fail("invalid_key"), Fail("insufficient_credits", "top_up", ""), Fail("idempotency_conflict"), BodyTooLarge(MaxBody), Fail("rate_limited"), Internal("r"), Unavailable("r")} {
		known := func(kind FailureKind) bool { return kind.Code == failure.Code && kind.Status == failure.Status }
		if !slices.ContainsFunc(reference.Failures, known) {
			t.Errorf("%d %s is not documented", failure.Status, failure.Code)
		}
		for _, extra := range failure.Extra {
			known := func(member FailureMember) bool { return member.Name == extra.Name && member.Status == failure.Status }
			if !slices.ContainsFunc(reference.Members, known) {
				t.Errorf("%d %s: %s is not documented", failure.Status, failure.Code, extra.Name)
			}
		}
	}
}
