package names

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/payslate/payslate/rules"
)

// unfinished are formulas as they are while an author types.
var unfinished = strings.Fields(`year() year( read() read(x) read(x,) min() max(,) select() select(p.) tax_on() date() given() otherwise() as() choose() choose(x,,)
	half_up(x, half_up(x,) periods() count() div() mod( hours() abs() unknown() p p. p.rate[ p.rate[] x. x.) ( ) [ not - + add_months(, date(1)() year()() x[] x[]. "" ''`)

// TestUnfinishedFormulas reads a file at each of them, alone and within another formula.
func TestUnfinishedFormulas(t *testing.T) {
	for _, typed := range unfinished {
		for _, formula := range []string{"%s", "1 + %s", "min(%s, 5)", "down(%s + x, 2)"} {
			text := "programs:\n  p1:\n    in: {x: {type: EUR, default: " + typed + "}}\n    do:\n      - y: " + fmt.Sprintf(formula, typed) + "\n      - call: " + typed + "\n    out: {y: EUR}\n"
			f := Read("xx/net.yaml", []byte(text), nil)
			if f.Valid == nil {
				continue
			}
			if _, found := (Book{"xx/net.yaml": f}).At("xx/net.yaml", f.Valid.Programs[0].Range.Start); !found {
				t.Errorf("the program is not found beside %s", typed)
			}
		}
	}
}

// TestCutFiles reads rule files that end anywhere.
func TestCutFiles(t *testing.T) {
	for _, name := range []string{"nl/net.yaml", "nl/country.yaml"} {
		data, err := fs.ReadFile(rules.Embedded(), name)
		if err != nil {
			t.Fatal(err)
		}
		whole := Read(name, data, nil)
		for end := 0; end < len(data); end += 97 {
			if f := Read(name, data[:end], whole); f.Valid == nil {
				t.Errorf("%s has no names when it ends at %d", name, end)
			}
		}
	}
}

// TestFieldsOfEmissions finds the inputs that refusals, notes and warnings name.
func TestFieldsOfEmissions(t *testing.T) {
	text := `inputs:
  profile: {pension: {unit: EUR, default: 0}, legs: {type: list of leg, default: []}}
records:
  leg: {arrive: date}
programs:
  net:
    in: [profile]
    do:
      - refuse: {when: pension > 5, error: e, message: "No.", field: pension}
      - note: {text: "Yes.", warning: w, field: pension}
      - note: {text: "Yes.", warning: w, field: legs.arrive, at: 0}
`
	book := Book{"xx/net.yaml": Read("xx/net.yaml", []byte(text), nil)}
	for name, want := range map[string]int{"pension": 4, "legs": 2} {
		found := 0
		book.Each(Symbol{Input, "xx", name}, func(_ string, o Occurrence) {
			if found++; o.At.End.Column-o.At.Start.Column != len(name) {
				t.Errorf("%s is found at %s", name, o.At)
			}
		})
		if found != want {
			t.Errorf("%s is found %d times, want %d", name, found, want)
		}
	}
}
