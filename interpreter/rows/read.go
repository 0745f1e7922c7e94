package rows

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Text returns the text of a file of a table, unpacked if need be.
func Text(files fs.FS, name string) ([]byte, error) {
	text, _, err := unpacked(files, name)
	return text, err
}

// unpacked returns the text of a file, and the digest of the file as it is.
func unpacked(files fs.FS, name string) (text []byte, digest [sha256.Size]byte, err error) {
	data, err := syntax.ReadFile(files, name)
	digest = sha256.Sum256(data)
	if err != nil || !strings.HasSuffix(name, Packed) {
		return data, digest, err
	}
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, digest, err
	}
	text, err = io.ReadAll(io.LimitReader(packed, syntax.MaxSize+1))
	if err == nil && len(text) > syntax.MaxSize {
		err = errors.New("it has more than 16 MiB of text")
	}
	return text, digest, err
}

// mostFindings bounds the findings in one file.
const mostFindings = 20

// reader reads the text of a file.
type reader struct {
	*Table
	*part
	name    string
	records *csv.Reader
	line    int
	cells   []string // of the line, reused
	keys    keyOf    // those of the file's name
	// by are the keys that have columns of their own, across those that are the heads of columns;
	// a table has one or the other. The cells below such heads are figures of the first column.
	by, across []int
	heads      []head
	last       map[keyOf]row // of each series
}

// head is what a column of the file has.
type head struct {
	text   string
	is     use
	at     int     // the key or column
	series *series // of across
}

type use uint8

const (
	isFrom use = iota + 1
	isTo
	isKey
	isColumn
	isAcross
)

// row is where the last row of a series ends: nowhere if it is open.
type row struct {
	line, rows int
	from, to   int64
	open       bool
}

func (r *reader) fail(cell int, code, summary, remedy string) {
	if len(r.found) < mostFindings {
		r.found.Fail(r.at(cell), code, summary, remedy)
	}
}

// at is the place of a cell of the row.
func (r *reader) at(cell int) diagnostic.Range {
	from := diagnostic.Position{Line: r.line, Column: 1}
	to := from
	if cell < len(r.cells) {
		_, from.Column = r.records.FieldPos(cell) // in bytes
		for _, before := range r.cells[:cell] {
			from.Column -= len(before) - utf8.RuneCountInString(before)
		}
		to.Column = from.Column + utf8.RuneCountInString(r.cells[cell])
	}
	return diagnostic.Range{File: r.name, Start: from, End: to}
}

// records reads the text of a table as CSV. Quotes inside a cell are part of it, so that all
// that can be wrong with a row is its number of cells.
func records(text []byte) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comment, r.LazyQuotes, r.ReuseRecord = '#', true, true
	return r
}

// parse reads the text of a file with keys in its name.
func (t *Table) parse(name string, text []byte, keys keyOf) *part {
	r := &reader{Table: t, part: &part{series: map[keyOf]*series{}}, name: name, records: records(text), keys: keys, last: map[keyOf]row{}}
	for {
		cells, err := r.records.Read()
		if err == io.EOF { //nolint:errorlint // never wrapped
			break
		}
		r.cells = cells
		r.line, _ = r.records.FieldPos(0)
		switch {
		case r.heads == nil:
			if !r.head(slices.Clone(cells)) {
				return r.part
			}
		case err != nil:
			r.fail(0, "missing-cell", fmt.Sprintf("this row has %d cells, the head %d", len(cells), len(r.heads)), "Write a cell for each column, separated by commas; a cell may be empty.")
		default:
			r.row()
		}
	}
	if is, right := digested(text); is {
		if r.digested = true; !right {
			r.found.Extend(edited(name, "the rows are not those that were imported: their digest is another"))
		}
	}
	if r.heads == nil {
		r.fail(0, "missing-value", "the table is empty", "Write a head with the names of the columns, then the rows.")
	}
	for key, last := range r.last {
		if !last.open && t.Intervals {
			r.line, r.cells = last.line, nil
			r.fail(0, "closed-end", "the last row"+r.of(key)+" ends at "+r.shown(last.to), "Leave its cell under "+To+" empty, or add the rows above it.")
		}
	}
	for _, s := range r.series {
		for i := range s.cells {
			s.cells[i] = slices.Clip(s.cells[i])
		}
		s.from = slices.Clip(s.from)
	}
	return r.part
}

