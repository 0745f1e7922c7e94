package interpreter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"os"

	"path/filepath"

	"testing"
	"time"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

var german, _ = wording.Register("de")

// testLine has the fields of a line in the tests.
var testLine = types.Options{Files: os.DirFS("testdata/tables"), Line: []types.LineField{
	{Name: "key", Kind: types.WordField, Required: true},
	{Name: "payer", Kind: types.WordField, Words: []string{"employee", "employer"}},
	{Name: "group", Kind: types.WordField},
	{Name: "label", Kind: types.TextField},
	{Name: "amount", Kind: types.MoneyField, Required: true, Cited: true},
	{Name: "base", Kind: types.MoneyField},
	{Name: "rate", Kind: types.NumberField, Cited: true},
	{Name: "meal", Kind: types.CaseField},
	{Name: "date", Kind: types.DateField},
	{Name: "rule", Kind: types.TextField},
	{Name: "source", Kind: types.WordField, Source: true},
	{Name: "cite", Kind: types.WordField, Cite: true},
}}

// TestLanguage runs the cases of every file of testdata/programs: rule files with a list
// of cases whose results were computed by hand.
func TestLanguage(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs found: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".yaml"), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			runCases(t, filepath.Base(name), data)
		})
	}
}

// runCases runs the cases of a file in every mode.
func runCases(t *testing.T, name string, data []byte) {
	t.Helper()
	stories := syntax.NewSchema("cases", []byte("properties: {cases: {}, answers: {}, alone: {}}"), nil, "missing-value")
	file, list := syntax.Read(name, data, stories)
	if len(list) > 0 {
		t.Fatal(list.Error())
	}
	options := testLine
	options.Alone = file.Root.Get("alone") != nil
	module, list := Load([]*syntax.File{file}, options)
	if len(list) > 0 {
		t.Fatal(list.Error())
	}
	cases := file.Root.Get("cases")
	if cases == nil || len(cases.Items) == 0 {
		t.Fatal("the file has no cases")
	}
	for _, mode := range []compile.Mode{compile.Silent, compile.Traced, compile.Counted} {
		for _, c := range cases.Items {
			s := &story{t: t, module: module, mode: mode, at: c.Range.String(), answers: file.Root.Get("answers")}
			s.play(c)
		}
	}
}

// story is one run of a case.
type story struct {
	t       *testing.T
	module  *Module
	mode    compile.Mode
	at      string
	answers *syntax.Node
	run     *run.Run
}

func (s *story) play(c *syntax.Node) {
	s.t.Helper()
	program, ok := s.module.Program(c.Get("run").Text)
	if !ok {
		s.t.Fatalf("%s: no such program", s.at)
	}
	executable, err := compile.Program(program, s.mode)
	if err != nil {
		s.t.Fatalf("%s: %v", s.at, err)
	}
	s.run = executable.Run()
	defer s.run.Release()
	s.run.SetHost(s)
	if with := c.Get("with"); with != nil {
		for _, e := range with.Entries {
			s.give(program, e)
		}
	}
	got := map[string]string{}
	if err := s.run.Execute(); err != nil {
		got["fails"] = err.Error()
	}
	if refusal := s.run.Outcome().Refusal(); refusal != nil {
		got["refused"] = refusal.Code + ": " + refusal.Message.English + " / " + refusal.Message.In(german)
		got["field"] = strings.Trim(fmt.Sprint(refusal.Loc), "[]")
	}
	s.compare(c, program, got)
}

// give sets an input of the run.
func (s *story) give(program *check.Program, e syntax.Entry) {
	s.t.Helper()
	i := slices.Index(program.InputNames(), e.Key.Text)
	if i < 0 {
		s.t.Fatalf("%s: program %s has no input %s", s.at, program.Name(), e.Key.Text)
	}
	t := program.Inputs[i].Type
	if t.Kind == types.ListKind {
		from, to := s.list(t, e.Value)
		s.run.SetList(i, from, to)
		return
	}
	if t.Kind == types.Handle {
		s.run.SetInt(i, s.number(e.Value.Text, 0))
		return
	}
	if err := s.run.Set(i, e.Value.Text); err != nil {
		s.t.Fatalf("%s: %v", s.at, err)
	}
}

// list adds a list to the memory of the run, nested lists first.
func (s *story) list(t *types.Type, n *syntax.Node) (from, to int64) {
	s.t.Helper()
	var fields []int64
	for _, item := range n.Items {
		fields = append(fields, s.fields(t.Element, item)...)
	}
	from = s.run.Append(fields...)
	return from, from + int64(len(fields))
}

