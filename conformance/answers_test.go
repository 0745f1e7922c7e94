package conformance

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/rules"
)

func TestReadAnswersErrors(t *testing.T) {
	const good = `{"case":"a","request":{},"expected":{"net":1}}`
	for text, want := range map[string]string{
		"":                          "the file has no cases",
		"\n \n":                     "the file has no cases",
		good + "\n" + good:          `line 2: case "a" occurs twice`,
		good + "\n{":                "line 2: ",
		good + "1":                  "line 1: invalid character",
		`{"case":"a","x":1}`:        `key "x" is not one of case, request, expected`,
		`{"request":{}}`:            "the case has no name",
		`{"case":"a"}`:              "case a: request must be an object",
		`{"case":"a","a":1}`:        `key "a"`,
		`{"case":1,"case":2}`:       "duplicate",
		`{"case":"a","request":{}}`: "expected must be an object with members",
		`{"case":"a","request":{},"expected":{}}`:                                  "expected must be an object with members",
		`{"case":"a","request":{},"expected":{"net":{"any":false}}}`:               `"any": write`,
		`{"case":"a","request":{},"expected":{"net":{"any":true,"x":1}}}`:          `"any": write`,
		`{"case":"a","request":{},"expected":{"net":{"absent":1}}}`:                `"absent": write`,
		`{"case":"a","request":{},"expected":{"net":{"oneof":[]}}}`:                `"oneof": write`,
		`{"case":"a","request":{},"expected":{"lines":[{"x":{"approx":1}}]}}`:      `"approx": write`,
		`{"case":"a","request":{},"expected":{"net":{"approx":1,"tol":-1}}}`:       `"approx": write`,
		`{"case":"a","request":{},"expected":{"net":{"tol":1,"approx":"1"}}}`:      `"approx": write`,
		`{"case":"a","request":{},"expected":{"net":` + "[1,]" + `}}`:              "line 1: ",
		`{"case":"a","request":{},"expected":{"net":1.50}}` + "\n" + `{"case":01}`: "line 2: ",
	} {
		if _, err := readAnswers([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
	if cases, err := readAnswers([]byte("\n" + good + "\r\n\n")); err != nil || len(cases) != 1 || cases[0].name != "a" {
		t.Errorf("cases %v, error %v", cases, err)
	}
}

func parsed(t testing.TB, text string) any {
	t.Helper()
	v, err := parseValue([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestCompare(t *testing.T) {
	got := `{"net":1.50,"tax":null,"church":false,"code":"L","lines":[{"key":"a","amount":2},{"key":"b","amount":3.00}],"annual":{"net":18}}`
	for _, test := range []struct{ want, differences string }{
		{`{"net":1.5}`, ""},
		{`{"net":1.500000000000000000000000000000}`, ""},
		{`{"net":1.500000000000000000000000000001}`, "net: 1.500000000000000000000000000001, 1.500000000000000000000000000000"},
		{`{"net":"1.50"}`, "net: 1.50, 1.5"},
		{`{"net":null}`, "net: null, 1.5"},
		{`{"tax":null,"church":false,"code":"L"}`, ""},
		{`{"tax":0}`, "tax: 0, null"},
		{`{"church":true}`, "church: true, false"},
		{`{"code":"M"}`, "code: M, L"},
		{`{"none":1}`, "none: 1, nothing"},
		{`{"none":{"oneof":[1,2]}}`, "none: 1 or 2, nothing"},
		{`{"none":{"any":true}}`, "none: 1 members, nothing"},
		{`{"none":{"absent":true}}`, ""},
		{`{"tax":{"absent":true}}`, "tax: nothing, null"},
		{`{"net":{"any":true},"tax":{"any":true}}`, ""},
		{`{"net":{"oneof":[null,1.5]}}`, ""},
		{`{"net":{"oneof":[null,2]}}`, "net: null or 2, 1.5"},
		{`{"net":{"approx":1.505,"tol":0.005}}`, ""},
		{`{"net":{"approx":1.5050001,"tol":0.005}}`, "net: 1.5050001 ± 0.005, 1.5"},
		{`{"code":{"approx":1,"tol":1}}`, "code: 1 ± 1, L"},
		{`{"annual":{"net":18.0}}`, ""},
		{`{"annual":{"net":19}}`, "annual.net: 19, 18"},
		{`{"annual":18}`, "annual: 18, 1 members"},
		{`{"lines":[{"key":"a"},{"key":"b","amount":3}]}`, ""},
		{`{"lines":[{"key":"b"},{"key":"a"}]}`, "lines[1 b].key: b, a; lines[2 a].key: a, b"},
		{`{"lines":[{"amount":1}]}`, "lines: 1 items, 2 items; lines[1].amount: 1, 2"},
		{`{"lines":[]}`, "lines: 0 items, 2 items"},
		{`{"lines":{"oneof":[1,[{"amount":2,"key":"a"},{"key":"b","amount":3}]]}}`, ""},
		{`{"annual":{"oneof":[{"net":18},{}]}}`, ""},
		{`{"annual":{"oneof":[{"gross":18},{}]}}`, "annual: 1 members or 0 members, 1 members"},
	} {
		var found []string
		compare("", parsed(t, test.want), parsed(t, got), func(path, want, got string, matches bool) {
			if !matches {
				found = append(found, fmt.Sprintf("%s: %s, %s", path, want, got))
			}
		})
		if text := strings.Join(found, "; "); text != test.differences {
			t.Errorf("%s:\n got %s\nwant %s", test.want, text, test.differences)
		}
	}
}

// TestKnownDifferenceOfAnAnswer expects a finding where a declared difference is gone.
func TestKnownDifferenceOfAnAnswer(t *testing.T) {
	const set = "sets:\n  - {name: s, kind: hand-checked, origin: o, file: a.jsonl, answer: net, known_differences: [{case: a, %s}]}\n"
	load := func(known, net string) ([]*Set, error) {
		return LoadFrom(fstest.MapFS{
			"sets.yaml":     {Data: fmt.Appendf(nil, set, known)},
			"cases/a.jsonl": {Data: []byte(`{"case":"a","request":{"country":"DE","year":2026,"gross":603,"de":{"employment":"minijob"}},"expected":{"net":` + net + `}}`)},
		})
	}
	if _, err := load("output: net, ours: \"1\", printed: \"2\", reason: r", "1"); err == nil || !strings.Contains(err.Error(), "has no outputs to name") {
		t.Error(err)
	}
	book, list := rules.OpenEmbedded()
	if book == nil {
		t.Fatal(list.Err())
	}
	for net, want := range map[string]Counts{"581.29": {Cases: 1, Differing: 1}, "580": {Cases: 1, Known: 1}} {
		sets, err := load("reason: r", net)
		if err != nil {
			t.Fatal(err)
		}
		report, err := sets[0].Run(t.Context(), NewSubject(rules.Embedded(), book, nil), Options{})
		if err != nil || report.Counts != want {
			t.Errorf("net %s: %+v, %v", net, report, err)
		}
	}
}