// head reads the names of the columns.
func (r *reader) head(names []string) bool {
	for _, i := range r.others {
		if slices.Contains(names, r.Keys[i].Name) {
			r.by = append(r.by, i)
		} else {
			r.across = append(r.across, i)
		}
	}
	seen := map[string]bool{}
	sound := true
	if len(r.by) > 0 && len(r.across) > 0 {
		r.fail(0, "missing-cell", "the table has columns for "+r.named(r.by)+", but none for "+r.named(r.across), "Give each key a column, or name the columns of figures by all of them.")
		return false
	}
	for cell, name := range names {
		h := head{text: name}
		key := slices.IndexFunc(r.Keys, func(k Key) bool { return k.Name == name })
		column := slices.IndexFunc(r.Columns, func(c Column) bool { return c.Name == name })
		switch {
		case seen[name]:
			r.fail(cell, "duplicate-name", "the column "+name+" occurs twice", "Remove one of them.")
			sound = false
		case r.Intervals && name == From:
			h.is = isFrom
		case r.Intervals && name == To:
			h.is = isTo
		case key >= 0 && slices.Contains(r.by, key):
			h.is, h.at = isKey, key
		case len(r.across) > 0:
			keys, ok := r.split(name)
			if !ok {
				r.fail(cell, "unknown-name", "the column "+strconv.Quote(name)+" is not made of "+r.named(r.across), "Write their values one after the other, as "+r.example()+".")
				sound = false
				break
			}
			h.is, h.series = isAcross, &series{cells: make([][]int64, len(r.Columns))}
			r.series[keys] = h.series
		case column >= 0:
			h.is, h.at = isColumn, column
		default:
			r.fail(cell, "unknown-name", "the table declares no column "+strconv.Quote(name), "Its columns are "+strings.Join(r.columnNames(), ", ")+".")
			sound = false
		}
		seen[name] = true
		r.heads = append(r.heads, h)
	}
	want := []string{}
	if r.Intervals {
		want = append(want, From, To)
	}
	if len(r.across) == 0 {
		want = append(want, diagnostic.Names(r.Columns, func(c Column) string { return c.Name })...)
	}
	for _, name := range want {
		if !seen[name] {
			r.fail(0, "missing-cell", "the table has no column "+name, "Name the columns in the first line: "+strings.Join(r.columnNames(), ", ")+".")
			sound = false
		}
	}
	return sound
}

func (r *reader) columnNames() []string {
	names := diagnostic.Names(r.others, func(i int) string { return r.Keys[i].Name })
	if r.Intervals {
		names = append(names, From, To)
	}
	return append(names, diagnostic.Names(r.Columns, func(c Column) string { return c.Name })...)
}

func (r *reader) named(keys []int) string {
	return strings.Join(diagnostic.Names(keys, func(i int) string { return r.Keys[i].Name }), ", ")
}

func (r *reader) example() (text string) {
	for _, i := range r.across {
		if k := r.Keys[i]; k.Cases != nil {
			text += k.Cases[0]
		} else {
			text += "0"
		}
	}
	return text
}

// split reads the keys that the head of a column has.
func (r *reader) split(text string) (keys keyOf, ok bool) {
	keys = r.keys
	for _, i := range r.across {
		size := 0
		if keys[i], size = r.Keys[i].begins(text); size == 0 {
			return keys, false
		}
		text = text[size:]
	}
	return keys, text == ""
}

// begins reads the key at the beginning of a text and returns its size, 0 if it has none.
func (k *Key) begins(text string) (value int64, size int) {
	if k.Cases == nil {
		for size < len(text) && text[size] >= '0' && text[size] <= '9' {
			size++
		}
		value, err := strconv.ParseInt(text[:size], 10, 64)
		if err != nil {
			return 0, 0
		}
		return value, size
	}
	for i, word := range k.Cases {
		if len(word) > size && strings.HasPrefix(text, word) {
			value, size = int64(i), len(word)
		}
	}
	return value, size
}

// row reads a row: one that begins with the name of a column has a figure of it for each head.
func (r *reader) row() {
	word := r.cells[0]
	named := slices.IndexFunc(r.Columns, func(c Column) bool { return c.Name == word })
	switch {
	case len(r.across) == 0 || named < 0 && r.Intervals:
		r.figuresOf()
	case named < 0:
		r.fail(0, "unknown-name", strconv.Quote(word)+" is not a column of the table", "Begin the row with one of "+strings.Join(diagnostic.Names(r.Columns, func(c Column) string { return c.Name }), ", ")+".")
	default:
		r.figures(named, true, row{})
	}
}

// figuresOf reads the interval and the keys of a row, then its figures.
func (r *reader) figuresOf() {
	now := row{line: r.line, from: math.MinInt64, open: true}
	keys := r.keys
	for cell, text := range r.cells {
		h := &r.heads[cell]
		switch h.is {
		case isFrom, isTo:
			if text == "" {
				break
			}
			value, ok := r.number(cell, h.text, text, r.Places, nil)
			if !ok {
				return
			}
			if h.is == isFrom {
				now.from = value
			} else {
				now.to, now.open = value, false
			}
		case isKey:
			size := 0
			if keys[h.at], size = r.Keys[h.at].begins(text); size == 0 || size != len(text) {
				r.fail(cell, "unknown-name", strconv.Quote(text)+" is not a "+h.text, "Write one of its values; there may be no blanks around it.")
				return
			}
		}
	}
	last, again := r.last[keys]
	now.rows = last.rows + 1
	r.last[keys] = now
	if again && r.Intervals && !r.follows(keys, &last, &now) {
		return
	}
	if again && !r.Intervals {
		r.fail(0, "duplicate-case", "the row"+r.of(keys)+" is there twice, first in line "+strconv.Itoa(last.line), "Remove one of them.")
		return
	}
	if len(r.across) > 0 {
		r.figures(0, now.rows == 1, now)
		return
	}
	s := r.series[keys]
	if s == nil {
		s = &series{cells: make([][]int64, len(r.Columns))}
		r.series[keys] = s
	}
	s.from = append(s.from, now.from)
	for cell, text := range r.cells {
		if h := &r.heads[cell]; h.is == isColumn {
			value, _ := r.number(cell, h.text, text, r.Columns[h.at].Places, r.Columns[h.at].Wrong)
			s.cells[h.at] = append(s.cells[h.at], value)
		}
	}
}

