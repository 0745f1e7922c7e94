package tables

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
)

// separator separates the cells of a row, wordSeparator the entries of a cell.
const (
	separator     = "|"
	wordSeparator = ";"
)

// block is a table written as text: one row per line, cells separated by bars, columns
// declared above. A YAML node for each cell would take far more time and memory.
type block struct {
	columns []string
	node    *syntax.Node // of the rows
	first   int          // line of the first row, 0 until computed
	at      diagnostic.Range
}

// record is a row of a block.
type record struct {
	*block
	cells  []string
	text   string
	start  int // of the row in the text of the block
	number int // of its line, from 0
}

// block reads a block with the required columns, and no others than the allowed ones.
// It returns nil after an error.
func (l *loader) block(n *syntax.Node, required, allowed []string) *block {
	if n == nil {
		return nil
	}
	columns, rows := n.Get("columns"), n.Get("rows")
	if columns == nil || rows == nil {
		return nil
	}
	if n.Get(countKey) != nil || n.Get(sumKey) != nil {
		count, sum := RowTotals(rows.Text)
		if said := n.Get(countKey).Plain() + " and " + n.Get(sumKey).Plain(); said != count+" and "+sum {
			l.Fail(n.Range, "wrong-sum", "count and sum are "+said+", the rows have "+count+" and "+sum, "Rows were edited, or the file is truncated: update count and sum, or restore the file.")
		}
	}
	b := &block{node: rows, at: n.Range}
	all, found := slices.Concat(required, allowed), len(l.Findings)
	for _, name := range strings.Split(columns.Text, separator) {
		name = strings.TrimSpace(name)
		if b.column(name) >= 0 {
			l.Fail(columns.Range, "duplicate-column", "the column "+name+" is declared twice", "Remove one of them, with its cells.")
		} else if !slices.Contains(all, name) && !slices.ContainsFunc(all, func(column string) bool { return isLanguage(column, name) }) {
			l.Unknown(columns.Range, "unknown-column", "column", name, all)
		}
		b.columns = append(b.columns, name)
	}
	for _, name := range required {
		if b.column(name) < 0 {
			l.Fail(columns.Range, "missing-column", "the column "+name+" is missing", "Add it to columns, and its cell to each row.")
		}
	}
	if len(l.Findings) > found {
		return nil
	}
	return b
}

// Tags of the fields of a struct for the rows of a block. A field is a cell, the entries of
// one ([]string), or a Text: in English from its column, in other languages from columns
// with a prefix and the language's tag.
const (
	tagColumn    = "column"    // `column:"state"`; `column:"state,optional"` may be missing
	tagLanguages = "languages" // `languages:"city_*"`
	optional     = "optional"
	anyLanguage  = "*"
)

// rowField is a field of a struct for rows.
type rowField struct {
	index          int
	column, prefix string
	// In a block, at is the index of the column, or -1, and languages are the indexes of those
	// of other languages.
	at        int
	languages map[wording.Language]int
}

// rowFields returns the fields of a struct for rows, with the columns that a block must
// have, and those that it may have.
func rowFields(of reflect.Type) (fields []rowField, required, allowed []string) {
	for i := range of.NumField() {
		tag := of.Field(i).Tag
		column, option, _ := strings.Cut(tag.Get(tagColumn), ",")
		prefix, others := strings.CutSuffix(tag.Get(tagLanguages), anyLanguage)
		switch {
		case option == optional:
			allowed = append(allowed, column)
		case column != "":
			required = append(required, column)
		case !others:
			continue // not of the row
		}
		if others {
			allowed = append(allowed, prefix+anyLanguage)
		}
		fields = append(fields, rowField{index: i, column: column, prefix: prefix})
	}
	return fields, required, allowed
}

// eachRow reads a block and calls visit for every row, whose cells are read into a struct.
func eachRow[T any](l *loader, n *syntax.Node, visit func(row *record, cells *T)) {
	fields, required, allowed := rowFields(reflect.TypeFor[T]())
	if b := l.block(n, required, allowed); b != nil {
		b.bind(fields)
		l.each(b, func(row *record) {
			var cells T
			row.into(fields, reflect.ValueOf(&cells).Elem())
			visit(row, &cells)
		})
	}
}

// bind finds the columns of fields.
func (b *block) bind(fields []rowField) {
	for i := range fields {
		field := &fields[i]
		field.at, field.languages = b.column(field.column), map[wording.Language]int{}
		for j, column := range b.columns {
			tag, is := strings.CutPrefix(column, field.prefix)
			if language, err := wording.Parse(tag); is && err == nil && language != wording.English {
				field.languages[language] = j
			}
		}
	}
}

