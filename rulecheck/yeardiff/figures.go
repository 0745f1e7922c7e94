package yeardiff

import (
	"cmp"
	"io/fs"
	"path"
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Figure is a number of a parameter in two years, either of which may not have it.
type Figure struct {
	Key    string `json:"key"`
	Label  string `json:"label"`
	Unit   string `json:"unit"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// Percent is the change in percent, with two decimals.
	Percent string `json:"percent,omitempty"`
	Place   string `json:"place"`
}

// Changed reports whether the figure differs.
func (f *Figure) Changed() bool { return f.Before != f.After }

// cell is a number of a parameter in its file.
type cell struct {
	parameter, key, label, unit string
	text                        string
	at                          diagnostic.Range
}

const parametersFile = "parameters.yaml"

// cells returns the figures of a year in the order of its file.
func cells(files fs.FS, year string) ([]cell, error) {
	name := path.Join(year, parametersFile)
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	file, _ := syntax.Read(name, data)
	var list []cell
	for _, p := range file.Parameters {
		add := func(key, unit string, n *syntax.Node) {
			list = append(list, cell{p.Name, key, p.Label.English.Plain(), unit, n.Text, n.Range})
		}
		if p.Text != nil {
			add(p.Name, "", p.Text)
		}
		for _, cell := range p.Cells() {
			add(cell.Name(p.Name), cmp.Or(p.Units[cell.Column], p.Unit), cell.Node)
		}
	}
	return list, nil
}

// compareCells compares the figures of two years. Figures that only the newer year has
// come last.
func compareCells(before, after []cell) []Figure {
	var figures []Figure
	for _, old := range before {
		f := Figure{Key: old.key, Label: old.label, Unit: old.unit, Before: old.text, Place: old.at.String()}
		if i := slices.IndexFunc(after, func(c cell) bool { return c.key == old.key }); i >= 0 {
			f.After, f.Percent = after[i].text, percent(old.text, after[i].text)
			if same(old.text, f.After) {
				f.After = f.Before
			}
		}
		figures = append(figures, f)
	}
	for _, c := range after {
		if !slices.ContainsFunc(before, func(old cell) bool { return old.key == c.key }) {
			figures = append(figures, Figure{Key: c.key, Label: c.label, Unit: c.unit, After: c.text, Place: c.at.String()})
		}
	}
	return figures
}

// same reports whether two texts are equal numbers.
func same(x, y string) bool {
	a, err := number.Parse(x)
	b, other := number.Parse(y)
	return err == nil && other == nil && a.Cmp(b) == 0
}

// percent returns the change from one number to another.
func percent(before, after string) string {
	x, err := number.Parse(before)
	y, other := number.Parse(after)
	if err != nil || other != nil {
		return ""
	}
	return Percent(x, y)
}

// Signed formats a number with its sign and two decimals.
func Signed(d number.Decimal) string {
	text := string(d.AppendFixed(nil, 2))
	if d.Sign() > 0 {
		return "+" + text
	}
	return text
}

// Percent formats the change from one number to another in percent. It is empty for a change
// from zero.
func Percent(before, after number.Decimal) string {
	change, err := after.Sub(before).Mul(number.New(100, 0)).Quo(before, 2, number.HalfUp)
	if err != nil {
		return ""
	}
	return Signed(change)
}
