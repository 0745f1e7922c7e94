package tables

import (
	"io/fs"
	"reflect"
	"slices"
	"time"

	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// Review opens tables and adds warnings about editions that load but look wrong: that
// have ended by today, are based on an old publication, or repeat the previous one.
func Review(files fs.FS, options Options, today time.Time) (book *Book, findings diagnostic.List, source func(file string) ([]byte, bool)) {
	reviewed, l := open(files, options)
	book = l.accepted(reviewed, options)
	if reviewed != nil {
		for _, r := range reviewed.regimes {
			for _, part := range r.WithParts() {
				l.review(part, today.Format(dayLayout))
			}
		}
	}
	return book, l.Findings, l.Source
}

// review adds the warnings about a regime.
func (l *loader) review(r *Regime, today string) {
	for i, e := range r.Editions {
		if i > 0 {
			l.compare(r, r.Editions[i-1], e)
		}
		if e.AsOf < moved(e.Valid.From, -1, 0) {
			l.Findings.Warn(e.asOfAt, "old-source", "the edition "+e.Name+" begins on "+e.Valid.From+", but its publication is dated "+e.AsOf, "Name the current publication in data_as_of and source.")
		}
	}
	if len(r.Editions) == 0 {
		return
	}
	if last := r.Editions[len(r.Editions)-1]; last.Valid.To != "" && last.Valid.To < today {
		l.Findings.Warn(last.at, "stale-edition", "no edition of "+r.ID+" covers today: the last one has ended", "Import the next edition (rulecheck help import), or start from a copy (rulecheck help new).")
	}
}

// compare reports amounts that are more than three times, or less than a third of, the
// previous edition's, as a digit may be missing or extra, and an edition without changes.
func (l *loader) compare(r *Regime, before, e *Edition) {
	known := map[string]*Area{}
	for _, a := range before.Areas() {
		known[a.Key()] = a
	}
	same := len(known) == len(e.Areas())
	three := number.New(3, 0)
	for _, a := range e.Areas() {
		was := known[a.Key()]
		if was == nil || len(was.Rows) != len(a.Rows) {
			same = false
			continue
		}
		for i := range a.Rows {
			row, old := &a.Rows[i], &was.Rows[i]
			same = same && wording.Equal(a.Name, was.Name) && row.Currency == old.Currency && slices.EqualFunc(row.values, old.values, Value.equal)
			for _, column := range r.Columns() {
				then, now := r.Value(old, column).Amount, r.Value(row, column).Amount
				if row.Currency == old.Currency && then.Sign() > 0 && now.Sign() > 0 && (now.Cmp(then.Mul(three)) > 0 || then.Cmp(now.Mul(three)) > 0) {
					l.Findings.Warn(row.position(a), "unlikely-change", a.label().English+": "+column+" was "+then.String()+" in the edition "+before.Name+" and is "+now.String()+" now", "Check the digits and the decimal point.")
				}
			}
		}
	}
	if same {
		l.Findings.Warn(e.at, "unchanged-edition", "the edition "+e.Name+" has the same rates as "+before.Name, "Compare the rows with the new publication. If it changes nothing, extend the previous edition instead.")
	}
}

func (v Value) equal(other Value) bool {
	return v.Given == other.Given && v.Flag == other.Flag && v.Amount.Cmp(other.Amount) == 0 && slices.Equal(v.Words, other.Words)
}

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
			l.Fail(row.position(area), "too-many-decimals", err.Error(), "Correct the amount, or declare the field with more decimals.")
			return
		}
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
