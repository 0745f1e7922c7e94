package tables

import (
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
	all := append(append([]string(nil), required...), allowed...)
	failed := false
	for _, name := range strings.Split(columns.Text, separator) {
		name = strings.TrimSpace(name)
		switch {
		case b.column(name) >= 0:
			l.Fail(columns.Range, "duplicate-column", "the column "+name+" is declared twice", "")
			failed = true
		case !contains(all, name) && !isLanguage(all, name):
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

// languageColumn is a column of names in a language.
type languageColumn struct {
	column   int
	language wording.Language
}

// languages finds the columns of names in other languages than English.
func (b *block) languages(prefix string) []languageColumn {
	var found []languageColumn
	for i, column := range b.columns {
		if tag, is := strings.CutPrefix(column, prefix); is {
			if language, known := wording.Lookup(tag); known && language != wording.English {
				found = append(found, languageColumn{i, language})
			}
		}
	}
	return found
}

// text reads a name: the English one from a column, the others from theirs.
func (b *block) text(r *record, column string, others []languageColumn) Text {
	t := Text{}
	if i := b.column(column); i >= 0 {
		t.English = r.cells[i]
	}
	for _, other := range others {
		if name := r.cells[other.column]; name != "" {
			t.Set(other.language, name)
		}
	}
	return t
}

func contains(words []string, word string) bool {
	for _, known := range words {
		if known == word {
			return true
		}
	}
	return false
}

// column finds a column; -1 if there is none.
func (b *block) column(name string) int {
	for i, column := range b.columns {
		if column == name {
			return i
		}
	}
	return -1
}

// maxFindings is how many findings end the reading of rows: a hostile file could
// have as many as it has lines.
const maxFindings = 1000

// each calls visit for every row. A row that ends early has empty cells.
func (l *loader) each(b *block, visit func(r *record)) {
	text, offset := b.node.Text, 0
	r := record{cells: make([]string, len(b.columns)), number: -1}
	for offset < len(text) && len(l.Findings) < maxFindings {
		end := strings.IndexByte(text[offset:], '\n')
		if end < 0 {
			end = len(text) - offset
		}
		line := text[offset : offset+end]
		r.start, r.end = offset, offset+end
		offset += end + 1
		r.number++
		if cut(line, r.cells) {
			visit(&r)
		} else {
			l.Fail(b.place(r.start, r.end), "too-many-cells", "the row has more cells than the table has columns", "Columns: "+strings.Join(b.columns, " | ")+".")
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

// line is the line of the file that a row is in.
func (b *block) line(r *record) int {
	if b.first == 0 {
		b.first = b.node.At(0).Line // looks through the whole text: once is enough
	}
	return b.first + r.number
}

// place says where bytes of the text are in the file.
func (b *block) place(start, end int) diagnostic.Range {
	from := utf8.RuneCountInString(b.node.Text[:start])
	return b.node.Span(from, from+utf8.RuneCountInString(b.node.Text[start:end]))
}

// cellPlace says where a cell of a row is in the file; the row as a whole if
// the cell is empty.
func (b *block) cellPlace(r *record, column int) diagnostic.Range {
	start := r.start
	for i := 0; ; i++ {
		cell, _, found := strings.Cut(b.node.Text[start:r.end], separator)
		if i == column {
			text := strings.TrimSpace(cell)
			if text == "" {
				return b.place(r.start, r.end)
			}
			start += strings.Index(cell, text)
			return b.place(start, start+len(text))
		}
		if !found {
			return b.place(r.start, r.end)
		}
		start += len(cell) + len(separator)
	}
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
