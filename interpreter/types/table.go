package types

import (
	"path"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/rows"
	"github.com/payslate/payslate/interpreter/syntax"
)

// tableOf declares the look-up of a table: its arguments are the keys and, if rows have an
// interval, the number that is sought; its result has an optional field for each column.
func (m *Module) tableOf(p *Parameter, d *syntax.TableFile) *Function {
	if m.Options.Files == nil {
		m.list.Fail(d.FileRange, "wrong-shape", "these rules cannot have tables in files", "Only the rules of countries have them: write bands.")
		return nil
	}
	f := &Function{Name: p.Name, At: p.Range}
	form := rows.Form{File: path.Join(path.Dir(p.Range.File), d.File)}
	for _, key := range d.Keys {
		t := m.resolve(key)
		if t == nil {
			return nil
		}
		if t.Optional || t.Kind != Enumeration && (t.Kind != Number || t.Decimals != 0) {
			m.list.Fail(key.TypeRange, "wrong-type", "a key of a table is an enumeration or a whole number, not "+t.Describe(), "Name a type of types:, or write integer.")
			return nil
		}
		form.Keys = append(form.Keys, rows.Key{Name: key.Name, Cases: t.Cases})
		f.In, f.Names = append(f.In, t), append(f.Names, key.Name)
	}
	if len(form.Keys) > rows.MostKeys {
		m.list.Fail(d.Range, "too-many", "the table "+p.Name+" has more than 8 keys", "Divide it into several tables.")
		return nil
	}
	result := &record{name: p.Name}
	for _, column := range d.Columns {
		t := m.resolve(column)
		if t == nil || !m.fixed(column, t) {
			return nil
		}
		if t.Optional || t.Kind != Number || t.By != nil {
			m.list.Fail(column.TypeRange, "wrong-type", "a column of a table has numbers, not "+t.Describe(), "Give its unit and decimals, such as {unit: percent, decimals: 2}.")
			return nil
		}
		if column.Name == rows.From {
			form.Intervals, form.Places = true, t.Decimals
			f.In, f.Names = append(f.In, t), append(f.Names, rows.From)
			continue
		}
		field := *t
		field.Optional = true
		result.Fields = append(result.Fields, Field{Name: column.Name, Declaration: column, Type: &field, At: result.Size})
		result.Size += field.Places()
		unit, bounds, bounded := t.Unit, t.Bounds, t.Bounds != Bounds{}
		form.Columns = append(form.Columns, rows.Column{Name: column.Name, Places: t.Decimals, Wrong: func(figure number.Decimal) (summary, remedy string) {
			if p.Accepted != "" {
				return "", ""
			}
			if bounded && !bounds.Contain(figure.Rat()) {
				return figure.String() + " is outside the bounds of the column", "Correct the figure, or min and max of the column."
			}
			_, summary, remedy = implausible(unit, figure)
			return summary, remedy
		}})
	}
	if len(form.Columns) == 0 {
		m.list.Fail(d.Range, "missing-value", "the table "+p.Name+" has no column of figures", "Add one under columns:, such as {from: EUR, rate: {unit: percent, decimals: 2}}.")
		return nil
	}
	table, err := rows.New(form, m.Options.Files)
	if err != nil {
		m.list.Fail(d.FileRange, "wrong-shape", err.Error(), "Write {NAME} for an enumeration under keys:, as in rates/{state}.csv.")
		return nil
	}
	f.Table = table
	f.Result = &Type{Kind: RecordKind, Record: result}
	return f
}
