package mutation

import (
	"context"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/tables"
)

// AddCells adds the cells of tables to the items of a model: those of bands, of parameters
// by case, and of the tables in programs. Runs do not count the cells they read, so a cell
// is reached if a case differs when its number is increased. Progress is called for each
// cell.
func AddCells(ctx context.Context, m *coverage.Model, sets []*coverage.Set, files ruletext.Files, travel *tables.Book, progress func(cells int)) error {
	l := &lister{model: m, files: files, ids: map[string]int{}}
	var items []*coverage.Item
	for _, c := range cells(m) {
		d, err := number.Parse(c.node.Text)
		if err != nil || c.single {
			continue
		}
		larger := d.Add(number.New(1, 0)).Add(d.Mul(number.New(1, percentPlaces))).Round(d.Places(), number.Up) // its type may refuse more decimals
		before := len(l.changes)
		if l.add(Table, c.id, c.node.Range, larger.String(), c.branches); len(l.changes) > before {
			items = append(items, &coverage.Item{Kind: coverage.CellItem, ID: c.id, Group: c.group, At: c.node.Range, Place: c.node.Range.String()})
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
