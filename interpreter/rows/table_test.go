package rows_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/rows"
)

// implausible refuses rates above 100.
func implausible(figure number.Decimal) (summary, remedy string) {
	if figure.Cmp(number.New(100, 0)) > 0 {
		return figure.String() + " percent is not a rate", "Correct it."
	}
	return "", ""
}

func packed(text string) []byte {
	var data bytes.Buffer
	w := gzip.NewWriter(&data)
	_, _ = w.Write([]byte(text))
	_ = w.Close()
	return data.Bytes()
}

// across is a table with a column for each letter and number of children, a file for each state.
var across = rows.Form{
	File:      "{state}.csv",
	Keys:      []rows.Key{{Name: "state", Cases: []string{"east", "west", "north"}}, {Name: "letter", Cases: []string{"A", "AB"}}, {Name: "children"}},
	Intervals: true, Places: 2,
	Columns: []rows.Column{{Name: "rate", Places: 2, Wrong: implausible}, {Name: "least", Places: 2}},
}

// plain is a table with a column for each key and figure.
var plain = rows.Form{
	File:    "towns.csv",
	Keys:    []rows.Key{{Name: "town", Cases: []string{"Abo", "Bro"}}, {Name: "zone"}},
	Columns: []rows.Column{{Name: "rate", Places: 2}, {Name: "table", Places: 0}},
}

const east = "from,to,A0,AB12\nleast,,2.00,3\n,100,0.00,1.5\n100,250.50,,2\n250.50,,3.25,\n"

