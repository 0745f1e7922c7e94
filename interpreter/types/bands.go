package types

import (
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/syntax"
)

// Bands is a table whose rows are adjacent intervals: the column "to" is the end of
// each, and the last is open. Bands by case have a group of rows for each case.
type Bands struct {
	Names   []string // of the rows
	Ends    []int    // after the last row of each group
	Columns []string
	Units   []Unit
	// Cells[column][row]; the open end of the last row is nil.
	Cells [][]*big.Rat
	// Unknown bands are an argument of a program that is checked alone: they have every
	// column.
	Unknown bool
}

// BandEnd is the column with the ends of bands.
const BandEnd = "to"

// readBands reads the bands of a parameter, in the order of its combinations of cases.
func (m *Module) readBands(p *Parameter) *Bands {
	groups := make([][]*syntax.Band, p.combinations())
	seen := make([]bool, len(groups))
	b := &Bands{}
	total := 0
	for _, group := range p.Bands {
		at := m.combination(p, group.Cases)
		if at < 0 {
			return nil
		}
		groups[at], seen[at] = group.Rows, true
		total += len(group.Rows)
		for _, row := range group.Rows {
			for _, cell := range row.Columns {
				if !slices.Contains(b.Columns, cell.Key.Text) {
					b.Columns = append(b.Columns, cell.Key.Text)
				}
			}
		}
	}
	if !m.complete(p, seen, "bands", "rows under bands") {
		return nil
	}
	if total > mostCombinations {
		m.list.Fail(p.Range, "too-many", "parameter "+p.Name+" has more than 10,000 rows", "Split it into several parameters.")
		return nil
	}
	for _, column := range b.Columns {
		if p.Units[column] == "" {
			m.list.Fail(p.Range, "missing-unit", "column "+column+" of "+p.Name+" has no unit", "Add it under units:.")
			return nil
		}
		unit, ok := m.unitOf(p.UnitsAt[column], p.Units[column])
		if !ok {
			return nil
		}
		b.Units = append(b.Units, unit)
		b.Cells = append(b.Cells, make([]*big.Rat, total))
	}
	for _, rows := range groups {
		for i := range rows {
			if !m.readBand(p, b, rows, i) {
				return nil
			}
		}
		b.Ends = append(b.Ends, len(b.Names))
	}
	return b
}

// readBand appends row i of a group.
func (m *Module) readBand(p *Parameter, b *Bands, rows []*syntax.Band, i int) bool {
	row, at := rows[i], len(b.Names)
	b.Names = append(b.Names, row.Name)
	for _, cell := range row.Columns {
		column := slices.Index(b.Columns, cell.Key.Text)
		value := cell.Value.Decimal()
		if !m.plausible(p, cell.Value, b.Units[column], value) {
			return false
		}
		b.Cells[column][at] = value.Rat()
	}
	last := i == len(rows)-1
	for column, name := range b.Columns {
		cell := b.Cells[column][at]
		switch {
		case cell == nil && (name != BandEnd || !last):
			m.list.Fail(row.Range, "missing-cell", "this band of "+p.Name+" has no "+name, lacking(name))
			return false
		case cell != nil && name == BandEnd && last:
			m.list.Fail(row.Range, "closed-end", "the last band of "+p.Name+" has an end", "Leave "+BandEnd+" out, or add a band above it.")
			return false
		case name == BandEnd && i > 0 && cell != nil && cell.Cmp(b.Cells[column][at-1]) <= 0:
			m.list.Fail(row.Range, "falling-bands", "this band of "+p.Name+" ends at "+endText(row)+", the band above it at "+endText(rows[i-1]), "Sort the bands by "+BandEnd+", the lowest first.")
			return false
		}
	}
	return true
}

func endText(row *syntax.Band) string {
	for _, cell := range row.Columns {
		if cell.Key.Text == BandEnd {
			return cell.Value.Text
		}
	}
	return ""
}

func lacking(column string) string {
	if column == BandEnd {
		return "Add " + BandEnd + ": and the end of the band; only the last band has no end."
	}
	return "Add " + column + ": every band has the same columns."
}

// IsLast reports whether a row is the last one of its group.
func (b *Bands) IsLast(row int) bool { return slices.Contains(b.Ends, row+1) }

// Group returns the range of rows of a group.
func (b *Bands) Group(at int) (from, to int) {
	if at > 0 {
		from = b.Ends[at-1]
	}
	return from, b.Ends[at]
}

// Column returns the index of a column, or -1.
func (b *Bands) Column(name string) int { return slices.Index(b.Columns, name) }

// Before returns for each row the cell of the previous row of its group; 0 for the
// first row.
func (b *Bands) Before(cells []*big.Int) []*big.Int {
	above := make([]*big.Int, len(cells))
	for at := range cells {
		if above[at] = new(big.Int); at > 0 && !b.IsLast(at-1) {
			above[at] = cells[at-1]
		}
	}
	return above
}

// Closed returns 1 for each row with an end, and 0 for the last row of a group.
func (b *Bands) Closed() []*big.Int {
	flags := make([]*big.Int, len(b.Names))
	for at := range flags {
		flags[at] = new(big.Int)
		if !b.IsLast(at) {
			flags[at].SetInt64(1)
		}
	}
	return flags
}
