package interpreter

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// token matches the words, numbers and operators of a rule file.
var token = regexp.MustCompile(`"[^"\n]*"|[A-Za-z_][A-Za-z_0-9]*|[0-9]+(\.[0-9]+)?|[-+*/<>=!]+`)

// mutant replaces a few tokens of a text by others of the text.
func mutant(r *rand.Rand, text string) string {
	places := token.FindAllStringIndex(text, -1)
	for range 1 + r.IntN(3) {
		at, from := places[r.IntN(len(places))], places[r.IntN(len(places))]
		replacement := text[from[0]:from[1]]
		if at[1] > len(text) || from[1] > len(text) {
			continue
		}
		text = text[:at[0]] + replacement + text[at[1]:]
		places = token.FindAllStringIndex(text, -1)
	}
	return text
}

// mutants is the default number of mutants.
const mutants = 1500

// TestMutants checks programs with replaced tokens: nothing may panic, a program without
// errors must compile in every mode, and all modes and representations must agree.
func TestMutants(t *testing.T) {
	names, err := filepath.Glob("testdata/programs/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no programs found: %v", err)
	}
	random := rand.New(rand.NewPCG(8, 2026))
	alive, compared := 0, 0
	for i := range mutants {
		data, err := os.ReadFile(names[i%len(names)])
		if err != nil {
			t.Fatal(err)
		}
		rules, _, _ := strings.Cut(string(data), "\nanswers:")
		rules, _, _ = strings.Cut(rules, "\ncases:")
		text := mutant(random, rules)
		n, survived := tryMutant(t, random, text)
		if survived {
			alive++
		}
		compared += n
		if t.Failed() {
			t.Fatalf("in\n%s", text)
		}
	}
	if alive < mutants/20 || compared < mutants/3 {
		t.Errorf("%d of %d mutants checked, %d runs compared: too few", alive, mutants, compared)
	}
}

func tryMutant(t *testing.T, random *rand.Rand, text string) (compared int, survived bool) {
	file, list := syntax.Read("mutant.yaml", []byte(text))
	if list.HasErrors() {
		return 0, false
	}
	module, list := Load([]*syntax.File{file}, testLine)
	if list.HasErrors() {
		return 0, false
	}
	for _, name := range module.ProgramNames {
		program, _ := module.Program(name)
		runs := compileAll(t, program)
		if slices.ContainsFunc(program.Inputs, func(in *types.Input) bool {
			return in.Type.Fraction || slices.Contains([]types.Kind{types.BandsKind, types.ListKind, types.RecordKind, types.Handle, types.Time, types.Duration}, in.Type.Kind)
		}) {
			continue
		}
		for range 3 {
			inputs := randomInputs(random, program)
			want := ""
			for mode, run := range runs {
				for width, execute := range widths {
					got := answerOf(t, run, inputs, execute)
					if want == "" {
						want = got
					}
					if got != "" && got != want {
						t.Errorf("program %s, mode %d, %s, inputs %q:\n%s\nwant\n%s", name, mode, width, inputs, got, want)
						return compared, true
					}
				}
			}
			compared++
		}
	}
	return compared, true
}
