package operations

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/types"
)

// FuzzText: appendString writes the same JSON as the library.
func FuzzText(f *testing.F) {
	for _, seed := range []string{
		"", "plain", "exactly8", "eight\"in", "in a word\\ of eight", "tab\tin the word", "in the last word: \x1f", "~~~~~~~~", "\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f", "\x80\x80\x80\x80\x80\x80\x80\x80", "!!!!!!!!", "########", "[[[[[[[[", "]]]]]]]]", `a "quoted" word`, `back\slash`, "§ 39b – Absatz", "line\nbreak", "nul\x00", "delete\x7f", "\u2028", "😀", "bad\xff", "\xc3", "half \xed\xa0\x80",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, _ := jsontext.AppendQuote([]byte("x"), text)
		if got := types.AppendString([]byte("x"), text); string(got) != string(want) {
			t.Errorf("types.AppendString(%q) = %s, want %s", text, got, want)
		}
	})
}
