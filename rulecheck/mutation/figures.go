package mutation

import (
	"fmt"
	"path"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rulecheck/coverage"
)

// cell is a number of a parameter or of a table in a program.
type cell struct {
	class     Class
	id, group string
	node      *syntax.Node
	branches  []int // that read it
	single    bool  // it is the only value of the parameter
}

// cells returns the numbers of the model's parameters and tables.
func cells(m *coverage.Model) []cell {
	var list []cell
	seen := map[*syntax.Program]bool{}
	for _, y := range m.Years {
		for _, f := range y.Files {
			for _, p := range f.Parameters {
				for _, c := range p.Cells() {
					list = append(list, cell{Parameter, c.Name(y.Name + "/" + p.Name), y.Name + " parameters", c.Node, y.Reads[p.Name], p.Value != nil})
				}
			}
			for _, p := range f.Programs {
				if seen[p] {
					continue
				}
				seen[p] = true
				group := path.Join(path.Dir(f.Name), p.Name)
				for _, t := range p.Tables {
					for i, n := range t.Numbers {
						list = append(list, cell{Table, fmt.Sprintf("%s/%s.%d", group, t.Name, i), group, n, []int{y.Program(p.Name)}, false})
					}
				}
			}
		}
	}
	return list
}

// percentPlaces is the number of decimals that a percentage adds.
const percentPlaces = 2

// neighbours returns the replacements of a number: one unit in the last place more and less,
// one percent more and less. Zero has no percentage, and a number that is not negative does
// not become negative.
func neighbours(text string) []string {
	d, err := number.Parse(text)
	if err != nil {
		return nil
	}
	unit := number.New(1, d.Places())
	changed := []number.Decimal{d.Add(unit)}
	if d.Sign() > 0 {
		percent := d.Mul(number.New(1, percentPlaces))
		changed = append(changed, d.Sub(unit), d.Add(percent).Trim(), d.Sub(percent).Trim())
	}
	var texts []string
	for _, c := range changed {
		texts = append(texts, c.String())
	}
	return texts
}
