package travel

import (
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/tables"
)

// row is a row of a table file.
type row struct {
	cells []string
	from  *origin // nil if it is copied from an earlier edition
}

// origin is the row of a publication that a row comes from.
type origin struct {
	*sheet
	row     int
	columns []columnSpec
}

// rowsFor returns the rows of a publication with the columns of a table. The parts of a
// cell with bars become several entries.
func (p *sheet) rowsFor(columns []columnSpec) []row {
	rows := make([]row, len(p.rows))
	for i := range p.rows {
		cells := make([]string, len(columns))
		for j, c := range columns {
			var parts []string
			for _, from := range []string{c.From, c.And} {
				for part := range strings.SplitSeq(p.cell(i, from), bar) {
					if part = strings.TrimSpace(part); part != "" {
						parts = append(parts, part)
					}
				}
			}
			cells[j] = strings.Join(parts, "; ")
			if word, replaced := c.Words[cells[j]]; replaced {
				cells[j] = word
			}
			if c.One {
				cells[j] = strings.ReplaceAll(cells[j], ";", ",")
			}
		}
		rows[i] = row{cells, &origin{p, i, columns}}
	}
	return rows
}

// output is a table file in the making. It remembers where its lines come from.
type output struct {
	strings.Builder
	origins map[int]*origin // by line
}

// bar separates the cells of a row in a table file; separator has blanks around it.
const (
	bar       = "|"
	separator = " " + bar + " "
)

// block writes a table with an indentation: its columns, totals and rows.
func (o *output) block(indent string, columns []columnSpec, rows []row) {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.To
	}
	var plain output
	plain.rows("", separator, rows)
	count, sum := tables.RowTotals(plain.String())
	style := "|"
	if len(rows) > 0 && rows[0].cells[0] == "" {
		style = "|2" // the blank before the first bar is not indentation
	}
	o.WriteString(indent + "columns: " + strings.Join(names, separator) + "\n" + indent + "count: " + count + "\n" + indent + "sum: " + sum + "\n" + indent + "rows: " + style + "\n")
	o.rows(indent+"  ", separator, rows)
}

// rows writes rows, one on each line, without empty cells at their ends.
func (o *output) rows(indent, separator string, rows []row) {
	if o.origins == nil {
		o.origins = map[int]*origin{}
	}
	line := strings.Count(o.String(), "\n")
	for i, r := range rows {
		cells := r.cells
		for len(cells) > 0 && cells[len(cells)-1] == "" {
			cells = cells[:len(cells)-1]
		}
		o.WriteString(indent + strings.Join(cells, separator) + "\n")
		if r.from != nil {
			o.origins[line+i+1] = r.from
		}
	}
}

// published returns the place in a publication for a place in the file: the cell, or its
// row. Without one it returns the first publication as a whole.
func (o *output) published(r diagnostic.Range, first string) diagnostic.Range {
	from := o.origins[r.Start.Line]
	if from == nil {
		return diagnostic.Range{File: first}
	}
	line := []rune(strings.Split(o.String(), "\n")[r.Start.Line-1])
	before := line[:min(max(r.Start.Column-1, 0), len(line))]
	at, cell := from.places[from.row][0], from.rows[from.row][0]
	if j := strings.Count(string(before), bar); j < len(from.columns) {
		if k := from.column(from.columns[j].From); k >= 0 && k < len(from.places[from.row]) {
			at, cell = from.places[from.row][k], from.rows[from.row][k]
		}
	}
	end := at
	end.Column += len([]rune(cell))
	return diagnostic.Range{File: from.file, Start: at, End: end}
}
