package travel

import (
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/tables"
)

// origins map the rows of a table file to the rows of publications.
type origins struct {
	first *publication
	rows  map[*string]origin // by the first cell
	lines map[int]origin     // by line of the table file
}

type origin struct {
	*publication
	row     int
	columns []columnSpec
}

// converted returns the rows of a block and records their origins.
func (o *origins) converted(p *publication, columns []columnSpec) [][]string {
	if o.first == nil {
		*o = origins{first: p, rows: map[*string]origin{}, lines: map[int]origin{}}
	}
	rows := converted(p, columns)
	for i, row := range rows {
		o.rows[&row[0]] = origin{p, i, columns}
	}
	return rows
}

func (o *origins) writeBlock(out *strings.Builder, indent string, columns []columnSpec, rows [][]string) {
	writeHeading(out, indent, columns, rows)
	o.written(out.String(), rows)
	writeRows(out, indent, rows)
}

// written records that rows follow a text, one per line.
func (o *origins) written(text string, rows [][]string) {
	line := strings.Count(text, "\n")
	for i, row := range rows {
		if from, ok := o.rows[&row[0]]; ok {
			o.lines[line+i+1] = from
		}
	}
}

// of returns the place in a publication for a place in a table file: the cell, its row,
// or the first publication as a whole.
func (o *origins) of(r diagnostic.Range, text string) diagnostic.Range {
	from, ok := o.lines[r.Start.Line]
	if !ok {
		return diagnostic.Range{File: o.first.file}
	}
	line := strings.Split(text, "\n")[r.Start.Line-1]
	before := []rune(line)[:min(max(r.Start.Column-1, 0), len([]rune(line)))]
	places := from.places[from.row]
	at, cell := places[0], from.rows[from.row][0]
	if j := strings.Count(string(before), bar); j < len(from.columns) {
		if k := from.column(from.columns[j].From); k >= 0 && k < len(places) {
			at, cell = places[k], from.rows[from.row][k]
		}
	}
	if lines := strings.Split(string(from.text), "\n"); at.Line <= len(lines) { // a reader counts bytes
		line := lines[at.Line-1]
		at.Column = utf8.RuneCountInString(line[:min(at.Column-1, len(line))]) + 1
	}
	end := at
	end.Column += len([]rune(cell))
	return diagnostic.Range{File: from.file, Start: at, End: end}
}

// texts adds the publications to the sources of findings.
func (o *origins) texts(others func(string) ([]byte, bool)) func(string) ([]byte, bool) {
	return func(name string) ([]byte, bool) {
		for _, from := range o.lines {
			if from.file == name {
				return from.text, from.text != nil
			}
		}
		return others(name)
	}
}

// bar separates the cells of a row in a table file; separator has blanks around it.
const (
	bar       = "|"
	separator = " " + bar + " "
)

// writeHeading writes the columns and totals of a table with an indentation.
func writeHeading(out *strings.Builder, indent string, columns []columnSpec, rows [][]string) {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.To
	}
	out.WriteString(indent + "columns: " + strings.Join(names, separator) + "\n")
	var text strings.Builder
	writeRows(&text, "", rows)
	count, sum := tables.RowTotals(text.String())
	style := "|"
	if len(rows) > 0 && rows[0][0] == "" {
		style = "|2" // the blank before the first bar is not indentation
	}
	out.WriteString(indent + "count: " + count + "\n" + indent + "sum: " + sum + "\n" + indent + "rows: " + style + "\n")
}

func writeRows(out *strings.Builder, indent string, rows [][]string) {
	for _, row := range rows {
		for len(row) > 0 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		out.WriteString(indent + "  " + strings.Join(row, separator) + "\n")
	}
}

// converted returns the rows of a block of a publication. The parts of a cell with bars
// become several entries.
func converted(p *publication, columns []columnSpec) [][]string {
	rows := make([][]string, len(p.rows))
	for i := range p.rows {
		row := make([]string, len(columns))
		for j, c := range columns {
			var parts []string
			for _, from := range []string{c.From, c.And} {
				if from == "" {
					continue
				}
				for part := range strings.SplitSeq(p.cell(i, from), bar) {
					if part = strings.TrimSpace(part); part != "" {
						parts = append(parts, part)
					}
				}
			}
			row[j] = strings.Join(parts, "; ")
			if word, replaced := c.Words[row[j]]; replaced {
				row[j] = word
			}
			if c.One {
				row[j] = strings.ReplaceAll(row[j], ";", ",")
			}
		}
		rows[i] = row
	}
	return rows
}

// filled replaces the {names} in a text by values; missing is the first name without a
// value.
func filled(text string, value func(name string) string) (result, missing string) {
	var pairs []string
	for _, name := range wording.Names(wording.Everywhere(text)) {
		word := value(name)
		if word == "" {
			return "", name
		}
		pairs = append(pairs, "{"+name+"}", word)
	}
	return strings.NewReplacer(pairs...).Replace(text), ""
}
