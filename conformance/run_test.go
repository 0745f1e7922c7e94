package conformance

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
)

const levyProgram = `programs:
  levy:
    about: A levy on pay.
    in:
      pay: {unit: EUR, about: Pay.}
    do:
      - refuse:
          when: pay > 1000
          error: invalid_input
          message: {en: Too much., de: Zu viel.}
      - levy: half_up(pay * 1.5 / 100, 2)
      - due: levy > 0
    out: {levy: EUR, due: boolean}
`

// levySet returns a set for levyProgram with a hundred cases, of which every tenth differs.
func levySet(t testing.TB, known string) (*Set, Subject) {
	t.Helper()
	cases := "case,pay,exp_levy,exp_due\n"
	for i := 1; i <= 100; i++ {
		wanted := fmt.Sprintf("%d.%02d", i*150/10000, i*150/100%100)
		if i%10 == 0 {
			wanted = "7"
		}
		cases += fmt.Sprintf("c%d,%d,%s,\n", i, i, wanted)
	}
	cases = strings.ReplaceAll(cases, "c1,1,0.01,", "c1,1,0.02,true") // 0.015
	for i := 3; i < 100; i += 2 {                                     // half cents go up
		old := fmt.Sprintf("c%d,%d,%d.%02d,", i, i, i*150/10000, i*150/100%100)
		up := i*150/100 + 1
		cases = strings.Replace(cases, old, fmt.Sprintf("c%d,%d,%d.%02d,", i, i, up/100, up%100), 1)
	}
	sets, err := LoadFrom(fstest.MapFS{
		"sets.yaml":      {Data: []byte("sets:\n  - {name: s, kind: hand-checked, origin: o, file: levy.csv, program: levy.yaml" + known + "}\n")},
		"cases/levy.csv": {Data: []byte(cases)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return sets[0], NewSubject(fstest.MapFS{"levy.yaml": {Data: []byte(levyProgram)}}, nil, nil)
}

func TestRunIsTheSameWithAnyNumberOfWorkers(t *testing.T) {
	set, subject := levySet(t, "")
	var first *Report
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, workers := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(workers)
		var told atomic.Int64
		report, err := set.Run(t.Context(), subject, Options{Progress: func(n int) { told.Add(int64(n)) }})
		if err != nil {
			t.Fatal(err)
		}
		if told.Load() != 100 {
			t.Errorf("progress told of %d cases", told.Load())
		}
		if first == nil {
			first = report
		}
		if !reflect.DeepEqual(report, first) {
			t.Errorf("%d workers: %+v, one: %+v", workers, report, first)
		}
	}
	if first.Cases != 100 || first.Matched != 90 || first.Differing != 10 || first.Known != 0 || first.Fine() {
		t.Errorf("report %+v", first)
	}
	want := []Comparison{
		{Case: "c10", Output: "levy", Want: "7", Got: "0.15", Result: Differs},
		{Case: "c20", Output: "levy", Want: "7", Got: "0.3", Result: Differs},
		{Case: "c30", Output: "levy", Want: "7", Got: "0.45", Result: Differs},
	}
	if len(first.Differences) != mostDifferences || !reflect.DeepEqual(first.Differences[:len(want)], want) {
		t.Errorf("differences %+v", first.Differences)
	}
}

func TestRunEnds(t *testing.T) {
	set, subject := levySet(t, "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := set.Run(ctx, subject, Options{}); err != context.Canceled {
		t.Errorf("error %v", err)
	}
}

func TestKnownDifferences(t *testing.T) {
	const known = `, known_differences: [{case: c10, output: levy, ours: "%s", printed: "7", reason: because}]`
	for _, test := range []struct{ ours, program, reason string }{
		{"0.15", levyProgram, ""},
		{"0.150", levyProgram, ""},
		{"0.16", levyProgram, "declared as a known difference with 0.16"},
		{"0.15", strings.Replace(levyProgram, "pay * 1.5 ", "pay * 70 ", 1), "declared as a known difference, but the rules give the printed value: remove the declaration"},
	} {
		set, subject := levySet(t, fmt.Sprintf(known, test.ours))
		subject.Files = fstest.MapFS{"levy.yaml": {Data: []byte(test.program)}}
		report, err := set.Run(t.Context(), subject, Options{Case: "c10"})
		if err != nil {
			t.Fatal(err)
		}
		if test.reason == "" && (report.Known != 1 || !report.Fine() || report.Checked[0].Reason != "because" || report.Checked[0].Result != KnownDiffer) {
			t.Errorf("%s: %+v", test.ours, report)
		}
		if test.reason != "" && (report.Known != 0 || report.Differing != 1 || report.Differences[0].Reason != test.reason) {
			t.Errorf("%s: %+v", test.ours, report)
		}
	}
}

// TestRunErrors checks the errors of sets that cannot be replayed.
func TestRunErrors(t *testing.T) {
	set, subject := levySet(t, "")
	for program, want := range map[string]string{
		strings.Replace(levyProgram, "half_up(pay", "half_up(pai", 1):                `"pai"`,
		strings.ReplaceAll(levyProgram, "pay", "pays"):                               `column pay: program levy has no such input; did you mean pays?`,
		strings.Replace(levyProgram, "out: {levy: EUR, ", "out: {", 1):               `column exp_levy: program levy has no such output`,
		strings.Replace(levyProgram, "programs:\n  levy:", "programs:\n  other:", 1): "",
	} {
		subject.Files = fstest.MapFS{"levy.yaml": {Data: []byte(program)}}
		_, err := set.Run(t.Context(), subject, Options{})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	answers := &Set{Name: "s", Answer: NetAnswer, cases: oneCase(t, "{}", `{"net":1}`)}
	if _, err := answers.Run(t.Context(), subject, Options{}); err == nil || !strings.Contains(err.Error(), "needs a rule book") {
		t.Errorf("error %v", err)
	}
}

// TestCasesWithoutAnAnswer checks that such cases differ.
func TestCasesWithoutAnAnswer(t *testing.T) {
	set, subject := levySet(t, "")
	for cell, want := range map[string]string{
		"":      "program levy needs pay",
		"1.001": "decimals",
		"x":     "number",
		"1001":  "refused (invalid_input): Too much.",
	} {
		set.cases[0].inputs = []string{cell}
		report, err := set.Run(t.Context(), subject, Options{Case: "c1"})
		if err != nil || report.Differing != 1 || !strings.Contains(report.Differences[0].Got, want) {
			t.Errorf("%q: %+v, error %v", cell, report, err)
		}
	}
}

// TestRequests checks that cases send requests as a client does.
func TestRequests(t *testing.T) {
	subject := embeddedSubject(t)
	for _, test := range []struct{ request, expected, got string }{
		{`{"country":"GB","gross":1000}`, `{"country":"UK","year":2026,"period":"month","profile":{"tax_code":"1257L"}}`, ""},
		{`{"country":"DE","gross":4000.005,"year":null,"uk":null,"de":{"children":null}}`, `{"gross":4000.01}`, ""},
		{`{"country":"UK","gross":3000,"de":{}}`, `{"error":"invalid_input"}`, ""},
		{`{"country":"DE","gross":4000}`, `{"error":"invalid_input"}`, "nothing"},
		{`{"country":"DE","gross":1}`, `{"net":1}`, "refused: unsupported_profile: "},
		{`{"gross":1}`, `{"net":1}`, `["body","country"]`},
		{`{"country":"FR","gross":1}`, `{"net":1}`, `["body","country"]`},
		{`{"country":"DE"}`, `{"net":1}`, `["body","gross"]`},
		{`{"country":"DE","gross":"1"}`, `{"net":1}`, `["body","gross"]`},
		{`{"country":"DE","gross":1,"x":1}`, `{"net":1}`, `["body","x"]`},
		{`{"country":"DE","gross":1,"year":2026.5}`, `{"net":1}`, `["body","year"]`},
		{`{"country":"DE","gross":1,"de":{"x":1}}`, `{"net":1}`, `["body","de","x"]`},
		{`{"country":"DE","gross":1,"de":{"children":1.5}}`, `{"net":1}`, `["body","de","children"]`},
		{`{"country":"DE","gross":1,"de":{"church":1}}`, `{"net":1}`, `["body","de","church"]`},
	} {
		set := &Set{Name: "s", Answer: NetAnswer, cases: oneCase(t, test.request, test.expected)}
		report, err := set.Run(t.Context(), subject, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if test.got == "" && !report.Fine() || test.got != "" && (report.Fine() || !strings.Contains(report.Differences[0].Got, test.got)) {
			t.Errorf("%s: %+v", test.request, report.Differences)
		}
	}
}

// oneCase returns a list of one case.
func oneCase(t *testing.T, request, expected string) []testCase {
	t.Helper()
	c, err := readAnswer(fmt.Appendf(nil, `{"case":"a","request":%s,"expected":%s}`, request, expected))
	if err != nil {
		t.Fatal(err)
	}
	return []testCase{c}
}
