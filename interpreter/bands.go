package interpreter

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/number"
)

// bands is a table whose rows follow each other along the column "to": each
// reaches up to its own end, the last has none.
type bands struct {
	names   []string // of the rows
	columns []string
	units   []Unit
	// cells[column][row]; the open end of the last row is nil.
	cells [][]*big.Rat
	// unknown bands stand for those that a caller gives, while a program is
	// checked by itself: they have every column.
	unknown bool
}

const bandEnd = "to"

// readBands reads the bands of a parameter.
func (m *Module) readBands(p *Parameter) *bands {
	b := &bands{}
	for _, row := range p.Bands {
		for _, cell := range row.Columns {
			if !slices.Contains(b.columns, cell.Key.Text) {
				b.columns = append(b.columns, cell.Key.Text)
			}
		}
	}
	for _, column := range b.columns {
		unit, err := parseUnit(p.Units[column])
		if p.Units[column] == "" {
			m.fail(p.Range, "missing-unit", "column "+column+" of "+p.Name+" has no unit", "Add it under units:.")
			return nil
		}
		if err != nil {
			m.unknownUnit(p.Range, p.Units[column])
			return nil
		}
		b.units = append(b.units, unit)
		b.cells = append(b.cells, make([]*big.Rat, len(p.Bands)))
	}
	for i, row := range p.Bands {
		b.names = append(b.names, row.Name)
		if !m.readBand(p, b, i, row) {
			return nil
		}
	}
	return b
}

func (m *Module) readBand(p *Parameter, b *bands, i int, row *declaration.Band) bool {
	for _, cell := range row.Columns {
		column := slices.Index(b.columns, cell.Key.Text)
		value, ok := m.decimalOf(cell.Value, cell.Key.Text)
		if !ok || !m.plausible(cell.Value, b.units[column], value) {
			return false
		}
		b.cells[column][i] = ratOf(value)
	}
	last := i == len(p.Bands)-1
	for column, name := range b.columns {
		cell := b.cells[column][i]
		switch {
		case cell == nil && (name != bandEnd || !last):
			m.fail(row.Range, "missing-cell", "this band of "+p.Name+" has no "+name, lacking(name))
			return false
		case cell != nil && name == bandEnd && last:
			m.fail(row.Range, "closed-end", "the last band of "+p.Name+" has an end", "Leave "+bandEnd+" out, or add a band above it.")
			return false
		case name == bandEnd && i > 0 && cell != nil && cell.Cmp(b.cells[column][i-1]) <= 0:
			m.fail(row.Range, "falling-bands", "this band of "+p.Name+" ends at "+endText(row)+", the one above it at "+endText(p.Bands[i-1]), "Write the bands in the order of their ends, the lowest first: each "+bandEnd+" is higher than the one above.")
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
	for row, band := range p.Bands {
		name := band.Name
		if name == "" {
			name = "band" + strconv.Itoa(row+1)
		}
		for _, cell := range band.Columns {
			value, err := number.Parse(cell.Value.Text)
			if err == nil {
				list = append(list, Figure{Key: p.Name + "_" + name + "_" + cell.Key.Text, Part: name + " " + cell.Key.Text, Value: value, Unit: p.Units[cell.Key.Text]})
			}
		}
	}
	return list
}

// column returns a column's number, or -1.
func (b *bands) column(name string) int { return slices.Index(b.columns, name) }

// with returns the bands with one more column.
func (b *bands) with(name string, unit Unit, cells []*big.Rat) *bands {
	return &bands{
		names:   b.names,
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
