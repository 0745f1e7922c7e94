package names

import (
	"io/fs"
	"testing"

	"github.com/payslate/payslate/rules"
)

// TestCutFiles reads rule files that end anywhere.
func TestCutFiles(t *testing.T) {
	for _, name := range []string{"nl/net.yaml", "nl/country.yaml"} {
		data, err := fs.ReadFile(rules.Embedded(), name)
		if err != nil {
			t.Fatal(err)
		}
		whole := Read(name, data, nil)
		for end := 0; end < len(data); end += 397 {
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
      - note: {text: "Yes.", warning: w, field: legs.arrive, at: 0, remedy: {set: {pension: 0, "legs[].arrive": null}}}
`
	book := Book{"xx/net.yaml": Read("xx/net.yaml", []byte(text), nil)}
	for s, want := range map[Symbol]int{{Input, "xx", "pension"}: 5, {Input, "xx", "legs"}: 3, {Member, "xx", "arrive"}: 3} {
		found, name := 0, s.Name
		book.Each(s, func(_ string, o Occurrence) {
			if found++; o.At.End.Column-o.At.Start.Column != len(name) {
				t.Errorf("%s is found at %s", name, o.At)
			}
		})
		if found != want {
			t.Errorf("%s is found %d times, want %d", name, found, want)
		}
	}
}