// follows reports an interval that does not begin where the one before ends.
func (r *reader) follows(keys keyOf, before, now *row) bool {
	if !now.open && now.to <= now.from {
		r.fail(0, "falling-bands", "this row begins at "+r.shown(now.from)+" and ends at "+r.shown(now.to), "An interval ends above its beginning: correct "+From+" or "+To+".")
		return false
	}
	line := " (line " + strconv.Itoa(before.line) + ")"
	switch {
	case now.from == before.from && now.to == before.to && now.open == before.open:
		r.fail(0, "duplicate-case", "the row from "+r.shown(now.from)+r.of(keys)+" is there twice"+line, "Remove one of them.")
	case before.open || now.from < before.to:
		end := "has no end"
		if !before.open {
			end = "ends at " + r.shown(before.to)
		}
		r.fail(0, "overlap", "this row begins at "+r.shown(now.from)+", but the row before"+line+" "+end, "Sort the rows by "+From+", and let each end where the next begins; only the last has no end.")
	case now.from > before.to:
		r.fail(0, "gap", "this row begins at "+r.shown(now.from)+", but the row before"+line+" ends at "+r.shown(before.to), "Add the rows in between, or correct "+From+" or "+To+".")
	default:
		return true
	}
	return false
}

// figures reads the cells of a row whose columns are keys: a column of figures for each. An empty
// cell goes on with the one above.
func (r *reader) figures(column int, first bool, now row) {
	of := &r.Columns[column]
	for cell, text := range r.cells {
		h := &r.heads[cell]
		switch {
		case h.is != isAcross:
		case text != "":
			value, ok := r.number(cell, h.text, text, of.Places, of.Wrong)
			if !ok {
				break
			}
			s := h.series
			s.cells[column] = append(s.cells[column], value)
			if now.line > 0 {
				s.from = append(s.from, now.from)
			}
			if of.Wrong != nil {
				r.turns(cell, h.text, s.cells[column], of.Places)
			}
		case first:
			r.fail(cell, "missing-cell", "the first row has no "+of.Name+" for "+h.text, "Write it: only a cell below another goes on with it.")
		}
	}
}

// turns reports that the rate before the last one of a series lies beyond both of its neighbours, by
// more than a fifth of a percent: published tariffs do so by a tenth at most.
func (r *reader) turns(cell int, name string, rates []int64, places int) {
	n := len(rates)
	if n < 3 {
		return
	}
	percent := int64(1)
	for range places {
		percent *= 10
	}
	before, rate, after := rates[n-3], rates[n-2], rates[n-1]
	if beyond := max(rate-max(before, after), min(before, after)-rate); beyond*5 <= percent || len(r.found) == mostFindings {
		return
	}
	shown := func(units int64) string { return number.New(units, places).String() }
	r.found.Warn(r.at(cell), "falling-rates", "the rates of "+name+" are "+shown(before)+", "+shown(rate)+" and "+shown(after)+" from here on", "Compare the one in between with the publication. If it is right, say why beside the table: accepted: …")
}

// number reads a figure in units of its last decimal.
func (r *reader) number(cell int, name, text string, places int, wrong func(number.Decimal) (string, string)) (int64, bool) {
	figure, err := number.Parse(text)
	if err != nil {
		r.fail(cell, "bad-number", name+" is not a number: "+strconv.Quote(text[:min(len(text), 40)]), "Write digits and a decimal point, without blanks.")
		return 0, false
	}
	value, fits := figure.Units(places)
	if !fits || value == math.MinInt64 {
		r.fail(cell, "bad-number", name+" has more than "+strconv.Itoa(places)+" decimals, or is too large: "+text, "Correct it, or declare more decimals of the column.")
		return 0, false
	}
	return value, r.plausible(cell, name, figure, wrong)
}

// plausible reports a figure that cannot be right.
func (r *reader) plausible(cell int, name string, figure number.Decimal, wrong func(number.Decimal) (string, string)) bool {
	if wrong == nil {
		return true
	}
	summary, remedy := wrong(figure)
	if summary != "" {
		r.fail(cell, "implausible-rate", name+": "+summary, remedy)
	}
	return summary == ""
}

func (r *reader) shown(value int64) string {
	if value == math.MinInt64 {
		return "the lowest value"
	}
	return number.New(value, r.Places).Trim().String()
}

// of names the keys of a series for messages.
func (r *reader) of(keys keyOf) (text string) {
	for _, i := range r.by {
		value := strconv.FormatInt(keys[i], 10)
		if cases := r.Keys[i].Cases; cases != nil {
			value = cases[keys[i]]
		}
		text += " of " + r.Keys[i].Name + " " + value
	}
	return text
}
