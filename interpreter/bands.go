package interpreter

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/number"
)

// bands is a table whose rows follow each other along the column "to": each
// reaches up to its own end, the last has none. Bands that go by cases hold the
// rows of all cases, one group after another.
type bands struct {
	names   []string // of the rows
	ends    []int    // behind the last row of each group
	columns []string
	units   []Unit
	// cells[column][row]; the open end of the last row is nil.
	cells [][]*big.Rat
	// unknown bands stand for those that a caller gives, while a program is
	// checked by itself: they have every column.
	unknown bool
}

const bandEnd = "to"

// readBands reads the bands of a parameter, in the order of the combinations of
// its cases.
func (m *Module) readBands(p *Parameter) *bands {
	groups := make([][]*declaration.Band, p.combinations())
	seen := make([]bool, len(groups))
	b := &bands{}
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
				if !slices.Contains(b.columns, cell.Key.Text) {
					b.columns = append(b.columns, cell.Key.Text)
				}
			}
		}
	}
	if !m.complete(p, seen, "bands", "rows under bands") {
		return nil
	}
	if total > mostCombinations {
		m.fail(p.Range, "too-many", "parameter "+p.Name+" has more than 10,000 rows", "Divide it.")
		return nil
	}
	for _, column := range b.columns {
		if p.Units[column] == "" {
			m.fail(p.Range, "missing-unit", "column "+column+" of "+p.Name+" has no unit", "Add it under units:.")
			return nil
		}
		unit, ok := m.unitOf(p.Range, p.Units[column])
		if !ok {
			return nil
		}
		b.units = append(b.units, unit)
		b.cells = append(b.cells, make([]*big.Rat, total))
	}
	for _, rows := range groups {
		for i := range rows {
			if !m.readBand(p, b, rows, i) {
				return nil
			}
		}
		b.ends = append(b.ends, len(b.names))
	}
	return b
}

// readBand reads a row of a group behind those that were read before.
func (m *Module) readBand(p *Parameter, b *bands, rows []*declaration.Band, i int) bool {
	row, at := rows[i], len(b.names)
	b.names = append(b.names, row.Name)
	for _, cell := range row.Columns {
		column := slices.Index(b.columns, cell.Key.Text)
		value, ok := m.decimalOf(cell.Value, cell.Key.Text)
		if !ok || !m.plausible(p, cell.Value, b.units[column], value) {
			return false
		}
		b.cells[column][at] = ratOf(value)
	}
	last := i == len(rows)-1
	for column, name := range b.columns {
		cell := b.cells[column][at]
		switch {
		case cell == nil && (name != bandEnd || !last):
			m.fail(row.Range, "missing-cell", "this band of "+p.Name+" has no "+name, lacking(name))
			return false
		case cell != nil && name == bandEnd && last:
			m.fail(row.Range, "closed-end", "the last band of "+p.Name+" has an end", "Leave "+bandEnd+" out, or add a band above it.")
			return false
		case name == bandEnd && i > 0 && cell != nil && cell.Cmp(b.cells[column][at-1]) <= 0:
			m.fail(row.Range, "falling-bands", "this band of "+p.Name+" ends at "+endText(row)+", the one above it at "+endText(rows[i-1]), "Write the bands in the order of their ends, the lowest first: each "+bandEnd+" is higher than the one above.")
			return false
		}
	}
	return true
}

// endText is the end of a band as it is written.
func endText(row *declaration.Band) string {
	for _, cell := range row.Columns {
		if cell.Key.Text == bandEnd {
			return cell.Value.Text
		}
	}
	return ""
}

// lacking says what to do about a cell that is missing.
func lacking(column string) string {
	if column == bandEnd {
		return "Write " + bandEnd + ": and the amount up to which the band goes; only the last one has none."
	}
	return "Write " + column + ": and its figure: every band has the same columns."
}

func ratOf(d number.Decimal) *big.Rat {
	return new(big.Rat).SetFrac(d.Coefficient(), powerOfTen(d.Places()))
}

// flat lists the cells of the bands as figures.
func (b *bands) flat(p *Parameter) []Figure {
	var list []Figure
	for _, group := range p.Bands {
		cases := declaration.Words(group.Cases)
		key := strings.Join(append([]string{p.Name}, cases...), "_")
		for row, band := range group.Rows {
			name := band.Name
			if name == "" {
				name = "band" + strconv.Itoa(row+1)
			}
			for _, cell := range band.Columns {
				value, err := number.Parse(cell.Value.Text)
				if err == nil {
					list = append(list, Figure{Key: key + "_" + name + "_" + cell.Key.Text, Cases: cases, Band: name, Column: cell.Key.Text, Value: value, Unit: p.Units[cell.Key.Text], At: cell.Value.Range})
				}
			}
		}
	}
	return list
}

// isLast reports whether a row is the last of its group.
func (b *bands) isLast(row int) bool { return slices.Contains(b.ends, row+1) }

// group returns the rows of a group: from one up to before another.
func (b *bands) group(at int) (from, to int) {
	if at > 0 {
		from = b.ends[at-1]
	}
	return from, b.ends[at]
}

// column returns a column's number, or -1.
func (b *bands) column(name string) int { return slices.Index(b.columns, name) }

// before holds for each row the cell of the row above it in its group, 0 for the
// first.
func (b *bands) before(cells []*big.Int) []*big.Int {
	above := make([]*big.Int, len(cells))
	for at := range cells {
		if above[at] = new(big.Int); at > 0 && !b.isLast(at-1) {
			above[at] = cells[at-1]
		}
	}
	return above
}

// closed holds 1 for each row that has an end, 0 for the last of a group.
func (b *bands) closed() []*big.Int {
	flags := make([]*big.Int, len(b.names))
	for at := range flags {
		flags[at] = new(big.Int)
		if !b.isLast(at) {
			flags[at].SetInt64(1)
		}
	}
	return flags
}

// with returns the bands with one more column.
func (b *bands) with(name string, unit Unit, cells []*big.Rat) *bands {
	return &bands{
		names:   b.names,
		ends:    b.ends,
		columns: append(slices.Clone(b.columns), name),
		units:   append(slices.Clone(b.units), unit),
		cells:   append(slices.Clone(b.cells), cells),
		unknown: b.unknown,
	}
}

// scaled returns a column as whole numbers over one denominator; an open end
// becomes 0, which no comparison looks at.
func (b *bands) scaled(column int) (cells []*big.Int, denominator *big.Int) {
	denominator = big.NewInt(1)
	for _, cell := range b.cells[column] {
		if cell != nil {
			denominator = lcm(denominator, cell.Denom())
		}
	}
	for _, cell := range b.cells[column] {
		scaled := new(big.Int)
		if cell != nil {
			scaled.Mul(cell.Num(), new(big.Int).Quo(denominator, cell.Denom()))
		}
		cells = append(cells, scaled)
	}
	return cells, denominator
}

func lcm(a, b *big.Int) *big.Int {
	if a.Cmp(b) == 0 {
		return a
	}
	g := new(big.Int).GCD(nil, nil, a, b)
	return new(big.Int).Mul(a, new(big.Int).Quo(b, g))
}
