package rules

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// Flat returns the numbers of the parameter under flat names: its own, or one for each
// case or cell, such as rate_A or bands_basic_to. Those by case are in the order of the
// enumerations.
func Flat(p *types.Parameter) (list []FlatFigure) {
	for _, cell := range p.Content.Cells() {
		f := FlatFigure{Cases: cell.Cases, Band: cell.Band, Column: cell.Column, Unit: p.Parameter.Unit, At: cell.Node.Range}
		key := append([]string{p.Name}, cell.Cases...)
		if cell.Column != "" {
			f.Unit = p.Units[cell.Column]
			key = append(key, f.Band, f.Column)
		}
		f.Key = strings.Join(key, "_")
		var err error
		if f.Value, err = number.Parse(cell.Node.Text); err == nil {
			list = append(list, f)
		}
	}
	if p.Rows == nil {
		slices.SortStableFunc(list, func(a, b FlatFigure) int { return byCases(p, a, b) })
	}
	return list
}

func byCases(p *types.Parameter, a, b FlatFigure) int {
	for i, typ := range p.Enumerations {
		if order := slices.Index(typ.Cases, a.Cases[i]) - slices.Index(typ.Cases, b.Cases[i]); order != 0 {
			return order
		}
	}
	return 0
}

// FlatFigure is one number of a parameter.
type FlatFigure struct {
	Key string
	// Cases, Band and Column locate it; each may be empty.
	Cases        []string
	Band, Column string
	Value        number.Decimal
	Unit         string
	At           diagnostic.Range
}
