// Package fixed imports publications of fixed columns, a record in each line, into table files.
// How a publication is made of records is declared beside the rules, in import.yml.
package fixed

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
)

// columns are the first and the last column of a field, counted from 1.
type columns [2]int

func (c columns) of(line []byte) string {
	if c[1] > len(line) {
		return ""
	}
	return string(bytes.TrimSpace(line[c[0]-1 : c[1]]))
}

// figure is a field with digits, the last ones decimals.
type figure struct {
	Columns  columns `yaml:"columns"`
	Decimals int     `yaml:"decimals"`
}

func (f figure) of(line []byte) (number.Decimal, error) {
	text := f.Columns.of(line)
	units, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return number.Decimal{}, fmt.Errorf("columns %d to %d are %q, not digits", f.Columns[0], f.Columns[1], text)
	}
	return number.New(units, f.Decimals), nil
}

// mark tells records by a field.
type mark struct {
	Columns columns `yaml:"columns"`
	Is      string  `yaml:"is"`
	Count   columns `yaml:"count"` // of the end: the number of lines
}

func (m mark) on(line []byte) bool { return m.Columns.of(line) == m.Is }

// spec says how a publication is made of records.
type spec struct {
	Kind    string   `yaml:"kind"`
	Record  mark     `yaml:"record"`
	New     mark     `yaml:"new"`
	End     mark     `yaml:"end"`
	File    columns  `yaml:"file"`
	Head    columns  `yaml:"head"`
	Without []string `yaml:"without"`
	From    figure   `yaml:"from"`
	Step    figure   `yaml:"step"`
	Figure  figure   `yaml:"figure"`
	OfHead  struct {
		Name   string `yaml:"name"`
		figure `yaml:",inline"`
	} `yaml:"of_head"`
}

// specs reads the declared publications by kind.
func specs(rules fs.FS) (map[string]*spec, error) {
	names, err := fs.Glob(rules, "*/import.yml")
	found := map[string]*spec{}
	for _, name := range names {
		data, err := syntax.ReadFile(rules, name)
		if err != nil {
			return nil, err
		}
		s, reader := &spec{}, yaml.NewDecoder(bytes.NewReader(data))
		reader.KnownFields(true)
		if err := reader.Decode(s); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, c := range []columns{s.Record.Columns, s.New.Columns, s.End.Columns, s.End.Count, s.File, s.Head, s.From.Columns, s.Step.Columns, s.Figure.Columns, s.OfHead.Columns} {
			if c[0] < 1 || c[1] < c[0] {
				return nil, fmt.Errorf("%s: columns are the first and the last, counted from 1, not %v", name, c)
			}
		}
		found[s.Kind] = s
	}
	return found, err
}

// Kinds lists the publications that can be imported.
func Kinds(rules fs.FS) ([]string, error) {
	known, err := specs(rules)
	return slices.Sorted(maps.Keys(known)), err
}
