//go:build !race

// The race detector empties pools at random, so counts are meaningless with it.

package operations

import (
	"testing"

	"github.com/payslate/payslate/rules"
)

// An answer allocates only the free texts of the profile: as sent, matched by their grammar
// and, where the rules rebuild them, as applied. All other memory is pooled or the caller's.
func TestAnAnswerTakesMemoryForFreeTextsAlone(t *testing.T) {
	_, watched := newCatalogue(t)
	catalogue, err := New(watched.Book)
	if err != nil {
		t.Fatal(err)
	}
	dst := make([]byte, 0, 1<<14)
	for _, test := range []struct {
		request   string
		justified float64
	}{
		{`{"country":"DE","year":2026,"period":"month","de":{"tax_class":4,"child_allowances":0.5},"gross":4583.33}`, 0},
		{`{"country":"DE","year":2026,"period":"month","de":{"tax_class":4,"state":"NW","child_allowances":0.5},"gross":4583.33}`, 1},
		{`{"country":"UK","year":2026,"period":"month","uk":{"tax_code":"1257L"},"gross":3500}`, 3},
	} {
		operation, body := catalogue.Operation(netOperation), []byte(test.request)
		got := testing.AllocsPerRun(200, func() {
			if _, err := operation.AnswerJSON(dst, body, rules.English); err != nil {
				t.Fatal(err)
			}
		})
		if got > test.justified {
			t.Errorf("%s: %v allocations, want at most %v", test.request, got, test.justified)
		}
	}
}
