package operations

import (
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
