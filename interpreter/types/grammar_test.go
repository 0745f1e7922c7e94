package types

import (
	"fmt"
	"strings"
	"testing"
	"time"

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
		case len(part.OneOf) > 0:
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
      country: {one_of: [S, C], optional: true}
      number: {digits: 1..6}
      basis: {one_of: [W1, W1/M1, M1, X], optional: true}
    forms:
      - {form: allowance, text: "{country}{number}[LMNT]{basis}"}
      - {form: addition, text: "{country}K{number}{basis}"}
      - {form: none, text: "NT{basis}"}
      - {form: allowance, text: "OLD{number}"}
`)
	words := readGrammar(t, `
    parts:
      word: {one_of: [a, ab, abc], optional: true}
      more: {one_of: [bc, c], optional: true}
      year: {digits: 4}
      rest: {digits: 1..15, optional: true}
    forms:
      - {form: first, text: "{word}{more}"}
      - {form: second, text: "{year}{rest}–[äöü]"}
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
		{code, "old12", "allowance number=12"},
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

// TestGrammarTime reads a text with very many partial matches.
func TestGrammarTime(t *testing.T) {
	var parts, form strings.Builder
	for i := range 40 {
		fmt.Fprintf(&parts, "      p%d: {one_of: [a, aa, aaa], optional: true}\n", i)
		fmt.Fprintf(&form, "{p%d}", i)
	}
	g := readGrammar(t, "    parts:\n"+parts.String()+"    forms: [{form: f, text: \""+form.String()+"\"}]\n")
	start := time.Now()
	if got := g.reads(strings.Repeat("a", 100) + "b"); got != "-" {
		t.Error(got)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}

func FuzzGrammar(f *testing.F) {
	g := readGrammar(f, `
    normalise: [upper]
    parts: {n: {digits: 1..3, optional: true}, w: {one_of: [A, AB], optional: true}, v: {one_of: [B, "1"], optional: true}}
    forms: [{form: f, text: "{n}{w}{v}[X1]"}]
`)
	f.Add("12ABBX")
	f.Fuzz(func(t *testing.T, text string) {
		r, ok := g.Read(text)
		if !ok {
			return
		}
		// The reading, formatted again, is the text without leading zeros.
		written := ""
		for i, part := range g.Declaration.Parts {
			switch {
			case !r.Given[i]:
			case len(part.OneOf) > 0:
				written += part.OneOf[r.Parts[i]]
			default:
				written += fmt.Sprint(r.Parts[i])
			}
		}
		if !strings.HasSuffix(strings.TrimLeft(r.Text, "0"), strings.TrimLeft(written, "0")+r.Text[len(r.Text)-1:]) {
			t.Errorf("%q is read as %q", text, written)
		}
	})
}
