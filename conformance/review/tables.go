package review

import (
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/tables"
)

// editions compares the editions of a regime with each other and with the day.
func (r *review) editions(regime *tables.Regime, today string) {
	for i, e := range regime.Editions {
		if i > 0 {
			r.compare(regime, regime.Editions[i-1], e)
		}
		if e.AsOf < moved(e.Valid.From, -1, 0) {
			r.warn(e.AsOfAt, "old-source", "the edition "+e.Name+" begins on "+e.Valid.From+", but its publication is dated "+e.AsOf, "Name the current publication in data_as_of and source.")
		}
	}
	if len(regime.Editions) == 0 {
		return
	}
	if last := regime.Editions[len(regime.Editions)-1]; last.Valid.To != "" && last.Valid.To < today {
		r.warn(last.ValidAt, "stale-edition", "no edition of "+regime.ID+" covers today: the last one has ended", "Import the next edition (rulecheck help import), or start from a copy (rulecheck help new).")
	}
}

// compare reports amounts that are more than three times, or less than a third of, the
// previous edition's, as a digit may be missing or extra, and an edition without changes.
func (r *review) compare(regime *tables.Regime, before, e *tables.Edition) {
	known := map[string]*tables.Area{}
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
			same = same && wording.Equal(a.Name, was.Name) && row.Currency == old.Currency && slices.EqualFunc(row.Values(), old.Values(), equal)
			for _, column := range regime.Columns() {
				then, now := regime.Value(old, column).Amount, regime.Value(row, column).Amount
				if row.Currency == old.Currency && then.Sign() > 0 && now.Sign() > 0 && (now.Cmp(then.Mul(three)) > 0 || then.Cmp(now.Mul(three)) > 0) {
					r.warn(row.Position(a), "unlikely-change", a.Label().English+": "+column+" was "+then.String()+" in the edition "+before.Name+" and is "+now.String()+" now", "Check the digits and the decimal point.")
				}
			}
		}
	}
	if same {
		r.warn(e.ValidAt, "unchanged-edition", "the edition "+e.Name+" has the same rates as "+before.Name, "Compare the rows with the new publication. If it changes nothing, extend the previous edition instead.")
	}
}

func equal(v, other tables.Value) bool {
	return v.Given == other.Given && v.Flag == other.Flag && v.Amount.Cmp(other.Amount) == 0 && slices.Equal(v.Words, other.Words)
}
