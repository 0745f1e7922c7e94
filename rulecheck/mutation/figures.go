package mutation

import (
	"path"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/coverage"
)

// figures lists the changes of a year's parameters.
func (l *lister) figures(y *coverage.Year) {
	for _, f := range y.Files {
		for _, p := range f.Parameters {
			name, branches := y.Name+"/"+p.Name, y.Reads[p.Name]
			for _, cell := range p.Cells() {
				l.number(Parameter, cell.Name(name), cell.Node, branches)
			}
		}
	}
}

// tables lists the changes of the tables that programs carry.
func (l *lister) tables() {
	seen := map[*declaration.Program]bool{}
	for _, y := range l.model.Years {
		for _, f := range y.Files {
			for _, p := range f.Programs {
				if seen[p] {
					continue
				}
				seen[p] = true
				for _, t := range p.Tables {
					for i, n := range t.Numbers {
						l.number(Table, path.Join(path.Dir(f.Name), p.Name)+"/"+t.Name+"."+number.New(int64(i), 0).String(), n, []int{y.Program(p.Name)})
					}
				}
			}
		}
	}
}

// number lists the changes of a number that stands for itself.
func (l *lister) number(class Class, name string, n *document.Node, branches []int) {
	for _, text := range neighbours(n.Text) {
		l.add(class, name, n.Range, text, branches)
	}
}

// percentPlaces is how many decimals one percent of a number adds.
const percentPlaces = 2

// neighbours lists what a number is changed to: one unit in the last place up and
// down, one percent up and down. Zero has no percent, and no number goes below
// zero that was not below it.
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