// into reads the cells of a row into the fields of a struct.
func (r *record) into(fields []rowField, cells reflect.Value) {
	for _, field := range fields {
		cell := ""
		if field.at >= 0 {
			cell = r.cells[field.at]
		}
		switch to := cells.Field(field.index).Addr().Interface().(type) {
		case *string:
			*to = cell
		case *[]string:
			*to = names(cell)
		case *Text:
			*to = Text{English: cell}
			for language, at := range field.languages {
				if r.cells[at] != "" {
					to.Set(language, r.cells[at])
				}
			}
		}
	}
}

// isLanguage reports whether a column holds names in a language, as another, which ends
// with a star, allows.
func isLanguage(allowed, column string) bool {
	prefix, any := strings.CutSuffix(allowed, anyLanguage)
	tag, is := strings.CutPrefix(column, prefix)
	_, err := wording.Parse(tag)
	return any && is && err == nil
}

// column returns the index of a column, or -1.
func (b *block) column(name string) int { return slices.Index(b.columns, name) }

// cell returns the cell of a column; empty if the table does not have the column.
func (r *record) cell(column string) string {
	if i := r.column(column); i >= 0 {
		return r.cells[i]
	}
	return ""
}

// maxFindings stops the reading of rows: a hostile file could cause a finding on each
// line.
const maxFindings = 1000

// each calls visit for every row. Missing cells at the end of a row are empty.
func (l *loader) each(b *block, visit func(r *record)) {
	r := record{block: b, cells: make([]string, len(b.columns))}
	for line := range strings.Lines(b.node.Text) {
		if len(l.Findings) >= maxFindings {
			return
		}
		if r.text = strings.TrimSuffix(line, "\n"); cut(r.text, r.cells) {
			visit(&r)
		} else {
			l.Fail(r.position(), "too-many-cells", "the row has more cells than the table has columns", "Columns: "+strings.Join(b.columns, " | ")+".")
		}
		r.start += len(line)
		r.number++
	}
}

// cut splits a line into cells. It reports false if there are too many.
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

// line returns the row's line in the file.
func (r *record) line() int {
	if r.first == 0 {
		r.first = r.node.Span(0, 0).Start.Line // scans the whole text
	}
	return r.first + r.number
}

// span returns the place of some bytes of the text.
func (b *block) span(start, end int) diagnostic.Range {
	from := utf8.RuneCountInString(b.node.Text[:start])
	return b.node.Span(from, from+utf8.RuneCountInString(b.node.Text[start:end]))
}

// position returns where the row is in the file.
func (r *record) position() diagnostic.Range { return r.span(r.start, r.start+len(r.text)) }

// cellPosition returns where a cell is, or its row if the cell is empty.
func (r *record) cellPosition(column string) diagnostic.Range {
	start := r.start
	for i, cell := range strings.Split(r.text, separator) {
		if text := strings.TrimSpace(cell); text != "" && i == r.column(column) {
			start += strings.Index(cell, text)
			return r.span(start, start+len(text))
		}
		start += len(cell) + len(separator)
	}
	return r.position()
}

// names returns the entries of a cell.
func names(cell string) []string {
	var list []string
	for _, name := range strings.Split(cell, wordSeparator) {
		if name = strings.TrimSpace(name); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// A block may declare the number of its rows (count) and the sum of the numbers in them
// (sum), so that a truncated file does not load.
const (
	countKey = "count"
	sumKey   = "sum"
)

// sumPlaces is the number of decimals of a sum.
const sumPlaces = 4

// RowTotals returns the number of rows of a block and the sum of their numbers.
func RowTotals(rows string) (count, sum string) {
	lines, total := 0, uint64(0)
	for line := range strings.Lines(rows) {
		lines++
		for cell := range strings.SplitSeq(line, separator) {
			total += cellUnits(strings.TrimSpace(cell))
		}
	}
	sum = fmt.Sprintf("%0*d", sumPlaces+1, total)
	at := len(sum) - sumPlaces
	return strconv.Itoa(lines), strings.TrimSuffix(strings.TrimRight(sum[:at]+"."+sum[at:], "0"), ".")
}

// cellUnits reads a cell that is a decimal number, in units of the last place of a sum; 0
// for others.
func cellUnits(cell string) uint64 {
	whole, fraction, _ := strings.Cut(cell, ".")
	if whole == "" || whole[0] < '0' || whole[0] > '9' || len(whole) > len("999999999999") || len(fraction) > sumPlaces {
		return 0
	}
	units, err := strconv.ParseUint(whole+fraction+strings.Repeat("0", sumPlaces-len(fraction)), 10, 64)
	if err != nil {
		return 0
	}
	return units
}
