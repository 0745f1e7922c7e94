package conformance

import (
	"fmt"
	"os"
	"testing"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

var german, _ = wording.Register("de")

// everything returns the whole result of a run as text: outputs, notes and lines with all
// fields in every language, or the refusal.
func everything(out run.Outcome, program *types.Program, fields int) string {
	var text []byte
	if refusal := out.Refusal(); refusal != nil {
		return fmt.Sprintf("refused %s %s\n%s\n%s", refusal.Code, refusal.Cite, refusal.Message.English, refusal.Message.In(german))
	}
	for i := range program.Outputs {
		text = append(append(text, out.Output(i).String()...), '\n')
	}
	for _, language := range []run.Language{wording.English, german} {
		for _, note := range out.Notes() {
			text = append(append(text, note.In(language)...), '\n')
		}
		for line := range out.Lines {
			for field := range fields {
				text = append(append(text, line.Word(field)...), '|')
				if d, has := line.Number(field); has {
					text = append(text, d.String()...)
				}
				text = append(line.AppendText(append(text, '|'), field, language), '|')
			}
			text = append(text, '\n')
		}
	}
	return string(text)
}

// lineFields is the number of fields of a payslip line.
const lineFields = 10

// sameProgram is a program in its three compilations. The counted one is the
// tracker's.
type sameProgram struct {
	program        *types.Program
	silent, traced *run.Run
}

func newSameProgram(t *testing.T, name string) *sameProgram {
	t.Helper()
	program, list := rules.LoadProgram(rules.Embedded(), name)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	runOf := func(mode check.Mode) *run.Run {
		executable, err := program.Compile(mode)
		if err != nil {
			t.Fatal(err)
		}
		return executable.Run()
	}
	return &sameProgram{program.Program, runOf(check.Silent), runOf(check.Traced)}
}

// TestCompilationsAgree runs labelled cases of pay silent, traced and counted, and silent
// with wider numbers, and expects identical answers. It runs a sample of each set, or all
// cases with PAYSLATE_FULL=1.
func TestCompilationsAgree(t *testing.T) {
	race.Skip(t)
	tracker := NewTracker(embeddedSubject(t))
	programs := map[string]*sameProgram{}
	cases, step := 0, 200
	if os.Getenv("PAYSLATE_FULL") == "1" {
		step = 1
	}
	for _, set := range loadSets(t) {
		if set.Answer == TripAnswer {
			continue // trips need a host: package tables compares them
		}
		set = set.only(func(i int) bool { return i%step == 0 })
		err := tracker.Follow(set, func(trail Trail) error {
			if trail.Run == nil {
				return nil // a text that no form reads is refused before any run
			}
			cases++
			p := programs[trail.dated()]
			if p == nil {
				p = newSameProgram(t, trail.dated())
				programs[trail.dated()] = p
			}
			want := everything(trail.Run.Outcome(), trail.Executable.Program, lineFields)
			check := func(how string, run *run.Run, execute func() error) {
				run.Reset()
				if unread := give(run, p.program, trail.Inputs); unread != nil {
					t.Fatalf("%s does not read its input", unread.Name)
				}
				if err := execute(); err != nil {
					t.Errorf("%s, case %s, %s: %v", set.Name, set.Cases()[trail.Case], how, err)
					return
				}
				if got := everything(run.Outcome(), p.program, lineFields); got != want {
					t.Errorf("%s, case %s, %s:\n%s\nwant, as counted,\n%s", set.Name, set.Cases()[trail.Case], how, got, want)
				}
			}
			check("silent", p.silent, p.silent.Execute)
			check("traced", p.traced, p.traced.Execute)
			check("without bounds", p.silent, p.silent.Frame().RunUnbounded)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if cases*step < 3000 || len(programs) < 12 {
		t.Errorf("%d cases of %d programs are too few to be all", cases, len(programs))
	}
}
