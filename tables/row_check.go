package tables

import (
	"reflect"
	"slices"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/diagnostic"
)

// rowChecks runs the row checks of the regime's rules on all editions of the regime and
// its parts. A row without an amount that a check reads is skipped.
func (l *loader) rowChecks(module *interpreter.Module, b *layoutBinder) {
	checks, err := module.RowChecks()
	if err != nil {
		l.Fail(b.at, "does-not-compile", err.Error(), "Divide the check into smaller ones.")
		return
	}
	found := len(l.Findings)
	for i := range checks {
		b.at = checks[i].At
		b.record("row", reflect.TypeFor[rateRecord](), checks[i].Fields)
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
		var err error
		if numbers, err = layAmounts(numbers, r, &field, row); err != nil {
			l.Fail(row.Position(area), "too-many-decimals", err.Error(), "Correct the amount, or declare the field with more decimals.")
			return
		}
	}
	wrong, err := check.Wrong(numbers)
	if err != nil {
		wrong = err.Error()
	}
	if wrong != "" {
		l.Fail(row.Position(area), "check-failed", area.Label().English+": "+wrong, "The check is at "+check.At.String()+" ("+check.Cite+"). Correct the row or the check.")
	}
}

// Position returns the line of a row of an area.
func (row *Row) Position(area *Area) diagnostic.Range {
	at := diagnostic.Position{Line: row.Line, Column: 1}
	return diagnostic.Range{File: area.Edition.file, Start: at, End: at}
}
