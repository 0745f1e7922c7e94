package operations

import (
	"encoding/json"
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
	for id, want := range map[string]string{
		"salary-net/parameters": "country=DE&year=2026",
		"salary-net/countries":  "",
	} {
		if got := catalogue.Operation(id).Examples(rules.English)[0].Request; got != want {
			t.Errorf("%s: %s", id, got)
		}
	}
}

// TestEveryTextHasAMember: what is said of an answer's member is said of one that exists.
func TestEveryTextHasAMember(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	for name, record := range ofPay().Records {
		for _, text := range record.Fields {
			if schema := catalogue.Schemas[name]; schema != nil && schema.Index(text.Name) < 0 {
				t.Errorf("%s has no member %s", name, text.Name)
			}
		}
	}
}
