package tables

import (
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/tables/format"
)

// tiers give the amounts that depend on another amount of a row: from a table of its
// values, and above the last of them as shares.
type tiers struct {
	columns []int // the columns that the tiers give
	rows    map[string][]Value
	last    number.Decimal
	above   []share
}

// share is a percentage of the amount that selects the tier.
type share struct {
	column  int
	percent number.Decimal
}

// tiers reads the tiers of an edition; without them, those of the regime apply.
func (t *rateReader) tiers(n *syntax.Node) *tiers {
	if n == nil {
		return t.regime.tiers
	}
	b := t.loader.block(n, []string{t.regime.tierKey}, t.regime.Columns())
	if b == nil {
		return nil
	}
	s := &tiers{rows: map[string][]Value{}}
	for i, c := range t.regime.columns {
		if c.name != t.regime.tierKey && b.column(c.name) >= 0 {
			s.columns = append(s.columns, i)
		}
	}
	key := t.regime.columns[t.regime.columnIndex(t.regime.tierKey)]
	t.each(b, func(row *record) {
		t.record = row
		values := make([]Value, len(t.regime.columns))
		for _, i := range s.columns {
			values[i] = t.value(t.regime.columns[i])
		}
		text := t.record.cell(key.name)
		if s.rows[text] != nil {
			t.failCell(key.name, "duplicate-row", "the tier "+text+" is in the table twice", "")
		}
		s.rows[text] = values
		if amount := t.value(key).Amount; amount.Cmp(s.last) > 0 {
			s.last = amount
		}
	})
	return s
}

// sharedTiers reads the file of tiers that all editions of a regime share.
func (l *loader) sharedTiers(file string, r *Regime) {
	n := l.Map(file, format.Of("tiers"))
	if n == nil {
		return
	}
	t := &rateReader{loader: l, regime: r}
	r.tiers = t.tiers(l.Need(n, "tiers"))
	above := n.Get("above")
	if above == nil || r.tiers == nil {
		return
	}
	for _, entry := range above.Entries {
		i := r.columnIndex(entry.Key.Text)
		percent, err := number.Parse(entry.Value.Text)
		if i < 0 || !slices.Contains(r.tiers.columns, i) || err != nil || percent.Sign() < 0 {
			l.Fail(entry.Key.Range, "bad-number", entry.Key.Text+" must be a column of the tiers, with a percentage", "")
			continue
		}
		r.tiers.above = append(r.tiers.above, share{i, percent})
	}
}

// percent is a hundredth.
var percent = number.New(1, 2)

// of sets the values for an amount. It reports whether the amount has a tier.
func (s *tiers) of(text string, values []Value) bool {
	if row, listed := s.rows[text]; listed {
		for _, i := range s.columns {
			values[i] = row[i]
		}
		return true
	}
	amount, err := number.Parse(text)
	if err != nil || len(s.above) == 0 || amount.Cmp(s.last) <= 0 {
		return false
	}
	for _, share := range s.above {
		values[share.column] = Value{Amount: amount.Mul(share.percent).Mul(percent).Trim(), Given: true}
	}
	return true
}
