package fixed

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/rows"
)

// Table is a file of a table that a publication gives.
type Table struct {
	Name           string // such as ZH.csv.gz
	Text           []byte // unpacked
	Heads, Records int
}

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

// Import reads the text of a publication of a kind. The error names the line, and what to do.
func Import(rules fs.FS, kind, name string, text []byte) (*Table, error) {
	known, err := specs(rules)
	if err != nil {
		return nil, err
	}
	s := known[kind]
	if s == nil {
		return nil, fmt.Errorf("unknown kind %s", kind)
	}
	table, err := s.read(text)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return table, nil
}

// wrong is an error in a line.
func wrong(line int, problem, remedy string) error {
	return fmt.Errorf("%d: %s; %s", line, problem, remedy)
}

func (s *spec) read(text []byte) (*Table, error) {
	t := &Table{}
	heads, order := map[string]*series{}, []string{}
	file, n, counted := "", 0, -1
	for line := range bytes.Lines(text) {
		n++
		line = bytes.TrimRight(line, "\r\n")
		if s.End.on(line) {
			counted, _ = strconv.Atoi(s.End.Count.of(line))
			continue
		}
		if !s.Record.on(line) || slices.ContainsFunc(s.Without, func(begin string) bool { return strings.HasPrefix(s.Head.of(line), begin) }) {
			continue
		}
		if !s.New.on(line) {
			return nil, wrong(n, "this record changes or deletes another", "import the whole publication, whose records are all new")
		}
		if own := s.File.of(line); file == "" {
			file = own
		} else if own != file {
			return nil, wrong(n, "a record of "+own+" in the file of "+file, "import each file by itself")
		}
		head := s.Head.of(line)
		b, least, err := s.bracket(line, n)
		if err != nil {
			return nil, wrong(n, err.Error(), "the form of the publication may have changed: correct its columns in import.yml")
		}
		of := heads[head]
		if of == nil {
			of = &series{least: least}
			heads[head] = of
			order = append(order, head)
		}
		if of.least.Cmp(least) != 0 {
			return nil, wrong(n, head+" has "+s.OfHead.Name+" "+least.String()+" here, and "+of.least.String()+" before", "the publication is damaged: fetch it again")
		}
		of.brackets = append(of.brackets, b)
		t.Records++
	}
	switch {
	case t.Records == 0:
		return nil, wrong(n, "no record of the kind", "is this the right file?")
	case counted != n:
		return nil, wrong(n, fmt.Sprintf("the file has %d lines, its last record says %d", n, counted), "it was cut off or damaged: fetch it again")
	}
	slices.Sort(order)
	t.Name, t.Heads = file+".csv"+rows.Packed, len(order)
	var err error
	t.Text, err = s.table(order, heads)
	return t, err
}

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
func (s *spec) table(order []string, heads map[string]*series) ([]byte, error) {
	cells := map[string]map[string]string{} // by beginning and head
	begins := map[string]number.Decimal{"": {}}
	for _, head := range order {
		of := heads[head].brackets
		slices.SortStableFunc(of, func(a, b bracket) int { return a.from.Cmp(b.from) })
		for i, b := range of {
			if i > 0 && of[i-1].until.Cmp(b.from) != 0 {
				return nil, wrong(b.line, head+" begins at "+b.from.String()+", but the record of line "+strconv.Itoa(of[i-1].line)+" ends at "+of[i-1].until.String(), "the publication is damaged: fetch it again")
			}
			if i > 0 && of[i-1].rate.Cmp(b.rate) == 0 {
				continue
			}
			at := ""
			if i > 0 {
				at = b.from.Trim().String()
				begins[at] = b.from
			}
			if cells[at] == nil {
				cells[at] = map[string]string{}
			}
			cells[at][head] = string(b.rate.AppendFixed(nil, s.Figure.Decimals))
		}
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s,%s,%s\n%s,", rows.From, rows.To, strings.Join(order, ","), s.OfHead.Name)
	for _, head := range order {
		fmt.Fprintf(&out, ",%s", heads[head].least.AppendFixed(nil, s.OfHead.Decimals))
	}
	all := slices.SortedFunc(maps.Keys(begins), func(a, b string) int {
		return cmp.Or(cmp.Compare(min(len(a), 1), min(len(b), 1)), begins[a].Cmp(begins[b]))
	})
	for i, from := range all {
		to := ""
		if i+1 < len(all) {
			to = all[i+1]
		}
		fmt.Fprintf(&out, "\n%s,%s", from, to)
		for _, head := range order {
			out.WriteString("," + cells[from][head])
		}
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// Pack compresses the text of a table, the same text always to the same bytes.
func (t *Table) Pack() ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err = w.Write(t.Text); err == nil {
		err = w.Close()
	}
	return packed.Bytes(), err
}
