package operations

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/rules"
)

// The short way of writing a text gives what the library gives.
func TestTextsAreWrittenAsTheLibraryWritesThem(t *testing.T) {
	for _, text := range []string{
		"", "plain", "exactly8", "eight\"in", "in a word\\ of eight", "tab\tin the word", "in the last word: \x1f", "~~~~~~~~", "\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f", "\x80\x80\x80\x80\x80\x80\x80\x80", "!!!!!!!!", "########", "[[[[[[[[", "]]]]]]]]", `a "quoted" word`, `back\slash`, "§ 39b – Absatz", "line\nbreak", "nul\x00", "delete\x7f", "\u2028", "😀", "bad\xff", "\xc3", "half \xed\xa0\x80",
	} {
		want, _ := jsontext.AppendQuote([]byte("x"), text)
		if got := appendString([]byte("x"), text); string(got) != string(want) {
			t.Errorf("appendString(%q) = %s, want %s", text, got, want)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{"a", "ä", "\"", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, _ := jsontext.AppendQuote(nil, text)
		if got := appendString(nil, text); string(got) != string(want) {
			t.Errorf("appendString(%q) = %s, want %s", text, got, want)
		}
	})
}

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
