package interpreter

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

var german, _ = wording.Register("de")

// testLine is what a line has in the tests.
var testLine = Options{Line: []LineField{
	{Name: "key", Kind: WordField, Required: true},
	{Name: "payer", Kind: WordField, Words: []string{"employee", "employer"}},
	{Name: "label", Kind: TextField},
	{Name: "amount", Kind: MoneyField, Required: true},
	{Name: "base", Kind: MoneyField},
	{Name: "rate", Kind: NumberField},
	{Name: "meal", Kind: CaseField},
	{Name: "date", Kind: DateField},
	{Name: "rule", Kind: TextField},
	{Name: "source", Kind: WordField},
}}

// TestLanguage runs the cases of every file of testdata/programs: rule files
// with a list of cases below them, whose results were worked out by hand.
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
	file, list := declaration.Read(name, data, "cases", "answers", "alone")
	if len(list) > 0 {
		t.Fatal(list.Error())
	}
	options := testLine
	options.Alone = file.Root.Get("alone") != nil
	module, list := Load([]*declaration.File{file}, options)
	if len(list) > 0 {
		t.Fatal(list.Error())
	}
	cases := file.Root.Get("cases")
	if cases == nil || len(cases.Items) == 0 {
		t.Fatal("the file has no cases")
	}
	for _, mode := range []Mode{Silent, Traced, Counted} {
		for _, c := range cases.Items {
			s := &story{t: t, module: module, mode: mode, at: c.Range.String(), answers: file.Root.Get("answers")}
			s.play(c)
		}
	}
}

// story is one case on its way through a program.
type story struct {
	t       *testing.T
	module  *Module
	mode    Mode
	at      string
	answers *document.Node
	run     *Run
}

func (s *story) play(c *document.Node) {
	s.t.Helper()
	program, ok := s.module.Program(c.Get("run").Text)
	if !ok {
		s.t.Fatalf("%s: no such program", s.at)
	}
	executable, err := program.Compile(s.mode)
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
	if refusal, refused := s.run.Refusal(); refused {
		got["refused"] = refusal.Code() + ": " + refusal.Message().English + " / " + refusal.Message().In(german)
		if field, at, _ := refusal.Field(); at >= 0 {
			got["field"] = field + " " + strconv.Itoa(at)
		} else {
			got["field"] = field
		}
	}
	s.compare(c, program, got)
}

// give gives the run an input.
func (s *story) give(program *Program, e document.Entry) {
	s.t.Helper()
	i := slices.Index(program.inputNames(), e.Key.Text)
	if i < 0 {
		s.t.Fatalf("%s: program %s has no input %s", s.at, program.Name(), e.Key.Text)
	}
	t := program.Inputs()[i].Type
	if t.Kind == ListKind {
		from, to := s.list(t, e.Value)
		s.run.SetList(i, from, to)
		return
	}
	if t.Kind == Handle {
		s.run.SetInt(i, s.number(e.Value.Text, 0))
		return
	}
	if err := s.run.Set(i, e.Value.Text); err != nil {
		s.t.Fatalf("%s: %v", s.at, err)
	}
}

// list puts a list into the run's memory, the lists within it first.
func (s *story) list(t *Type, n *document.Node) (from, to int64) {
	s.t.Helper()
	var fields []int64
	for _, item := range n.Items {
		fields = append(fields, s.fields(t.element, item)...)
	}
	from = s.run.Append(fields...)
	return from, from + int64(len(fields))
}

// fields lays a value out as the numbers that a record keeps of it.
func (s *story) fields(t *Type, n *document.Node) []int64 {
	s.t.Helper()
	if t.Kind == RecordKind {
		var fields []int64
		for _, f := range t.record.fields {
			fields = append(fields, s.fields(f.typ, n.Get(f.name))...)
		}
		return fields
	}
	if t.Optional {
		there := *t
		there.Optional = false
		if n == nil {
			return make([]int64, t.places())
		}
		return append(s.fields(&there, n), 1)
	}
	if n == nil {
		s.t.Fatalf("%s: a field is missing", s.at)
	}
	switch {
	case t.Kind == ListKind:
		from, to := s.list(t, n)
		return []int64{from, to}
	case t.by != nil:
		var fields []int64
		for _, word := range t.by.Cases {
			fields = append(fields, s.number(n.Get(word).Text, t.Decimals))
		}
		return fields
	case t.Kind == Number:
		return []int64{s.number(n.Text, t.Decimals)}
	case t.Kind == Handle:
		return []int64{s.number(n.Text, 0)}
	case t.Kind == Boolean:
		return []int64{map[string]int64{"true": 1}[n.Text]}
	case t.Kind == Date:
		days, ok := dateOf(n.Text)
		if !ok {
			s.t.Fatalf("%s: %s is not a date", s.at, n.Text)
		}
		return []int64{days}
	case t.Kind == Time:
		minutes, ok := timeOf(n.Text)
		if !ok {
			s.t.Fatalf("%s: %s is not a time", s.at, n.Text)
		}
		return []int64{minutes}
	case t.Kind == Enumeration:
		return []int64{int64(slices.Index(t.Cases, n.Text))}
	}
	return []int64{s.run.Intern(n.Text)}
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

// Call answers a function of the rules by the answers of the file: the first
// whose arguments are those of the call, as whole numbers.
func (s *story) Call(site int, args, results []int64) error {
	for name, f := range s.module.functions {
		if f.site != site {
			continue
		}
		for _, answer := range s.answers.Get(name).Items {
			if answer.Get("to").Text != fmt.Sprint(args) {
				continue
			}
			copy(results, s.fields(f.result, answer.Get("is")))
			return nil
		}
	}
	return fmt.Errorf("no answer to %v", args)
}

// compare holds what a case expects against what the run has done.
func (s *story) compare(c *document.Node, program *Program, got map[string]string) {
	s.t.Helper()
	for _, e := range c.Entries {
		switch e.Key.Text {
		case "run", "with", "about":
		case "gives":
			for _, want := range e.Value.Entries {
				i := slices.Index(program.outputNames(), want.Key.Text)
				if i < 0 {
					s.t.Fatalf("%s: program %s has no output %s", s.at, program.Name(), want.Key.Text)
				}
				if got["fails"]+got["refused"] != "" {
					s.t.Fatalf("%s: %v", s.at, got)
				}
				s.same(want.Key.Text, want.Value.Text, s.run.Show(i))
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

// notesIn is the notes of a run for a reader.
func notesIn(run *Run, reader Language) []string {
	var notes []string
	for _, note := range run.Notes() {
		notes = append(notes, note.In(reader))
	}
	return notes
}

// lines shows each line by its fields, those that it has.
func (s *story) lines(language Language) []string {
	var list []string
	for _, line := range s.run.Lines(nil) {
		var parts []string
		for i, f := range s.module.options.Line {
			text := ""
			switch f.Kind {
			case WordField, CaseField:
				text = line.Word(i)
			case TextField:
				text = string(line.AppendText(nil, i, language))
			case MoneyField, NumberField:
				if d, ok := line.Number(i); ok {
					text = f.Name + " " + string(d.AppendJSON(nil))
				}
			case DateField:
				if days, ok := line.Date(i); ok {
					text = strconv.FormatInt(days, 10)
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
