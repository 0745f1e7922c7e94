package check

import (
	"math/big"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// anyBands are the bands of an input in a program that is typed for no call: they have every
// column.
func anyBands() *types.Bands {
	return &types.Bands{Unknown: true, Names: []string{"", ""}, Ends: []int{2}, Columns: []string{types.BandEnd}, Units: []types.Unit{types.FreeUnit}, Cells: [][]*big.Rat{{big.NewRat(1, 1), nil}}}
}

// unknownCell is the type of a cell of any bands.
func unknownCell() Type { return Type{Kind: types.Number, Scale: one, Unit: types.WildUnit} }

// selectBand types select: the first row for which a condition holds, else the last.
func (c *checker) selectBand(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	of := args[0]
	cond := c.ofRow(s, c.columnTypes(of.Bands, n.Arguments[1]), n.Arguments[1])
	if cond == nil {
		return nil
	}
	return s.of(n, OpCall, Type{Kind: types.RowKind, Bands: of.Bands}, of, cond)
}

// every types every: whether a condition on the columns of a row, and on those of the row
// before as previous.column, holds in all rows that have the columns it reads.
func (c *checker) every(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	of := args[0]
	columns := c.columnTypes(of.Bands, n.Arguments[1])
	columns[PreviousRow] = &Type{Kind: types.RowKind, Bands: of.Bands, Previous: true}
	cond := c.ofRow(s, columns, n.Arguments[1])
	if cond == nil {
		return nil
	}
	return s.of(n, OpCall, Type{Kind: types.Boolean}, of, cond)
}

// PreviousRow is the name of the row before.
const PreviousRow = "previous"

// ofRow types a condition that reads the columns of a row.
func (c *checker) ofRow(s *scope, columns map[string]*Type, n ast.Node) *Expr {
	outer := s.columns
	s.columns = columns
	cond := c.boolean(s, n)
	s.columns = outer
	return cond
}

// bandsOf types an argument that must be bands; nil after an error.
func (c *checker) bandsOf(s *scope, n ast.Node) *Expr {
	x := c.node(s, n)
	if x == nil {
		return nil
	}
	if x.Kind != types.BandsKind {
		return c.isNot(s, n, x, "bands", "Name a parameter that has bands, such as p.tax_bands.")
	}
	if !c.chosenBands(s.source.At(n), x) {
		return nil
	}
	return x
}

// chosenBands reports bands that still depend on a case.
func (c *checker) chosenBands(at diagnostic.Range, x *Expr) bool {
	if x.Kind == types.BandsKind && x.Cases != nil {
		c.fail(at, "wrong-type", "these bands depend on a case: "+strings.Join(x.Cases, ", "), "Choose the bands of one case: p.name[…].")
		return false
	}
	return true
}

// RateColumn is the column with the percent of each band.
const RateColumn = "rate"

// taxOn types tax_on: for the part of a number in each band, the rate of the band. With a
// number of decimals, the tax of each band is cut to them.
func (c *checker) taxOn(s *scope, n *ast.CallNode, args []*Expr) *Expr {
	of, x := args[0], args[1]
	var places *big.Int
	if len(n.Arguments) > 2 {
		if places = c.placesOf(s, n, 2); places == nil {
			return nil
		}
	}
	b := of.Bands
	rate, to := b.Column(RateColumn), b.Column(types.BandEnd)
	unit, scale := types.WildUnit, one
	if !b.Unknown {
		if rate < 0 {
			return c.failAt(s, n.Arguments[0], "wrong-type", n.Arguments[0].String()+" has no column "+RateColumn, "tax_on takes bands with the columns "+types.BandEnd+" and "+RateColumn+".")
		}
		if _, percent := b.Units[rate].WithoutPercent(); !percent {
			return c.failAt(s, n.Arguments[0], "mixed-units", "the rates of "+n.Arguments[0].String()+" are "+b.Units[rate].Phrase(), "tax_on takes rates in percent.")
		}
		if to >= 0 {
			if _, ok := c.oneUnit(s, n, x, &Expr{Type: Type{Unit: b.Units[to]}}, n.Arguments[1], noun("the end of a band")); !ok {
				return nil
			}
			scale = cellScale(b, to)
		}
		unit, _ = x.Unit.Times(b.Units[rate]).WithoutPercent()
		rates := cellScale(b, rate)
		part := number.LCM(x.Scale, scale)
		scale = new(big.Int).Mul(part, rates)
		scale.Mul(scale, big.NewInt(100))
	}
	t := Type{Kind: types.Number, Unit: unit, Scale: scale, Fraction: x.Fraction, Quotient: x.Quotient}
	if places != nil {
		t.Scale, t.Fraction, t.Quotient = places, false, false
	}
	e := s.of(n, OpCall, t, of, x)
	e.Places = places
	return e
}

// cellScale returns the common denominator of the cells of a column.
func cellScale(b *types.Bands, column int) *big.Int {
	scale := one
	for _, cell := range b.Cells[column] {
		if cell != nil {
			scale = number.LCM(scale, cell.Denom())
		}
	}
	return scale
}

// columnTypes returns the types of the cells of a row by column.
func (c *checker) columnTypes(b *types.Bands, reader ast.Node) map[string]*Type {
	c.spend(len(b.Columns) * len(b.Names))
	columns := map[string]*Type{}
	if b.Unknown {
		for _, name := range syntax.Names(reader) {
			if c.module.Figures[name] == nil && name != syntax.Parameters {
				cell := unknownCell()
				columns[name] = &cell
			}
		}
	}
	for i, name := range b.Columns {
		columns[name] = &Type{Kind: types.Number, Unit: b.Units[i], Scale: cellScale(b, i), Bands: b}
	}
	return columns
}

// cell types a column of a selected row, or the previous row.
func (c *checker) cell(s *scope, n *ast.MemberNode, name string, of *Expr) *Expr {
	b := of.Bands
	if name == PreviousRow && !of.Previous {
		t := of.Type
		t.Previous = true
		return s.of(n, OpPrevious, t, of)
	}
	e := s.of(n, OpCell, unknownCell(), of)
	e.Name = name
	column := b.Column(name)
	open := column >= 0 && !of.Previous && slices.Contains(b.Cells[column], nil)
	switch {
	case b.Unknown:
	case column < 0:
		return c.unknownField(s, n, name, append(slices.Clone(b.Columns), PreviousRow))
	default:
		c.spend(len(b.Names))
		e.Scale, e.Unit = cellScale(b, column), b.Units[column]
	}
	e.Optional = open // the last row of a group has no end
	return e
}
