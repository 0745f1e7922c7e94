package conformance

import (
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/number"
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

// TestAnswersAtTheLimitsOfNumbers finds the largest gross whose payslip fits into 64 bits,
// and compares the representations on both sides of it and far beyond. The limits of the
// service are far below.
func TestAnswersAtTheLimitsOfNumbers(t *testing.T) {
	race.Skip(t)
	subject := embeddedSubject(t)
	for _, test := range []struct {
		program string
		inputs  map[string]string
	}{
		{"de/2025/net", map[string]string{"period": "year", "tax_class": "6", "church": "true", "state": "BY"}},
		{"de/2026/net", map[string]string{"period": "month"}},
		{"de/2026/net", map[string]string{"period": "day", "tax_class": "4", "factor": "0.913", "children": "5", "church": "true"}},
		{"uk/2025/net", map[string]string{"period": "month", "tax_code": "S1257L", "period_number": "7", "previous_pay": "30000", "previous_tax": "4000"}},
		{"uk/2026/net", map[string]string{"period": "week", "tax_code": "K475 X", "ni_category": "J"}},
		{"uk/2026/net", map[string]string{"period": "year"}},
	} {
		p := newSameProgram(t, test.program)
		test.inputs["year"], test.inputs["tax_year"] = strings.Split(test.program, "/")[1], "label"
		// on gives the answer at a gross by some execution; false where it does not fit.
		on := func(cents *big.Int, execute func(*run.Run) (bool, error)) (string, bool) {
			p.silent.Reset()
			test.inputs["gross"] = number.FromBig(cents, 2).String()
			if unread := give(p.silent, p.program, test.inputs); unread != nil {
				t.Fatalf("%s does not read its input", unread.Name)
			}
			fits, err := execute(p.silent)
			if err != nil {
				t.Fatalf("%s, gross %s: %v", test.program, test.inputs["gross"], err)
			}
			if !fits {
				return "", false
			}
			return everything(p.silent.Outcome(), p.program, lineFields), true
		}
		on64 := func(r *run.Run) (bool, error) { return r.Frame().RunOn64() }
		unbounded := func(r *run.Run) (bool, error) { return true, r.Frame().RunUnbounded() }
		asItIs := func(r *run.Run) (bool, error) { return true, r.Execute() }
		largest := subject.Book.Service().GrossMax
		limit64 := lastThatFits(largest.Coefficient(), func(cents *big.Int) bool { _, fits := on(cents, on64); return fits })
		cents, _ := largest.Units(2)
		for _, of := range []*big.Int{big.NewInt(cents), limit64, new(big.Int).Lsh(limit64, 100)} {
			for by := int64(-2); by <= 2; by++ {
				gross := new(big.Int).Add(of, big.NewInt(by))
				want, _ := on(gross, unbounded)
				for name, execute := range map[string]func(*run.Run) (bool, error){"64 bits": on64, "as it is": asItIs} {
					if got, fits := on(gross, execute); fits && got != want {
						t.Errorf("%s, %v on %s:\n%s\nwant\n%s", test.program, test.inputs, name, got, want)
					}
				}
			}
		}
		for limit, execute := range map[*big.Int]func(*run.Run) (bool, error){limit64: on64} {
			_, within := on(limit, execute)
			_, beyond := on(new(big.Int).Add(limit, big.NewInt(1)), execute)
			if !within || beyond {
				t.Errorf("%s: %s is no limit: fits %t, a cent more %t", test.program, limit, within, beyond)
			}
		}
		if far, _ := on(new(big.Int).Lsh(limit64, 100), asItIs); !strings.Contains(far, "income_tax|") {
			t.Errorf("%s: pay beyond all limits has no lines", test.program)
		}
	}
}

// lastThatFits returns the largest number that fits, starting from one that does.
func lastThatFits(low *big.Int, fits func(*big.Int) bool) *big.Int {
	one := big.NewInt(1)
	high := new(big.Int).Lsh(low, 1)
	for fits(high) {
		low, high = high, new(big.Int).Lsh(high, 1)
	}
	for {
		middle := new(big.Int).Add(low, high)
		middle.Rsh(middle, 1)
		if middle.Cmp(low) == 0 {
			return new(big.Int).Sub(high, one)
		}
		if fits(middle) {
			low = middle
		} else {
			high = middle
		}
	}
}
