package interpreter_test

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// TestDescribedFigures loads a year's figures with their description in another file.
func TestDescribedFigures(t *testing.T) {
	const described = `
sources:
  law: {name: The law}
  notice: {name: A notice}
types:
  status: [single, married]
parameters:
  rate: {unit: percent, label: Rate, source: law, cite: § 1}
  limit: {by: status, unit: EUR, label: Limit, source: law, cite: § 2, listed: false}
programs:
  tax: {in: {pay: EUR, status: status}, do: [{tax: "half_up(min(pay, p.limit[status]) * p.rate / 100, 2)"}], out: {tax: EUR}}
`
	for name, test := range map[string]struct{ year, want string }{
		"a figure alone":      {"rate: 14.6\n  limit: {values: {single: 1, married: 2}}", ""},
		"what differs":        {"rate: {value: 14.6, source: notice, cite: § 3}\n  limit: {values: {single: 1, married: 2}, listed: true}", ""},
		"the longer form":     {"rate: {value: 14.6, unit: percent, label: Rate, source: law, cite: § 1}\n  limit: {by: status, values: {single: 1, married: 2}, unit: EUR, label: Limit, source: law, cite: § 2}", ""},
		"no figure":           {"rate: 14.6", "described.yaml:9:3: error: parameter limit needs one of value"},
		"an empty figure":     {"rate:\n  limit: {values: {single: 1, married: 2}}", "year.yaml:3:8: error: rate is empty"},
		"no description":      {"rates: 14.6\n  rate: 14.6\n  limit: {values: {single: 1, married: 2}}", "year.yaml:3:3: error: no file describes parameter rates"},
		"a misspelt name":     {"rates: 14.6\n  limit: {values: {single: 1, married: 2}}", "meant: rate"},
		"more levels than by": {"rate: 14.6\n  limit: {values: {single: {a: 1}, married: {a: 2}}}", "year.yaml:4:28: error: the values of limit have more levels"},
		"a case left out":     {"rate: 14.6\n  limit: {values: {single: 1}}", "year.yaml:4:3: error: parameter limit has no value for married"},
	} {
		t.Run(name, func(t *testing.T) {
			var files []*syntax.File
			var found string
			for file, text := range map[string]string{"described.yaml": described, "year.yaml": "\nparameters:\n  " + test.year + "\n"} {
				f, list := syntax.Read(file, []byte(text))
				found += list.Error()
				files = append(files, f)
			}
			m, list := interpreter.Load(files, types.Options{})
			text := found + list.Error()
			for _, d := range list {
				text += "\nmeant: " + d.Suggestion
			}
			if test.want == "" && m == nil || !strings.Contains(text, test.want) {
				t.Errorf("found %s", text)
			}
			if m == nil {
				return
			}
			rate, limit := m.Figures["rate"], m.Figures["limit"]
			if changed := name == "what differs"; rate.Unit != "percent" || (rate.Source == "notice") != changed || limit.Listed != changed {
				t.Errorf("rate of %s in %s; limit listed: %t", rate.Source, rate.Unit, limit.Listed)
			}
		})
	}
}

// TestDescribedVariables loads a program that names variables of another file, with what
// differs in it.
func TestDescribedVariables(t *testing.T) {
	files := []*syntax.File{}
	for _, text := range []string{
		"variables:\n  period: {type: integer, default: 2}\n  pay: {unit: cent, default: 0}\n  tax: {unit: cent, about: The tax.}\n",
		"programs:\n  wage: {in: [pay, {period: {default: 4}}], state: [tax], do: [{tax: \"pay * period\"}], out: [tax]}\n" +
			"  own: {in: {pay: EUR}, do: [{tax: pay}], out: {tax: EUR}}\n",
	} {
		f, list := syntax.Read("file.yaml", []byte(text))
		if list.HasErrors() {
			t.Fatal(list.Error())
		}
		files = append(files, f)
	}
	m, list := interpreter.Load(files, types.Options{})
	if m == nil {
		t.Fatal(list.Error())
	}
	wage, _ := m.Program("wage")
	executable, err := compile.Program(wage, compile.Silent)
	if err != nil {
		t.Fatal(err)
	}
	run := executable.Run()
	if err := run.Set(0, "10"); err != nil {
		t.Fatal(err)
	}
	if err := run.Execute(); err != nil || run.Outcome().Output(0).String() != "40" {
		t.Errorf("the tax is %s, %v", run.Outcome().Output(0), err)
	}
	if own, _ := m.Program("own"); own.Inputs[0].Declaration.Unit == "cent" || wage.Outputs[0].Declaration.About == nil {
		t.Error("a program that names no variable takes their descriptions, or one that names them does not")
	}
}