func open(t *testing.T, form rows.Form, files map[string]string) *rows.Table {
	t.Helper()
	all := fstest.MapFS{}
	for name, text := range files {
		if data := []byte(text); strings.HasSuffix(name, rows.Packed) {
			all[name] = &fstest.MapFile{Data: packed(text)}
		} else {
			all[name] = &fstest.MapFile{Data: data}
		}
	}
	table, err := rows.New(form, all)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestLookups(t *testing.T) {
	states := open(t, across, map[string]string{"east.csv": east, "west.csv.gz": strings.ReplaceAll(east, "3.25", "4")})
	towns := open(t, plain, map[string]string{"towns.csv": "town,zone,rate,table\nAbo,1,20.5,32\nBro,1,21,33\nAbo,2,20.75,32\n"})
	for _, test := range []struct {
		table *rows.Table
		args  []int64
		want  string // each figure and 1, or 0 0
	}{
		{states, []int64{0, 0, 0, 0}, "0 1 200 1"},
		{states, []int64{0, 0, 0, math.MinInt64 / 2}, "0 1 200 1"},
		{states, []int64{0, 0, 0, 25049}, "0 1 200 1"},
		{states, []int64{0, 0, 0, 25050}, "325 1 200 1"},
		{states, []int64{0, 0, 0, 1 << 40}, "325 1 200 1"},
		{states, []int64{1, 0, 0, 25050}, "400 1 200 1"},
		{states, []int64{0, 1, 12, 9999}, "150 1 300 1"},
		{states, []int64{0, 1, 12, 10000}, "200 1 300 1"},
		{states, []int64{0, 1, 12, 99999}, "200 1 300 1"},
		{states, []int64{0, 1, 11, 99999}, "0 0 0 0"}, // no such column
		{states, []int64{2, 0, 0, 99999}, "0 0 0 0"},  // no such file
		{towns, []int64{0, 1}, "2050 1 32 1"},
		{towns, []int64{0, 2}, "2075 1 32 1"},
		{towns, []int64{1, 2}, "0 0 0 0"},
	} {
		results := []int64{7, 7, 7, 7}
		if err := test.table.Call(0, test.args, results); err != nil || strings.Trim(fmt.Sprint(results), "[]") != test.want {
			t.Errorf("%v: got %v, want %s: %v", test.args, results, test.want, err)
		}
	}
	for _, table := range []*rows.Table{states, towns} {
		if found := table.Check(diagnostic.Range{}); len(found) > 0 {
			t.Error(found)
		}
	}
}

// TestDamage: each way to damage a table is found, with its line and a remedy.
func TestDamage(t *testing.T) {
	for _, test := range []struct {
		name, old, new string
		code           string
		line           int
	}{
		{"a row is missing", "100,250.50,,2\n", "", "gap", 4},
		{"a row twice", "100,250.50,,2\n", "100,250.50,,2\n100,250.50,,2\n", "duplicate-case", 5},
		{"rows overlap", "100,250.50", "100,300", "overlap", 5},
		{"rows in another order", "100,250.50,,2\n250.50,,3.25,\n", "250.50,,3.25,\n100,250.50,,2\n", "gap", 4},
		{"an interval that ends before it begins", "100,250.50", "100,90", "falling-bands", 4},
		{"the last row ends", "\n250.50,,", "\n250.50,300,", "closed-end", 5},
		{"the last row is missing", "250.50,,3.25,\n", "", "closed-end", 4},
		{"a rate of 1,000 percent", "3.25", "1000.00", "implausible-rate", 5},
		{"a rate without its point", "3.25", "325", "implausible-rate", 5},
		{"a rate far from those beside it", "100,250.50,,2", "100,250.50,9.00,2", "falling-rates", 5},
		{"a decimal comma", "3.25", "3,25", "missing-cell", 5},
		{"letters", "3.25", "3.2S", "bad-number", 5},
		{"too many decimals", "3.25", "3.255", "bad-number", 5},
		{"a cell too few", "3.25,\n", "3.25\n", "missing-cell", 5},
		{"nothing in the first row", ",100,0.00", ",100,", "missing-cell", 3},
		{"nothing in a row for all columns", "2.00,3", "2.00,", "missing-cell", 2},
		{"a column twice", "A0,AB12", "A0,A0", "duplicate-name", 1},
		{"an unknown column", "AB12", "X12", "unknown-name", 1},
		{"no column to", "from,to,", "from,until,", "unknown-name", 1},
		{"nothing", east, "", "missing-value", 0},
		{"another digest", "from,to,", "# digest: 0\nfrom,to,", "edited-rows", 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, file := range []string{"east.csv", "east.csv.gz"} {
				found := open(t, across, map[string]string{file: strings.Replace(east, test.old, test.new, 1)}).Check(diagnostic.Range{})
				if len(found) == 0 || found[0].Code != test.code || found[0].Subject.Start.Line != test.line || found[0].Subject.File != file || found[0].Detail == "" {
					t.Errorf("found %v, want %s in line %d", found, test.code, test.line)
				}
			}
		})
	}
	whole := string(rows.WithDigest([]byte(east)))
	for name, texts := range map[string]map[string]string{
		"imported":       {"east.csv": whole, "west.csv.gz": whole},
		"edited":         {"east.csv": whole, "west.csv.gz": strings.Replace(whole, "3.25", "3.26", 1)},
		"without digest": {"east.csv": whole, "west.csv.gz": east},
	} {
		found := open(t, across, texts).Check(diagnostic.Range{})
		if name == "imported" && len(found) > 0 || name != "imported" && (len(found) != 1 || found[0].Code != "edited-rows" || found[0].Subject.File != "west.csv.gz" || found.HasErrors()) {
			t.Errorf("%s: %v", name, found)
		}
	}
	for name, text := range map[string]string{
		"a row twice":   "town,zone,rate,table\nAbo,1,20.5,32\nAbo,1,20.5,32\n",
		"unknown town":  "town,zone,rate,table\nCal,1,20.5,32\n",
		"an empty cell": "town,zone,rate,table\nAbo,1,,32\n",
	} {
		if found := open(t, plain, map[string]string{"towns.csv": text}).Check(diagnostic.Range{}); !found.HasErrors() {
			t.Error(name, "is not found")
		}
	}
	if found := open(t, plain, nil).Check(diagnostic.Range{File: "a.yaml"}); len(found) != 1 || found[0].Code != "missing-file" {
		t.Error("a missing file:", found)
	}
}

func BenchmarkLookup(b *testing.B) {
	table, err := rows.New(across, fstest.MapFS{"east.csv": {Data: []byte(east)}})
	if err != nil {
		b.Fatal(err)
	}
	args, results := []int64{0, 0, 0, 25050}, make([]int64, 4)
	for b.Loop() {
		if err := table.Call(0, args, results); err != nil {
			b.Fatal(err)
		}
	}
}
