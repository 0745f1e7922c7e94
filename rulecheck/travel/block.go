package travel

import (
	"strings"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/tables"
)

// bar ends a cell of a row in a table file; separator is how it is written.
const (
	bar       = "|"
	separator = " " + bar + " "
)

// writeHeading writes what is above the rows of a table, after an indentation.
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
		style = "|2" // the blank before the first bar does not belong to the indentation
	}
	out.WriteString(indent + "count: " + count + "\n" + indent + "sum: " + sum + "\n" + indent + "rows: " + style + "\n")
}

// writeRows writes a row a line.
func writeRows(out *strings.Builder, indent string, rows [][]string) {
	for _, row := range rows {
		for len(row) > 0 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		out.WriteString(indent + "  " + strings.Join(row, separator) + "\n")
	}
}

// converted makes the rows of a block of a publication. A cell that holds a bar,
// which ends a cell in a table file, has its parts joined as several entries.
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

// filled puts values into the {names} of a text; missing is the first name
// without a value.
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
