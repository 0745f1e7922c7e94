package interpreter

import (
	"fmt"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"math/rand/v2"

	"os"

	"path/filepath"

	"testing"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// TestMain collects garbage less often, which saves a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// bookYear loads a country's year of the rule book.
func bookYear(t testing.TB, country, year string) *Module {
	t.Helper()
	module, list := Load(bookFiles(t, country, year), testLine)
	if list.HasErrors() {
		t.Fatal(list.Error())
	}
	return module
}

func bookFiles(t testing.TB, country, year string) []*syntax.File {
	t.Helper()
	var files []*syntax.File
	read := func(name string, data []byte) *syntax.File {
		file, list := syntax.Read(name, data, bookFormat())
		if list.HasErrors() {
			t.Fatal(list.Error())
		}
		files = append(files, file)
		return file
	}
	open := func(name string) *syntax.File {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return read(name, data)
	}
	data, err := os.ReadFile(filepath.Join("../rules", country, "country.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	about, _ := syntax.Read("country.yaml", data, bookFormat())
	var periods []string
	for _, period := range about.Root.Get("periods").Entries {
		periods = append(periods, period.Key.Text)
	}
	read("periods.yaml", []byte("types: {pay_period: ["+strings.Join(periods, ", ")+"]}\n"))
	own := slices.IndexFunc(about.Groups, func(g *syntax.InputGroup) bool { return g.Name == "payment" })
	payment := open("../rules/payment.yml").Groups[0]
	payment.Inputs = slices.DeleteFunc(payment.Inputs, func(in *syntax.Variable) bool {
		return own >= 0 && slices.ContainsFunc(about.Groups[own].Inputs, func(v *syntax.Variable) bool { return v.Name == in.Name })
	})
	folder := filepath.Join("../rules", country, year)
	taken := map[string]bool{"law": true, "parameters": true, "plan": true}
	subject := func(name string) string { base, _, _ := strings.Cut(filepath.Base(name), "."); return base }
	if made := open(filepath.Join(folder, "parameters.yaml")).Root.Get("made_of"); made != nil {
		for _, item := range made.Items {
			open(filepath.Join(folder, item.Text))
			taken[subject(item.Text)] = true
		}
	}
	for _, around := range []string{folder, filepath.Dir(folder)} {
		names, err := filepath.Glob(filepath.Join(around, "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if base := subject(name); !taken[base] && filepath.Base(name) == base+".yaml" {
				open(name)
			}
		}
	}
	return files
}

// bookFormat declares the keys of the rule book in addition to those of the language.
func bookFormat() *syntax.Schema {
	return (&hostfile.Schemas{Declarations: os.DirFS("../rules/format")}).Of("rules")
}

// TestRunsAgree runs the programs of the rule book on random inputs and compares the
// answers, including lines and texts, of all modes and representations.
func TestRunsAgree(t *testing.T) {
	for _, book := range [][2]string{{"de", "2025"}, {"de", "2026"}, {"uk", "2025"}, {"uk", "2026"}, {"nl", "2026"}} {
		module := bookYear(t, book[0], book[1])
		random := rand.New(rand.NewPCG(1, 2026))
		for _, name := range module.ProgramNames {
			program, _ := module.Program(name)
			if slices.ContainsFunc(program.Inputs, func(in *types.Input) bool { return in.Type.Fraction || in.Type.Kind == types.BandsKind }) {
				continue // only other programs call these
			}
			runs := compileAll(t, program)
			for range 150 {
				inputs := randomInputs(random, program)
				want := ""
				for i, run := range runs {
					for width, execute := range widths {
						got := answerOf(t, run, inputs, execute)
						if got == "" {
							continue // it does not fit this width
						}
						if want == "" {
							want = got
						}
						if got != want {
							t.Fatalf("%s %s, mode %d, %s, inputs %q:\n%s\nwant\n%s", book[0], name, i, width, inputs, got, want)
						}
					}
				}
				if want == "" {
					t.Fatalf("%s: no run for %q", name, inputs)
				}
			}
		}
	}
}

func compileAll(t testing.TB, program *check.Program) []*run.Run {
	t.Helper()
	var runs []*run.Run
	for _, mode := range []compile.Mode{compile.Silent, compile.Traced, compile.Counted} {
		executable, err := compile.Program(program, mode)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, executable.Run())
	}
	return runs
}

// widths are the ways to execute a run; fits is false where the numbers do not
// fit.
var widths = map[string]func(*run.Run) (fits bool, err error){
	"as it is":    func(r *run.Run) (bool, error) { return true, r.Execute() },
	"64 bits":     func(r *run.Run) (bool, error) { return r.Frame().RunOn64() },
	"any numbers": func(r *run.Run) (bool, error) { return true, r.Frame().RunUnbounded() },
}

// answerOf returns the whole answer of a run as text; empty if it does not fit.
func answerOf(t testing.TB, run *run.Run, inputs []string, execute func(*run.Run) (bool, error)) string {
	t.Helper()
	run.Reset()
	for i, text := range inputs {
		if text == "" {
			continue
		}
		if err := run.Set(i, text); err != nil {
			return "not set: " + err.Error()
		}
	}
	fits, err := execute(run)
	if !fits {
		return ""
	}
	if err != nil {
		// Only Execute adds the name of the program and the position.
		text, _, _ := strings.Cut(err.Error(), " at ")
		return "error: " + strings.TrimPrefix(text, "program "+run.Executable.Program.Name()+": ")
	}
	var out strings.Builder
	if refusal := run.Outcome().Refusal(); refusal != nil {
		return "refused: " + refusal.Code + refusal.Message.English + refusal.Message.In(german)
	}
	for i := range run.Executable.Program.Outputs {
		fmt.Fprintln(&out, run.Outcome().Output(i).String())
	}
	for _, language := range []wording.Language{wording.English, german} {
		fmt.Fprintln(&out, notesIn(run, language))
		for line := range run.Outcome().Lines {
			for i, f := range testLine.Line {
				n, ok := line.Number(i)
				fmt.Fprint(&out, f.Name, " ", line.Word(i), string(line.AppendText(nil, i, language)), ok, string(n.AppendJSON(nil)), "; ")
			}
			fmt.Fprintln(&out)
		}
	}
	return out.String()
}

// randomInputs are inputs of a program: mostly ordinary, some huge.
func randomInputs(random *rand.Rand, program *check.Program) []string {
	huge := random.IntN(8) == 0
	list := make([]string, len(program.Inputs))
	for i, in := range program.Inputs {
		if in.Flag >= 0 && random.IntN(2) == 0 {
			continue
		}
		list[i] = randomInput(random, in, huge)
	}
	return list
}

func randomInput(random *rand.Rand, in *types.Input, huge bool) string {
	t := in.Type
	switch {
	case in.Declaration.Grammar != "":
		texts := sampleTexts[in.Declaration.Grammar]
		if len(texts) == 0 {
			return "text"
		}
		return texts[random.IntN(len(texts))]
	case t.Kind == types.Enumeration && len(in.Declaration.OneOf) > 0:
		return in.Declaration.OneOf[random.IntN(len(in.Declaration.OneOf))]
	case t.Kind == types.Enumeration:
		return t.Cases[random.IntN(len(t.Cases))]
	case t.Kind == types.Boolean:
		return strconv.FormatBool(random.IntN(2) == 0)
	case t.Kind == types.Text:
		return "text"
	case t.Kind == types.Date:
		return fmt.Sprintf("20%02d-%02d-%02d", random.IntN(100), 1+random.IntN(12), 1+random.IntN(28))
	}
	digits := []int{1, 2, 3, 5, 7, 9}[random.IntN(6)]
	if huge && random.IntN(2) == 0 {
		digits = []int{18, 19, 30, 60}[random.IntN(4)]
	}
	text := ""
	for range digits {
		text += strconv.Itoa(random.IntN(10))
	}
	if text = strings.TrimLeft(text, "0"); text == "" {
		text = "0"
	}
	if t.Decimals > 0 {
		text += "." + strconv.Itoa(random.IntN(10))
	}
	if random.IntN(10) == 0 && text != "0" {
		text = "-" + text
	}
	return text
}

// sampleTexts are texts for the grammars of the rule book.
var sampleTexts = map[string][]string{
	"state_code": {"NW", "SN", "BY", "be"},
	"tax_code":   {"1257L", "S1257L", "CK475", "K475", "NT", "BR", "SD2", "0T", "cd1", "D0 X", "999999L W1/M1"},
}

// foldedText shows a constant where its program would show an amount in other years.
const foldedText = `
sources: {act: {name: Act, url: "https://example.org"}}
parameters: {ceiling: {value: 5, unit: EUR, label: Ceiling, source: act, cite: "1"}}
programs:
  outer:
    in: {pay: {unit: EUR}}
    do:
      - call: inner
        with: [pay]
  inner:
    in: {pay: {unit: EUR}}
    do:
      - due: {if: p.ceiling > 3, then: 0, else: pay}
      - note: {text: "{due} is due"}
`

// TestBuiltInProgramsCompileAlike compiles programs with and without a check: the code, and
// what it shows, are the same.
func TestBuiltInProgramsCompileAlike(t *testing.T) {
	folded, list := syntax.Read("folded.yaml", []byte(foldedText))
	if list.HasErrors() {
		t.Fatal(list.Error())
	}
	for _, files := range [][]*syntax.File{{folded}, bookFiles(t, "de", "2026"), bookFiles(t, "uk", "2026")} {
		options := testLine
		checked, list := Load(files, options)
		options.Lazy, options.BuiltIn = true, true
		builtIn, _ := Load(files, options)
		if checked == nil || builtIn == nil {
			t.Fatal(list.Error())
		}
		for _, name := range checked.ProgramNames {
			var made [2]*run.Executable
			for i, module := range []*Module{checked, builtIn} {
				program, _ := module.Program(name)
				var err error
				if made[i], err = compile.Program(program, compile.Silent); err != nil {
					t.Fatal(err)
				}
			}
			if !reflect.DeepEqual(made[0].Code, made[1].Code) || !reflect.DeepEqual(made[0].Sites, made[1].Sites) || !reflect.DeepEqual(made[0].Outputs, made[1].Outputs) {
				t.Errorf("program %s of %s differs", name, files[0].Name)
			}
		}
	}
}
