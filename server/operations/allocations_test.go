//go:build !race

// The race detector empties pools at random, so that counts mean nothing there.

package operations

import (
	"testing"

	"github.com/payslate/payslate/rules"
)

// An answer takes memory for its texts, all in one piece, and for each free text
// of the profile; all else is pooled or the caller's.
func TestAnAnswerTakesTwoPiecesOfMemory(t *testing.T) {
	_, watched := newCatalogue(t)
	catalogue, err := New(watched.Book)
	if err != nil {
		t.Fatal(err)
	}
	dst := make([]byte, 0, 1<<14)
	for _, request := range []string{
		`{"country":"DE","year":2026,"period":"month","de":{"tax_class":4,"state":"NW","child_allowances":0.5},"gross":4583.33}`,
		`{"country":"UK","year":2026,"period":"month","uk":{"tax_code":"1257L"},"gross":3500}`,
	} {
		const justified = 2
		operation, body := catalogue.Operation(netOperation), []byte(request)
		got := testing.AllocsPerRun(200, func() {
			if _, err := operation.AnswerJSON(dst, body, rules.English); err != nil {
				t.Fatal(err)
			}
		})
		if got > justified {
			t.Errorf("%s: %v allocations, of which %v are justified", request, got, justified)
		}
	}
}
