package rules

import (
	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/types"
)

// lawDateProgram is an optional program of a country. If the law changes within a year,
// it chooses the day for questions that send none.
const (
	lawDateProgram = "law_date"
	lawDateOutput  = "law_date"
)

// compileLawDate compiles the country's program law_date, if it has one.
func (l *loader) compileLawDate(y *year) bool {
	p, ok := y.module.Program(lawDateProgram)
	if !ok {
		return true
	}
	at := p.Declaration.Range
	exe, err := p.Compile(check.Silent)
	switch {
	case err != nil:
		l.Fail(at, "not-compiled", err.Error(), "Divide the program into smaller ones.")
	case len(p.Outputs) != 1 || p.Outputs[0].Name != lawDateOutput || p.Outputs[0].Type.Kind != types.Date || p.Outputs[0].Type.Optional:
		l.Fail(at, "missing-output", "program "+lawDateProgram+" must answer "+lawDateOutput+" and nothing else", "Write out: {"+lawDateOutput+": date}.")
	case p.Reads(grossInput):
		l.Fail(at, "unknown-input", "program "+lawDateProgram+" reads gross, which is unknown in a question from net to gross", "Choose the day by the period and the profile.")
	default:
		y.lawDate = exe
		return true
	}
	return false
}

// checkPayDate checks the type of the optional input pay_date.
func (l *loader) checkPayDate(in *types.Input) {
	if in.Type.Kind != types.Date || !in.Type.Optional {
		l.Fail(in.Declaration.Range, "wrong-type", "input "+payDateInput+" must be an optional date", "Write "+payDateInput+": date?.")
	}
}
