package mutation

import (
	"context"
	"path"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/tables"
)

// AddCells adds the cells of tables to the items of a model: of bands, of
// parameters by case, and of the tables that programs carry. No run counts which
// cell it reads, so a cell is reached if a case differs once its number is a
// clearly larger one. Progress is told of each cell.
func AddCells(ctx context.Context, m *coverage.Model, sets []*coverage.Set, files ruletext.Files, travel *tables.Book, progress func(cells int)) error {
	l := &lister{model: m, files: files, ids: map[string]int{}}
	var items []*coverage.Item
	add := func(id, group string, n *document.Node, branches []int) {
		d, err := number.Parse(n.Text)
		if err != nil {
			return
		}
		larger := d.Add(number.New(1, 0)).Add(d.Mul(number.New(1, percentPlaces))).Round(d.Places(), number.Up) // of no more decimals, which its type may refuse
		before := len(l.changes)
		if l.add(Table, id, n.Range, larger.String(), branches); len(l.changes) > before {
			items = append(items, &coverage.Item{Kind: coverage.CellItem, ID: id, Group: group, At: n.Range, Place: n.Range.String()})
		}
	}
	seen := map[*declaration.Program]bool{}
	for _, y := range m.Years {
		for _, f := range y.Files {
			parameterCells(y, f, add)
			for _, p := range f.Programs {
				if !seen[p] {
					programCells(y, f, p, add)
				}
				seen[p] = true
			}
		}
	}
	if l.err != nil {
		return l.err
	}
	campaign := &Campaign{
		Files: files, Tables: travel, Model: m, Sets: sets, Changes: l.changes,
		Progress: progress,
	}
	trials, err := campaign.Run(ctx)
	if err != nil {
		return err
	}
	for i, trial := range trials {
		if trial.Verdict == Noticed {
			items[i].Cases = 1
		}
		m.Items = append(m.Items, items[i])
	}
	return nil
}

// adder takes a cell with the branches that read its table.
type adder func(id, group string, n *document.Node, branches []int)

func parameterCells(y *coverage.Year, f *declaration.File, add adder) {
	group := y.Name + " parameters"
	for _, p := range f.Parameters {
		if p.Value != nil {
			continue
		}
		for _, cell := range p.Cells() {
			add(cell.Name(y.Name+"/"+p.Name), group, cell.Node, y.Reads[p.Name])
		}
	}
}

func programCells(y *coverage.Year, f *declaration.File, p *declaration.Program, add adder) {
	group := path.Join(path.Dir(f.Name), p.Name)
	for _, t := range p.Tables {
		for i, n := range t.Numbers {
			add(group+"/"+t.Name+"."+number.New(int64(i), 0).String(), group, n, []int{y.Program(p.Name)})
		}
	}
}
