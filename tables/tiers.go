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
		if c.Name != t.regime.tierKey && b.column(c.Name) >= 0 {
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
		text := t.record.cell(key.Name)
		if s.rows[text] != nil {
			t.failCell(key.Name, "duplicate-row", "the tier "+text+" is in the table twice", "Remove one of the rows.")
		}
		s.rows[text] = values
		if amount := t.value(key).Amount; amount.Cmp(s.last) > 0 {
			s.last = amount
		}
	})
	return s
}

// sharedTiers reads the file of tiers that all editions of a regime share.
func (l *loader) sharedTiers(name string, r *Regime) {
	var file struct {
		Tiers *syntax.Node `key:"tiers"`
		Above []struct {
			Column  string         `key:"@"`
			At      *syntax.Node   `key:"="`
			Percent number.Decimal `key:"="`
		} `key:"above"`
	}
	l.Decode(l.Map(name, format.Of("tiers")), &file)
	t := &rateReader{loader: l, regime: r}
	r.tiers = t.tiers(file.Tiers)
	for _, above := range file.Above {
		i := r.columnIndex(above.Column)
		if i < 0 || r.tiers == nil || !slices.Contains(r.tiers.columns, i) {
			l.Fail(above.At.Range, "unknown-column", above.Column+" must be a column of the tiers", "Name one of the columns that tiers lists.")
			continue
		}
		r.tiers.above = append(r.tiers.above, share{i, above.Percent})
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
