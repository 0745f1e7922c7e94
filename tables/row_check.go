package tables

import (
	"slices"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/host"
)

// rowChecks runs the row checks of the regime's rules on all editions of the regime and
// its parts. A row without an amount that a check reads is skipped.
func (l *loader) rowChecks(module *interpreter.Module, regime *Regime, at diagnostic.Range) {
	checks, err := module.RowChecks()
	if err != nil {
		l.Fail(at, "does-not-compile", err.Error(), "Divide the check into smaller ones.")
		return
	}
	found := len(l.Findings)
	record := &host.Record[rowOf]{Other: columnFields(regime, func(row rowOf) rowOf { return row })}
	layouts := make([]host.Layout[rowOf], len(checks))
	for i := range checks {
		layouts[i] = record.Bind(&host.Check{Reader: &l.Reader, At: checks[i].At}, "row", checks[i].Fields)
	}
	if l.Findings[found:].HasErrors() {
		return
	}
	for _, edition := range regime.Sources() {
		for _, area := range edition.Areas() {
			for at := range area.Rows {
				for i := range checks {
					l.rowCheck(&checks[i], layouts[i], rowOf{edition.regime, &area.Rows[at]}, area)
				}
			}
		}
	}
}

func (l *loader) rowCheck(check *interpreter.RowCheck, layout host.Layout[rowOf], of rowOf, area *Area) {
	for _, field := range check.Fields {
		if slices.Contains(check.Reads, field.Name) && slices.ContainsFunc(amountColumns(&field), func(c string) bool { return !of.Value(of.row, c).Given }) {
			return
		}
	}
	numbers := make([]int64, check.Size)
	if err := layout.Lay(nil, of, numbers); err != nil {
		l.Fail(of.row.Position(area), "too-many-decimals", err.Error(), "Correct the amount, or declare the field with more decimals.")
		return
	}
	wrong, err := check.Wrong(numbers)
	if err != nil {
		wrong = err.Error()
	}
	if wrong != "" {
		l.Fail(of.row.Position(area), "check-failed", area.Label().English+": "+wrong, "The check is at "+check.At.String()+" ("+check.Cite+"). Correct the row or the check.")
	}
}

// Position returns the line of a row of an area.
func (row *Row) Position(area *Area) diagnostic.Range {
	at := diagnostic.Position{Line: row.Line, Column: 1}
	return diagnostic.Range{File: area.Edition.file, Start: at, End: at}
}
