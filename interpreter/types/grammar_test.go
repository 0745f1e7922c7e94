package types

import (
	"fmt"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/syntax"
)

func readGrammar(t testing.TB, text string) *Grammar {
	t.Helper()
	file, list := syntax.Read("grammar.yaml", []byte("grammars:\n  g:\n"+text+"    otherwise: {error: e, message: {en: '\"{text}\" is wrong', de: '„{text}“ ist falsch'}}\n"))
	if list.HasErrors() {
		t.Fatal(list.Error())
	}
	return newGrammar(file.Grammars[0])
}

// reads shows the reading of a text.
func (g *Grammar) reads(text string) string {
	r, ok := g.Read(text)
	if !ok {
		return "-"
	}
	shown := g.Form.Cases[r.Form]
	for i, part := range g.Declaration.Parts {
		switch {
		case !r.Given[i]:
		case part.OneOf != nil:
			shown += " " + part.Name + "=" + part.OneOf[r.Parts[i]]
		default:
			shown += fmt.Sprintf(" %s=%d", part.Name, r.Parts[i])
		}
	}
	return shown
}

func TestGrammar(t *testing.T) {
	code := readGrammar(t, `
    normalise: [upper, no_blanks]
    parts:
      country: [S, C]
      number: integer
      basis: [W1, W1/M1, M1, X]
    forms:
      allowance: (?<country>)?(?<number>[0-9]{1,6})[LMNT](?<basis>)?
      addition: (?<country>)?K(?<number>[0-9]{1,6})(?<basis>)?
      none: NT(?<basis>)?
      old: OLD(?<number>[0-9]+)
`)
	words := readGrammar(t, `
    parts:
      word: [a, ab, abc]
      more: [bc, c, c+]
      year: integer
      rest: integer
    forms:
      first: (?<word>)?(?<more>)?
      second: (?<year>[0-9]{4})(?<rest>[0-9]{1,15})?–[äöü]
`)
	for _, c := range []struct {
		grammar    *Grammar
		text, want string
	}{
		{code, "1257L", "allowance number=1257"},
		{code, " s 1257 l w1/m1 ", "allowance country=S number=1257 basis=W1/M1"},
		{code, "1257LW1", "allowance number=1257 basis=W1"},
		{code, "000001T", "allowance number=1"},
		{code, "0T", "allowance number=0"},
		{code, "1234567L", "-"},
		{code, "L", "-"},
		{code, "CK475X", "addition country=C number=475 basis=X"},
		{code, "K475XX", "-"},
		{code, "NT", "none"},
		{code, "SNT", "-"},
		{code, "old12", "old number=12"},
		{code, "old12345678901234567890", "-"}, // no 64-bit integer
		{code, "", "-"},
		{code, "1257ſ", "-"}, // its capital would be an S
		{code, "１２５７L", "-"},
		{code, strings.Repeat(" ", 5000) + "NT", "none"},
		{code, strings.Repeat("1", 300) + "L", "-"},
		{words, "", "first"},
		{words, "a", "first word=a"},
		{words, "abc", "first word=a more=bc"},
		{words, "abcc", "first word=abc more=c"},
		{words, "c", "first more=c"},
		{words, "c+", "first more=c+"},
		{words, "2026–ä", "second year=2026"},
		{words, "20261–ü", "second year=2026 rest=1"},
		{words, "2026123456789012345–ö", "second year=2026 rest=123456789012345"},
		{words, "20261234567890123456–ö", "-"},
		{words, "2026–a", "-"},
		{words, "2026–\xc3", "-"},
		{words, "202–ä", "-"},
	} {
		if got := c.grammar.reads(c.text); got != c.want {
			t.Errorf("%.40q is read as %s, want %s", c.text, got, c.want)
		}
	}
}

func TestSamples(t *testing.T) {
	g := readGrammar(t, `
    parts: {prefix: [S, C], number: integer}
    forms: {plain: "(?<prefix>)?(?<number>[0-9]{1,3})[LM]", none: NT}
`)
	if got, want := strings.Join(g.Samples(), " "), "0L S0L C0L 9L 99L 999L NT"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
