package conformance

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
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

// TestCompilationsAgree runs programs silent, traced and counted, and silent with wider
// numbers, and expects identical answers: those of labelled cases, a sample of them without
// PAYSLATE_FULL=1, and each country's payslip at several amounts.
func TestCompilationsAgree(t *testing.T) {
	race.Skip(t)
	subject, step := embeddedSubject(t), 200
	if os.Getenv("PAYSLATE_FULL") == "1" {
		step = 1
	}
	agree := func(name string, program *check.Program, columns []string, rows [][]string) {
		var runs []*run.Run
		for _, mode := range []check.Mode{check.Silent, check.Traced, check.Counted, check.Silent} {
			executable, err := program.Compile(mode)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, executable.Run())
		}
		for _, cells := range rows {
			want := ""
			for k, run := range runs {
				run.Reset()
				for i, cell := range cells {
					if at := slices.Index(program.InputNames(), columns[i]); cell != "" {
						if err := run.Set(at, cell); err != nil {
							t.Fatal(err)
						}
					}
				}
				execute := run.Execute
				if k == len(runs)-1 {
					execute = run.Frame().RunUnbounded
				}
				if err := execute(); err != nil {
					t.Fatalf("%s %v: %v", name, cells, err)
				}
				if got := everything(run.Outcome(), program.Program, lineFields); k == 0 {
					want = got
				} else if got != want {
					t.Errorf("%s %v, compilation %d:\n%s\nwant\n%s", name, cells, k, got, want)
				}
			}
		}
	}
	for _, set := range loadSets(t) {
		if set.Program == "" {
			continue
		}
		program, err := set.program(&subject)
		if err != nil {
			t.Fatal(err)
		}
		var rows [][]string
		for i := 0; i < len(set.cases); i += step {
			rows = append(rows, set.cases[i].inputs)
		}
		agree(set.Name, program, set.inputs, rows)
	}
	for _, country := range subject.Book.Countries() {
		for _, number := range country.Years() {
			year := strconv.Itoa(number)
			name := path.Join(country.Folder(), year, rules.NetProgram)
			program := subject.Book.Program(name)
			if program == nil || country.Archived(number) {
				continue
			}
			var rows [][]string
			for _, gross := range []string{"2500", "4321.09", "98765.43"} {
				rows = append(rows, []string{gross, country.Periods()[0], year, year})
			}
			agree(name, program, []string{"gross", "period", "year", "tax_year"}, rows)
		}
	}
}
