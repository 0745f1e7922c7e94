package fixed

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/rows"
	"github.com/payslate/payslate/rulecheck/publication"
)

// bracket is a record of a head.
type bracket struct {
	line        int
	from, until number.Decimal
	rate        number.Decimal
}

// series are the records of a head.
type series struct {
	least    number.Decimal // of the head
	brackets []bracket
}

// Import makes the file of a table of a publication of a kind. The error is a refusal, or that of the
// file system.
func Import(rules fs.FS, kind, file string) (*publication.Made, error) {
	known, err := specs(rules)
	if err != nil {
		return nil, err
	}
	text, err := publication.Read(file)
	if err != nil {
		return nil, err
	}
	return (&reader{spec: known[kind], publication: file, heads: map[string]*series{}}).read(text)
}

// reader reads a publication.
type reader struct {
	*spec
	publication, file string // file is the key in the name of the table's file
	heads             map[string]*series
	line, records     int
}

func (r *reader) refused(line int, mistake, remedy string) error {
	return publication.Refused(r.publication, line, mistake, remedy)
}

func (r *reader) read(text []byte) (*publication.Made, error) {
	counted := 0
	for line := range bytes.Lines(text) {
		r.line++
		line = bytes.TrimRight(line, "\r\n")
		if r.End.on(line) {
			counted, _ = strconv.Atoi(r.End.Count.of(line))
			continue
		}
		if !r.Record.on(line) || slices.ContainsFunc(r.Without, func(begin string) bool { return strings.HasPrefix(r.Head.of(line), begin) }) {
			continue
		}
		if err := r.record(line); err != nil {
			return nil, err
		}
	}
	switch {
	case r.records == 0:
		return nil, r.refused(r.line, "no record of the kind", "Is this the right file?")
	case counted == 0:
		return nil, r.refused(r.line, "the last record, which counts the lines, is missing", "It was cut off: fetch it again.")
	case counted != r.line:
		return nil, r.refused(r.line, fmt.Sprintf("the file has %d lines, its last record says %d", r.line, counted), "It was cut off or damaged: fetch it again.")
	}
	table, err := r.table()
	if err != nil {
		return nil, err
	}
	packed, err := pack(rows.WithDigest(table))
	summary := diagnostic.Counted(len(r.heads), "column") + ", " + diagnostic.Counted(r.records, "record") + "\n"
	return &publication.Made{Name: r.file + ".csv" + rows.Packed, Text: packed, Summary: summary}, err
}

// record adds a record to those of its head.
func (r *reader) record(line []byte) error {
	if !r.New.on(line) {
		return r.refused(r.line, "this record changes or deletes another", "Import the whole publication, whose records are all new.")
	}
	if own := r.File.of(line); r.file == "" {
		r.file = own
	} else if own != r.file {
		return r.refused(r.line, "a record of "+own+" in the file of "+r.file, "Import each file by itself.")
	}
	head := r.Head.of(line)
	b, least, err := r.bracket(line, r.line)
	if err != nil {
		return r.refused(r.line, err.Error(), "The form of the publication may have changed: correct its columns in import.yml.")
	}
	of := r.heads[head]
	if of == nil {
		of = &series{least: least}
		r.heads[head] = of
	}
	if of.least.Cmp(least) != 0 {
		return r.refused(r.line, head+" has "+r.OfHead.Name+" "+least.String()+" here, and "+of.least.String()+" before", damaged)
	}
	of.brackets = append(of.brackets, b)
	r.records++
	return nil
}

// damaged is the remedy for records that contradict each other.
const damaged = "The publication is damaged: fetch it again."

func (s *spec) bracket(line []byte, n int) (b bracket, least number.Decimal, err error) {
	b.line = n
	var step number.Decimal
	for _, of := range []struct {
		from figure
		to   *number.Decimal
	}{{s.From, &b.from}, {s.Step, &step}, {s.Figure, &b.rate}, {s.OfHead.figure, &least}} {
		if *of.to, err = of.from.of(line); err != nil {
			return b, least, err
		}
	}
	b.until = b.from.Add(step)
	return b, least, nil
}

// table writes the heads side by side: a cell where the figure differs from the one above. The
// first bracket of each head holds from the lowest number on, the last without end.
func (r *reader) table() ([]byte, error) {
	order := slices.Sorted(maps.Keys(r.heads))
	cells := map[string][]string{} // by beginning, with what precedes the first head
	begins := []number.Decimal{}
	row := func(begin string) []string {
		if cells[begin] == nil {
			cells[begin] = make([]string, 2+len(order))
			cells[begin][0] = begin
		}
		return cells[begin]
	}
	least := append([]string{r.OfHead.Name, ""}, make([]string, len(order))...)
	for column, head := range order {
		of := r.heads[head].brackets
		least[2+column] = string(r.heads[head].least.AppendFixed(nil, r.OfHead.Decimals))
		slices.SortStableFunc(of, func(a, b bracket) int { return a.from.Cmp(b.from) })
		for i, b := range of {
			begin := ""
			if i > 0 {
				before := of[i-1]
				if before.until.Cmp(b.from) != 0 {
					return nil, r.refused(b.line, head+" begins at "+b.from.String()+", but the record of line "+strconv.Itoa(before.line)+" ends at "+before.until.String(), damaged)
				}
				if before.rate.Cmp(b.rate) == 0 {
					continue
				}
				begin = b.from.Trim().String()
				begins = append(begins, b.from)
			}
			row(begin)[2+column] = string(b.rate.AppendFixed(nil, r.Figure.Decimals))
		}
	}
	slices.SortFunc(begins, number.Decimal.Cmp)
	written := [][]string{append([]string{rows.From, rows.To}, order...), least, row("")}
	for _, begin := range slices.CompactFunc(begins, func(a, b number.Decimal) bool { return a.Cmp(b) == 0 }) {
		next := row(begin.Trim().String())
		written[len(written)-1][1] = next[0]
		written = append(written, next)
	}
	var out bytes.Buffer
	err := csv.NewWriter(&out).WriteAll(written)
	return out.Bytes(), err
}

// pack compresses a text, the same text always to the same bytes.
func pack(text []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err = w.Write(text); err == nil {
		err = w.Close()
	}
	return packed.Bytes(), err
}
