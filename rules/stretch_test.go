package rules

import (
	"testing"

	"github.com/payslate/payslate/interpreter"
)

const madeUpParameters = "xx/2026/parameters.yaml"

// datedRate is a rate that changes in July.
var datedRate = [3]string{madeUpParameters, "{value: 10, unit", "{values: [{from: 2026-01-01, value: 10}, {from: 2026-07-01, value: 20, cite: section 2}], unit"}

// datedNet has another net program from October on.
var datedNet = [3]string{madeUpParameters, "../net.yaml]", "{files: [{from: 2026-01-01, file: ../net.yaml}, {from: 2026-10-01, file: ../autumn.yaml}]}]"}

// TestDatedMistakes makes mistakes in days and forms.
func TestDatedMistakes(t *testing.T) {
	for _, test := range []struct{ old, with, at, says string }{
		{"{value: 10,", "{values: [{from: 2026-02-01, value: 10}],", ":9:", "nothing is said of rate from 2026-01-01 until 2026-02-01 [gap]"},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10}, {from: 2026-01-01, value: 20}],", ":9:", "from 2026-01-01, the one above it from 2026-01-01 [order]"},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10}, {from: 2027-01-01, value: 20}],", ":9:", "2027-01-01 is not in year 2026 [bad-date]"},
		{"{value: 10,", "{values: [{from: 2025-12-31, value: 10}],", ":9:", "2025-12-31 is not in year 2026 [bad-date]"},
		{"{value: 10,", "{values: [{from: 2026-1-1, value: 10}],", ":9:", "2026-1-1 is not a date [bad-date]"},
		{"{value: 10,", "{values: [{from: 2026-01-01}],", ":9:", "needs one of value, values, bands or text"},
		{"{value: 10,", "{values: [{value: 10}],", ":9:", "does not say from when on it holds"},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10}, {from: 2026-07-01, text: ten}],", ":9:", "of another form than the first"},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10}, {from: 2026-07-01, value: 1000}],", ":9:", "1000 percent"},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10, source: acts}],", ":9:", "there is no source \"acts\""},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10, form: 1}],", ":9:", "no key \"form\""},
		{"../net.yaml]", "{files: [{from: 2026-03-01, file: ../net.yaml}]}]", ":5:", "nothing is said of these files from 2026-01-01 until 2026-03-01"},
		{"../net.yaml]", "{files: [{from: 2026-01-01, file: ../net.yaml}, {from: 2026-02-30, file: ../net.yaml}]}]", ":5:", "2026-02-30 is not a date"},
		{"../net.yaml]", "{files: [{from: 2026-01-01, file: ../net.yaml}, {from: 2026-05-01, file: ../none.yaml}]}]", "xx/none.yaml", "cannot be read"},
		{"../net.yaml]", "{files: [{file: ../net.yaml}]}]", ":5:", "from is missing"},
		{"../net.yaml]", "{file: ../net.yaml}]", ":5:", "neither a file nor files by date"},
	} {
		at := test.at
		if at[0] == ':' {
			at = madeUpParameters + at
		}
		expectFinding(t, madeUp(t, [3]string{madeUpParameters, test.old, test.with}), at, test.says)
	}
}

// TestLoadProgramOnADay loads a program of a year with changes inside.
func TestLoadProgramOnADay(t *testing.T) {
	files := madeUp(t, datedRate, datedNet)
	files["xx/autumn.yaml"] = files["xx/net.yaml"]
	for name, want := range map[string]string{
		"xx/2026/net":            "200.00",
		"xx/2026/net@2026-06-30": "100.00",
		"xx/2026/net@2026-07-01": "200.00",
		"xx/2026/net@2026-03-32": "",
		"xx/2026/net@2027-01-01": "",
	} {
		program, list := LoadProgram(files, name)
		if program == nil {
			if want != "" {
				t.Errorf("%s: %v", name, list.Err())
			}
			continue
		}
		exe, err := program.Compile(interpreter.Silent)
		if err != nil {
			t.Fatal(err)
		}
		run := exe.Run()
		for i, text := range map[int]string{0: "1000", 1: "month", 2: "2026", 3: "2026"} {
			if err := run.Set(i, text); err != nil {
				t.Fatal(err)
			}
		}
		if err := run.Execute(); err != nil {
			t.Fatal(err)
		}
		if tax, _ := run.Lines(nil)[0].Number(lineAmount); tax.String() != want {
			t.Errorf("%s: a tax of %s, want %s", name, tax, want)
		}
	}
}
