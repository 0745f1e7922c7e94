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
