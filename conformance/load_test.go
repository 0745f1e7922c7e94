package conformance

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestLoadErrors(t *testing.T) {
	const set = "sets:\n  - {name: s, kind: official, origin: o, file: a.csv, program: x/2026/y"
	for sets, want := range map[string]string{
		"sets: [":                                         "sets.yaml:1:",
		"sets:\n\t- {name: s}":                            "sets.yaml:2:1: error: a tab indents",
		"sets:\n  - {name: s, name: t}":                   "sets.yaml:2:15: error: the key \"name\" is given twice",
		"sets:\n  - {name: [s]}":                          "sets.yaml:2:12: error: sets.name must be a text",
		"sets: 3":                                         "sets.yaml:1:7: error: sets must be a map of keys and values",
		"sets: [s]":                                       "sets.yaml:1:8: error: sets must be a map of keys and values",
		"sets:\n  - {nam: s}":                             `sets.yaml:2:6: error: an item of sets has no key "nam"`,
		"sets:\n  - {kind: official}":                     "the key sets.name is missing",
		"sets:\n  - {name: s, kind: x}":                   "sets.kind must be official, published example, computed",
		"sets:\n  - {name: s, kind: official}":            "the key sets.origin is missing",
		"sets:\n  - {name: s, kind: official, origin: o}": "the key sets.file is missing",
		"sets:\n  - {name: s, kind: official, origin: o, file: a}":                               "a set needs one of program, answer and rates",
		"sets:\n  - {name: s, kind: official, origin: o, file: a, program: p, answer: net}":      "one of program, answer and rates",
		"sets:\n  - {name: s, kind: official, origin: o, file: a, answer: x}":                    "sets.answer must be net, gross, year, parameters or trip",
		"sets:\n  - {name: s, kind: official, origin: o, file: a, answer: trip, figures: f}":     "figures need program",
		"sets:\n  - {name: s, kind: official, origin: o, file: none.csv, program: p}":            "sets.yaml:2:5: error: the cases of the set s cannot be read: open cases/none.csv",
		"sets:\n  - {name: s, kind: official, origin: o, file: bad.csv, program: p}":             "cases/bad.csv:1:1: column x: ",
		"sets:\n  - {name: s, kind: official, origin: o, file: a.csv, answer: net}":              "cases/a.csv: line 1: ",
		set + "}\n  - {name: s, kind: official, origin: o, file: a.csv, program: p}":             "sets.yaml:3:5: error: the set s is listed twice",
		set + ", known_differences: [{case: q}]}":                                                "unknown case q",
		set + ", known_differences: [{case: case-tow}]}":                                         "unknown case case-tow",
		set + ", known_differences: [{case: case-two, output: tax}]}":                            "the reason is missing",
		set + ", known_differences: [{case: case-two, output: tux, reason: r}]}":                 "does not check the output tux",
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