// fields encodes a value as integers of a record.
func (s *story) fields(t *types.Type, n *syntax.Node) []int64 {
	s.t.Helper()
	if t.Kind == types.RecordKind {
		var fields []int64
		for _, f := range t.Fields() {
			fields = append(fields, s.fields(f.Type, n.Get(f.Name))...)
		}
		return fields
	}
	if t.Optional {
		there := *t
		there.Optional = false
		if n == nil {
			return make([]int64, t.Size())
		}
		return append(s.fields(&there, n), 1)
	}
	if n == nil {
		s.t.Fatalf("%s: a field is missing", s.at)
	}
	switch {
	case t.Kind == types.ListKind:
		from, to := s.list(t, n)
		return []int64{from, to}
	case t.By != nil:
		var fields []int64
		for _, word := range t.By.Cases {
			fields = append(fields, s.number(n.Get(word).Text, t.Decimals))
		}
		return fields
	case t.Kind == types.Number:
		return []int64{s.number(n.Text, t.Decimals)}
	case t.Kind == types.Handle:
		return []int64{s.number(n.Text, 0)}
	case t.Kind == types.Boolean:
		return []int64{map[string]int64{"true": 1}[n.Text]}
	case t.Kind == types.Date:
		return []int64{s.seconds(time.DateOnly, n.Text) / (24 * 60 * 60)}
	case t.Kind == types.Time:
		return []int64{s.seconds("2006-01-02T15:04", n.Text) / 60}
	case t.Kind == types.Enumeration:
		return []int64{int64(slices.Index(t.Cases, n.Text))}
	}
	return []int64{s.run.Intern(n.Text)}
}

func (s *story) seconds(layout, text string) int64 {
	s.t.Helper()
	when, err := time.Parse(layout, text)
	if err != nil {
		s.t.Fatalf("%s: %v", s.at, err)
	}
	return when.Unix()
}

func (s *story) number(text string, places int) int64 {
	s.t.Helper()
	d, err := number.Parse(text)
	if err != nil {
		s.t.Fatalf("%s: %v", s.at, err)
	}
	units, ok := d.Units(places)
	if !ok {
		s.t.Fatalf("%s: %s has too many decimals", s.at, text)
	}
	return units
}

// Call returns the first answer of the file with the arguments of the call, as integers.
func (s *story) Call(site int, args, results []int64) error {
	for _, f := range s.module.Functions() {
		if f.Site != site {
			continue
		}
		for _, answer := range s.answers.Get(f.Name).Items {
			if answer.Get("to").Text != fmt.Sprint(args) {
				continue
			}
			copy(results, s.fields(f.Result, answer.Get("is")))
			return nil
		}
	}
	return fmt.Errorf("no answer to %v", args)
}

// compare compares the run with the expectations of a case.
func (s *story) compare(c *syntax.Node, program *check.Program, got map[string]string) {
	s.t.Helper()
	for _, e := range c.Entries {
		switch e.Key.Text {
		case "run", "with", "about":
		case "gives":
			for _, want := range e.Value.Entries {
				i := slices.Index(program.OutputNames(), want.Key.Text)
				if i < 0 {
					s.t.Fatalf("%s: program %s has no output %s", s.at, program.Name(), want.Key.Text)
				}
				if got["fails"]+got["refused"] != "" {
					s.t.Fatalf("%s: %v", s.at, got)
				}
				s.same(want.Key.Text, want.Value.Text, s.run.Outcome().Output(i).String())
			}
		case "lines", "linien", "notes", "noten":
			var want []string
			for _, item := range e.Value.Items {
				want = append(want, item.Text)
			}
			found := map[string]func() []string{
				"lines": func() []string { return s.lines(wording.English) }, "linien": func() []string { return s.lines(german) },
				"notes": func() []string { return notesIn(s.run, wording.English) }, "noten": func() []string { return notesIn(s.run, german) },
			}[e.Key.Text]()
			s.same(e.Key.Text, strings.Join(want, "\n"), strings.Join(found, "\n"))
		case "refused", "field", "fails":
			s.same(e.Key.Text, e.Value.Text, got[e.Key.Text])
		default:
			s.t.Fatalf("%s: a case has no key %s", s.at, e.Key.Text)
		}
	}
	for _, what := range []string{"refused", "field", "fails"} {
		if got[what] != "" && c.Get(what) == nil {
			s.t.Errorf("%s: %s %s", s.at, what, got[what])
		}
	}
}

func (s *story) same(what, want, got string) {
	s.t.Helper()
	if want != got {
		s.t.Errorf("%s, mode %d: %s is\n%s\nwant\n%s", s.at, s.mode, what, got, want)
	}
}

// notesIn returns the notes of a run for a reader.
func notesIn(run *run.Run, reader run.Language) []string {
	var notes []string
	for note := range run.Outcome().EachNote {
		notes = append(notes, note.Text().In(reader))
	}
	return notes
}

// lines shows the fields of each line.
func (s *story) lines(language run.Language) []string {
	var list []string
	for line := range s.run.Outcome().Lines {
		var parts []string
		for i, f := range testLine.Line {
			text := ""
			switch f.Kind {
			case types.WordField, types.CaseField:
				text = line.Word(i)
			case types.TextField:
				text = string(line.AppendText(nil, i, language))
			case types.MoneyField, types.NumberField:
				if d, ok := line.Number(i); ok {
					text = f.Name + " " + string(d.AppendJSON(nil))
				}
			case types.DateField:
				if date := line.Value(i); date.Given() {
					text = strconv.FormatInt(date.Int(), 10)
				}
			}
			if text != "" {
				parts = append(parts, text)
			}
		}
		list = append(list, strings.Join(parts, " | "))
	}
	return list
}
