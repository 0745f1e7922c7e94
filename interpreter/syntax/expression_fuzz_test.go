package syntax

import (
	"bufio"
	"os"
	"testing"
	"unicode/utf8"
)

func FuzzExpression(f *testing.F) {
	for _, text := range []string{
		`p.pv_rate / 2 + choose(state == "SN", p.extra, 0) * TAB2[J]`,
		`not (a in [1, 0.10, "x\\\""]) or --b.c[d] - (e - f) <= -5`,
		`x not in [null, true] == y`,
		"a < b < c ? 2026-01-01 : 'ä€'",
	} {
		f.Add(text)
	}
	if refused, err := os.Open("testdata/expression/refused.txt"); err == nil {
		defer refused.Close()
		for lines := bufio.NewScanner(refused); lines.Scan(); {
			f.Add(lines.Text())
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseExpression(text)
		if err == nil {
			checkRoundTrip(t, text, n)
			return
		}
		if err.From < 0 || err.From > err.To || err.To > max(1, utf8.RuneCountInString(text)) {
			t.Errorf("%q: the error spans %d to %d", text, err.From, err.To)
		}
		if err.Code == "" || err.Summary == "" {
			t.Errorf("%q: the error is incomplete: %+v", text, err)
		}
	})
}

func TestSame(t *testing.T) {
	texts := []string{"a", "b", "1", "1.0", `"a"`, "true", "false", "null", "a.b", "a.c", "b.b", "a[b]", "a[c]", "-a", "not a",
		"a + b", "b + a", "a - b", "f(a)", "g(a)", "f(a, b)", "f()", "a in [b]", "a in [b, c]", "a in b"}
	for i, left := range texts {
		for k, right := range texts {
			a, _ := ParseExpression(left)
			b, _ := ParseExpression(right)
			if Same(a, b) != (i == k) {
				t.Errorf("Same(%s, %s) = %v", left, right, i != k)
			}
		}
	}
}
