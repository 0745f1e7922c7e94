package coverage

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/tables"
)

// FollowRates adds the rows and cells of travel tables to a model. A case reaches the row
// that answers it, and the cells whose values it checks.
func (m *Model) FollowRates(book *tables.Book, sets []*conformance.Set, progress func(cases int)) error {
	rows := map[*tables.Row]*rateRow{}
	for _, regime := range book.Regimes() {
		for _, edition := range regime.Sources() {
			for _, area := range edition.Areas() {
				for i := range area.Rows {
					rows[&area.Rows[i]] = m.addRow(regime, area, &area.Rows[i])
				}
			}
		}
	}
	for _, set := range sets {
		if set.Rates == "" {
			continue
		}
		err := set.FollowRates(book, func(rate *tables.Rate, columns []string) {
			row := rows[rate.Row]
			row.item.Cases++
			for _, column := range columns {
				if cell := row.cells[column]; cell != nil {
					cell.Cases++
				}
			}
		})
		if err != nil {
			return err
		}
		progress(len(set.Cases()))
	}
	return nil
}

// rateRow has the items of a row.
type rateRow struct {
	item  *Item
	cells map[string]*Item // by column
}

func (m *Model) addRow(regime *tables.Regime, area *tables.Area, row *tables.Row) *rateRow {
	file := area.Edition.File()
	at := diagnostic.Position{Line: row.Line, Column: 1}
	name := []string{strings.TrimSuffix(file, path.Ext(file)), area.Country, area.State, area.Name.English}
	if len(area.Rows) > 1 {
		name = append(name, row.Season.From)
	}
	name = slices.DeleteFunc(name, func(word string) bool { return word == "" })
	add := func(kind Kind, id string) *Item {
		item := &Item{Kind: kind, ID: id, Group: regime.ID + " rates", At: diagnostic.Range{File: file, Start: at, End: at}}
		item.Place = fmt.Sprintf("%s:%d", file, row.Line)
		m.Items = append(m.Items, item)
		return item
	}
	id := strings.Join(name, " ")
	r := &rateRow{item: add(RowItem, id), cells: map[string]*Item{}}
	for _, column := range regime.Columns() {
		if regime.Value(row, column).Given {
			r.cells[column] = add(CellItem, id+" "+column)
		}
	}
	return r
}
