package conformance

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestLoadErrors(t *testing.T) {
	const set = "sets:\n  - {name: s, kind: official, origin: o, file: a.csv, program: x/2026/y"
	for sets, want := range map[string]string{
		"sets: [":                                                  "sets.yaml: ",
		"sets:\n  - {nam: s}":                                      "field nam not found",
		"sets:\n  - {kind: official}":                              "a set has no name",
		"sets:\n  - {name: s, kind: x}":                            `set s: kind "x" is not one of`,
		"sets:\n  - {name: s, kind: official}":                     "set s: origin is missing",
		"sets:\n  - {name: s, kind: official, origin: o}":          "set s: file is missing",
		"sets:\n  - {name: s, kind: official, origin: o, file: a}": "set s: it needs one of program, answer and rates",
		"sets:\n  - {name: s, kind: official, origin: o, file: a, program: p, answer: net}":      "one of program, answer and rates",
		"sets:\n  - {name: s, kind: official, origin: o, file: a, answer: x}":                    `answer "x" is not one of ["net" "gross" "year" "parameters" "trip"]`,
		"sets:\n  - {name: s, kind: official, origin: o, file: a, answer: trip, figures: f}":     "figures need program",
		"sets:\n  - {name: s, kind: official, origin: o, file: none.csv, program: p}":            "set s: open cases/none.csv",
		"sets:\n  - {name: s, kind: official, origin: o, file: bad.csv, program: p}":             "cases/bad.csv: line 1: ",
		"sets:\n  - {name: s, kind: official, origin: o, file: a.csv, answer: net}":              "cases/a.csv: line 1: ",
		set + "}\n  - {name: s, kind: official, origin: o, file: a.csv, program: p}":             "set s is listed twice",
		set + ", known_differences: [{case: q}]}":                                                "known difference of q, : unknown case",
		set + ", known_differences: [{case: case-tow}]}":                                         "did you mean case-two?",
		set + ", known_differences: [{case: case-two, output: tax}]}":                            "reason is missing",
		set + ", known_differences: [{case: case-two, output: tux, reason: r}]}":                 "does not check this output; did you mean tax?",
		set + ", known_differences: [{case: case-two, output: tax, reason: r, printed: \"5\"}]}": "the case expects 2, not 5 as declared",
	} {
		files := fstest.MapFS{
			"sets.yaml":     {Data: []byte(sets)},
			"cases/a.csv":   {Data: []byte("case,pay,exp_tax\ncase-one,1,1\ncase-two,2,2\n")},
			"cases/bad.csv": {Data: []byte("x\n")},
		}
		if _, err := LoadFrom(files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n got %v\nwant %s", sets, err, want)
		}
	}
	if _, err := LoadFrom(fstest.MapFS{}); err == nil {
		t.Error("a folder without sets.yaml loads")
	}
}
