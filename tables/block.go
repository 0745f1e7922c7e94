package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/wording"
)

// separator is between the cells of a row, and wordSeparator between the
// entries of a cell that holds several.
const (
	separator     = "|"
	wordSeparator = ";"
)

// block is a table written as text: a row a line, cells between bars, the
// columns declared above it. A node for each cell would take far more time and
// memory.
type block struct {
	columns []string
	node    *document.Node // the text
	first   int            // line of the first row, 0 until it is asked for
	at      diagnostic.Range
}

// record is a row of a block with its place in the text, in bytes.
type record struct {
	*block
	cells      []string
	start, end int
	number     int // of its line, from 0
}

// block reads a block whose columns must be among the allowed ones and have the
// required ones; nil after an error.
func (l *loader) block(n *document.Node, required, allowed []string) *block {
	if n == nil {
		return nil
	}
	columns, rows := l.Need(n, "columns"), l.Need(n, "rows")
	if columns == nil || rows == nil {
		return nil
	}
	if n.Get(countKey) != nil || n.Get(sumKey) != nil {
		count, sum := RowTotals(rows.Text)
		if said := n.Get(countKey).Plain() + " and " + n.Get(sumKey).Plain(); said != count+" and "+sum {
			l.Fail(n.Range, "wrong-sum", "count and sum are "+said+", the rows have "+count+" and "+sum, "The file is cut, or rows were edited: restore it, or write count and sum anew.")
		}
	}
	b := &block{node: rows, at: n.Range}
	all := slices.Concat(required, allowed)
	failed := false
	for _, name := range strings.Split(columns.Text, separator) {
		name = strings.TrimSpace(name)
		switch {
		case b.column(name) >= 0:
			l.Fail(columns.Range, "duplicate-column", "the column "+name+" is declared twice", "")
			failed = true
		case !slices.Contains(all, name) && !isLanguage(all, name):
			l.Unknown(columns.Range, "unknown-column", "column", name, all)
			failed = true
		}
		b.columns = append(b.columns, name)
	}
	for _, name := range required {
		if b.column(name) < 0 {
			l.Fail(columns.Range, "missing-column", "the column "+name+" is missing", "")
			failed = true
		}
	}
	if failed {
		return nil
	}
	return b
}

// english is the column of English names, and anyLanguage stands for the columns
// of all other languages: their tags, after what is before it.
var english = wording.English.Tag()

const anyLanguage = "*"

// isLanguage reports whether a column holds names in a language, and may.
func isLanguage(allowed []string, column string) bool {
	for _, name := range allowed {
		if prefix, any := strings.CutSuffix(name, anyLanguage); any && strings.HasPrefix(column, prefix) {
			if _, err := wording.Register(column[len(prefix):]); err == nil {
				return true
			}
		}
	}
	return false
}

// text reads a name: the English one from its column, the others from the columns
// of their languages, which begin with a prefix.
func (r *record) text(englishColumn, prefix string) Text {
	t := Text{English: r.cell(englishColumn)}
	for i, column := range r.columns {
		tag, is := strings.CutPrefix(column, prefix)
		if language, known := wording.Lookup(tag); is && known && language != wording.English && r.cells[i] != "" {
			t.Set(language, r.cells[i])
		}
	}
	return t
}

// column finds a column; -1 if there is none.
func (b *block) column(name string) int { return slices.Index(b.columns, name) }

// cell is the cell of a column; empty where the table has no such column.
func (r *record) cell(column string) string {
	if i := r.column(column); i >= 0 {
		return r.cells[i]
	}
	return ""
}

// maxFindings is how many findings end the reading of rows: a hostile file could
// have as many as it has lines.
const maxFindings = 1000

// each calls visit for every row. A row that ends early has empty cells.
func (l *loader) each(b *block, visit func(r *record)) {
	r := record{block: b, cells: make([]string, len(b.columns)), end: -1, number: -1}
	for line := range strings.Lines(b.node.Text) {
		if len(l.Findings) >= maxFindings {
			return
		}
		line = strings.TrimSuffix(line, "\n")
		r.start, r.end = r.end+1, r.end+1+len(line)
		r.number++
		if cut(line, r.cells) {
			visit(&r)
		} else {
			l.Fail(r.place(), "too-many-cells", "the row has more cells than the table has columns", "Columns: "+strings.Join(b.columns, " | ")+".")
		}
	}
}

// cut splits a line into cells; false if there are too many.
func cut(line string, cells []string) bool {
	for i := range cells {
		cell, rest, found := strings.Cut(line, separator)
		cells[i] = strings.TrimSpace(cell)
		line = rest
		if !found {
			clear(cells[i+1:])
			return true
		}
	}
	return false
}

// line is the line of the file that the row is in.
func (r *record) line() int {
	if r.first == 0 {
		r.first = r.node.At(0).Line // looks through the whole text: once is enough
	}
	return r.first + r.number
}

// span is where bytes of the text are in the file.
func (b *block) span(start, end int) diagnostic.Range {
	from := utf8.RuneCountInString(b.node.Text[:start])
	return b.node.Span(from, from+utf8.RuneCountInString(b.node.Text[start:end]))
}

// place is where the row is in the file.
func (r *record) place() diagnostic.Range { return r.span(r.start, r.end) }

// cellPlace is where the cell of a column is in the file; the row as a whole if the
// cell is empty.
func (r *record) cellPlace(column string) diagnostic.Range {
	i, start := r.column(column), r.start
	for j, cell := range strings.Split(r.node.Text[r.start:r.end], separator) {
		if text := strings.TrimSpace(cell); i == j && text != "" {
			start += strings.Index(cell, text)
			return r.span(start, start+len(text))
		}
		start += len(cell) + len(separator)
	}
	return r.place()
}

// names splits a cell that holds several entries.
func names(cell string) []string {
	var list []string
	for _, name := range strings.Split(cell, wordSeparator) {
		if name = strings.TrimSpace(name); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// A block may say, above its rows, how many there are (count) and what the numbers
// in them sum up to (sum): a file that is cut or half written does not load.
const (
	countKey = "count"
	sumKey   = "sum"
)

// sumPlaces are the decimals that a sum is kept with.
const sumPlaces = 4

// RowTotals counts the rows of a block and sums up its cells that are numbers.
func RowTotals(rows string) (count, sum string) {
	lines, total := 0, int64(0)
	for line := range strings.Lines(rows) {
		lines++
		for cell := range strings.SplitSeq(line, separator) {
			units, _ := cellUnits(strings.TrimSpace(cell))
			total += units
		}
	}
	sum = fmt.Sprintf("%0*d", sumPlaces+1, total)
	at := len(sum) - sumPlaces
	return strconv.Itoa(lines), strings.TrimSuffix(strings.TrimRight(sum[:at]+"."+sum[at:], "0"), ".")
}

// cellUnits reads a cell of digits, with a point or without, in units of the last
// place of a sum; false for any other text.
func cellUnits(cell string) (units int64, ok bool) {
	point := strings.IndexByte(cell, '.')
	if point < 0 {
		point = len(cell)
	}
	if point == 0 || point > len("999999999999") || len(cell)-point-1 > sumPlaces {
		return 0, false
	}
	for i := range len(cell) {
		switch c := cell[i]; {
		case '0' <= c && c <= '9':
			units = units*10 + int64(c-'0')
		case i != point:
			return 0, false
		}
	}
	for range sumPlaces - max(len(cell)-point-1, 0) {
		units *= 10
	}
	return units, true
}
