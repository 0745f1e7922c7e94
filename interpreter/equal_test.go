package interpreter

import (
	"strings"
	"testing"
)

const equalProgram = `programs:
  a:
    about: A share.
    in:
      cents: {type: integer, about: Cents.}
    do:
      - euros: down(cents / 100, 2)
      - share: half_up(euros * 3 / 7, 2)
    out: {share: {type: number, decimals: 2}}
`

// TestEqualPrograms checks which changes compile to the same code.
func TestEqualPrograms(t *testing.T) {
	program := compileText(t, equalProgram)
	for change, want := range map[string]bool{
		"down(cents / 100, 2)→up(cents / 100, 2)": true, // whole cents: nothing is rounded
		"euros: →amount: ":                        true,
		"A share.→Another text.":                  true,
		"half_up(→down(":                          false,
		"* 3→* 4":                                 false,
		"/ 7, 2)→/ 7, 1)":                         false,
	} {
		old, new, _ := strings.Cut(change, "→")
		text := strings.Replace(equalProgram, old, new, 1)
		if old == "euros: " {
			text = strings.ReplaceAll(text, "euros *", "amount *")
		}
		if got := program.Equal(compileText(t, text)); got != want {
			t.Errorf("%s: equal is %v", change, got)
		}
	}
	refusing := strings.Replace(equalProgram, "    do:\n", "    do:\n      - refuse: {when: cents < 0, error: invalid_input, message: {en: no, de: nein}}\n", 1)
	if a, b := compileText(t, refusing), compileText(t, refusing); a.Equal(b) {
		t.Error("programs that emit something are compared")
	}
}
