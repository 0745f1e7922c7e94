package tables

import (
	"slices"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/diagnostic"
)

// rowChecks runs the row checks of the regime's rules on all editions of the regime and
// its parts. A row without an amount that a check reads is skipped.
func (l *loader) rowChecks(module *interpreter.Module, b *layoutBinder) {
	checks, err := module.RowChecks()
	if err != nil {
		l.Fail(b.at, "does-not-compile", err.Error(), "")
		return
	}
	found := len(l.Findings)
	for i := range checks {
		b.at = checks[i].At
		for _, f := range checks[i].Fields {
			b.rateField(&f)
		}
	}
	if l.Findings[found:].HasErrors() {
		return
	}
	for _, edition := range b.regime.Sources() {
		for _, area := range edition.Areas() {
			for at := range area.Rows {
				for i := range checks {
					l.rowCheck(&checks[i], edition.regime, area, &area.Rows[at])
				}
			}
		}
	}
}

func (l *loader) rowCheck(check *interpreter.RowCheck, r *Regime, area *Area, row *Row) {
	var numbers []int64
	for _, field := range check.Fields {
		columns := amountColumns(&field)
		if slices.Contains(check.Reads, field.Name) && slices.ContainsFunc(columns, func(c string) bool { return !r.Value(row, c).Given }) {
			return
		}
		at := make([]int64, len(columns))
		if err := layAmounts(r, &field, row, at); err != nil {
			l.Fail(row.position(area), "too-many-decimals", err.Error(), "")
			return
		}
		numbers = append(numbers, at...)
	}
	wrong, err := check.Wrong(numbers)
	if err != nil {
		wrong = err.Error()
	}
	if wrong != "" {
		l.Fail(row.position(area), "check-failed", area.label().English+": "+wrong, "The check is at "+check.At.String()+" ("+check.Cite+"). Correct the row or the check.")
	}
}

// position returns the line of the row.
func (row *Row) position(area *Area) diagnostic.Range {
	at := diagnostic.Position{Line: row.Line, Column: 1}
	return diagnostic.Range{File: area.Edition.file, Start: at, End: at}
}
