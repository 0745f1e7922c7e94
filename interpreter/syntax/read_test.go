package syntax

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"
)

// TestFindingsAreTheSameEachTime reads a file with faults in several sections: none hides
// another, and their order is that of the sections.
func TestFindingsAreTheSameEachTime(t *testing.T) {
	const file = `
programs:
  broken: {do: [{a: "1 +"}]}
types:
  Sort: []
parameters:
  allowance: {value: 1, unit: EUR, lable: Allowance, source: law, cite: "§ 1"}
  rate: {values: [1], unit: percent, label: Rate, source: law, cite: "§ 2"}
checks:
  - {that: "1 =", message: wrong, cite: "§ 3"}
`
	_, first := Read("file.yaml", []byte(file))
	if text := first.Error(); !strings.Contains(text, "parameter allowance has no key") || strings.Contains(text, "parameter rate needs one of") {
		t.Errorf("found %s", text)
	}
	for range 20 {
		if _, again := Read("file.yaml", []byte(file)); !slices.Equal(again, first) {
			t.Fatalf("found %v, then %v", first, again)
		}
	}
}

// TestStepsAreDropped reads the steps of a built-in file once for the programs that are held, and
// keeps them no longer than these.
func TestStepsAreDropped(t *testing.T) {
	text := "programs:\n  a:\n    about: A\n    do:\n      - x: 1\n  b:\n    about: B\n    do:\n      - y: 2\n"
	f := ParseBuiltIn("a.yaml", func() []byte { return []byte(text) }).Read()
	a, b := f.Program("a").WithSteps(), f.Program("b").WithSteps()
	if len(a.Do) != 1 || a.file != b.file {
		t.Errorf("%d steps, of one reading: %t", len(a.Do), a.file == b.file)
	}
	read := weak.Make(a.file)
	runtime.KeepAlive(a)
	runtime.GC()
	if runtime.GC(); read.Value() != nil {
		t.Error("the steps are kept")
	}
	if len(f.Program("a").WithSteps().Do) != 1 {
		t.Error("the steps are not read again")
	}
}

// TestPlacesInDroppedText finds the places in texts of a built-in file, which is read again for them.
func TestPlacesInDroppedText(t *testing.T) {
	text := "inputs:\n  x:\n    n: {unit: EUR, default: \"a\\x20+ 2\"}\nprograms:\n  a:\n    about: A\n    do:\n      - x: >-\n          1 +\n          b\n"
	kept, _ := Read("a.yaml", []byte(text))
	dropped := ParseBuiltIn("a.yaml", func() []byte { return []byte(text) }).Read()
	places := func(f *File) (list []string) {
		for _, e := range []*Expression{f.Groups[0].Inputs[0].Default, f.Program("a").WithSteps().Do[0].(*Assign).Value.(*Expression)} {
			for _, n := range Children(e.Tree) {
				list = append(list, e.At(n).String())
			}
		}
		return list
	}
	if got, want := places(dropped), places(kept); !slices.Equal(got, want) || want[1] != "a.yaml:3:37" {
		t.Errorf("got %v, want %v", got, want)
	}
}
