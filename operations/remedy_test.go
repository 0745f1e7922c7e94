package operations

import (
	"errors"
	"slices"
	"testing"

	"github.com/payslate/payslate/rules"
)

// TestRemediesOfOverlappingPlaces: a value in a field whose parent is to be set too has no remedy,
// and is refused as any other.
func TestRemediesOfOverlappingPlaces(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	for _, body := range []string{
		`{"period":4000,"tax_class":"1257L","pay_date":[],"de":{"de":"NaN","legs":"\ud800","items":{"from":null,"net":2026},"to":{"period":0}}}`,
		`{"tax_class":"1257L","de":{"de":{"de":1}},"uk":{"de":[{"uk":{"de":1}}]}}`,
	} {
		if _, err := catalogue.Operation(netOperation).AnswerJSON(nil, []byte(body), rules.English); err == nil {
			t.Errorf("%s is answered", body)
		}
	}
}

// TestRemediesLeadOn: whoever follows the remedies of refusals meets no request again, not the same
// refusal twice, and no request that does not fit its schema.
func TestRemediesLeadOn(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	for _, of := range []struct{ operation, request string }{
		{"year", `{"country":"DE","gross":406.31,"changes":[{"in":5,"one_off":500}]}`},
		{"year", `{"country":"DE","gross":183.73,"period":"day","changes":[{"from":11,"gross":183.73}]}`},
		{"year", `{"country":"NO","gross":1048000,"period":"day","no":{"tax_card":"percentage","tax_percent":25}}`},
		{"gross", `{"country":"DE","net":3000,"de":{"birth_year":1939,"retirement":"deferred","employment":"apprentice"}}`},
		{"net", `{"country":"US","gross":5000,"us":{"state":"PA","components":[{"kind":"benefit_in_kind","amount":10},{"kind":"benefit_in_kind","amount":20}]}}`},
		{"net", `{"country":"DE","gross":653,"de":{"employment":"midijob","components":[{"kind":"pension","amount":60}]}}`},
	} {
		operation := catalogue.Operation("salary-net/" + of.operation)
		var follow func(request, said string, before []string)
		follow = func(request, said string, before []string) {
			if slices.Contains(before, request) {
				t.Errorf("remedies go in a circle: %s", before)
				return
			}
			_, err := operation.AnswerJSON(nil, []byte(request), rules.English)
			failure, refused := errors.AsType[*Failure](err)
			if !refused {
				return
			}
			if failure.Status == statusInvalid || failure.Error() == said {
				t.Errorf("remedies lead to %s: %s %s", failure, before, request)
			}
			for _, p := range failure.patches {
				w := writer{}
				if w.changed([]byte(request), p.settings) {
					follow(string(w.dst), failure.Error(), append(slices.Clip(before), request))
				}
			}
		}
		follow(of.request, "", nil)
	}
}

// TestRefusalsKeepNothing: what is kept of remedies does not grow with the refused requests.
func TestRefusalsKeepNothing(t *testing.T) {
	catalogue, _ := newCatalogue(t)
	kept := func() (n int) {
		catalogue.fixed.Range(func(any, any) bool { n++; return true })
		return n
	}
	refuse := func() {
		body := `{"country":"NO","year":2026,"period":"month","gross":48000,"no":{"tax_card":"table","tax_percent":30}}`
		if _, err := catalogue.Operation(netOperation).AnswerJSON(nil, []byte(body), rules.English); err == nil {
			t.Error("a percentage with a table is answered")
		}
	}
	refuse()
	before := kept()
	for range 3 {
		refuse()
	}
	if after := kept(); after != before {
		t.Errorf("%d patches are kept after one refusal, %d after four", before, after)
	}
}
