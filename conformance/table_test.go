package conformance

import (
	"slices"
	"strings"
	"testing"
)

func TestReadTable(t *testing.T) {
	table := &Set{}
	if err := table.readTable("a.csv", []byte("case,pay,of,exp_tax,exp_free\na,1.50,,0,\n\"b, c\",2,\"x\"\"y\",1,2\n")); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(table.inputs, []string{"pay", "of"}) || !slices.Equal(table.outputs, []string{"tax", "free"}) || !slices.Equal(table.Cases(), []string{"a", "b, c"}) {
		t.Errorf("columns %q %q, cases %q", table.inputs, table.outputs, table.Cases())
	}
	last := table.cases[1]
	if !slices.Equal(last.inputs, []string{"2", `x"y`}) || !slices.Equal(last.want, []string{"1", "2"}) {
		t.Errorf("row %q %q", last.inputs, last.want)
	}
}

func TestReadTableErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "the file is empty",
		"case,a,exp_b\n":          "the file has no cases",
		"a,exp_b\n1,2\n":          "a.csv:1:1: column a: case must be the first column",
		"a,case,exp_b\n":          "column a: case must be",
		"case,case,exp_b\n":       "column case: the column occurs twice",
		"case,a\nx,1\n":           "nothing is checked",
		"case,exp_b,a\nx,1,2\n":   "column a: an input comes after expected outputs",
		"case,a,exp_b\nx,1\n":     "a.csv:2: the row has more or fewer cells",
		"case,a,exp_b\n,1,2\n":    `a.csv:2:1: column case: "" is empty or occurs twice`,
		"case,exp_b\nx,1\nx,2\n":  `a.csv:3:1: column case: "x" is empty or occurs twice`,
		"case,exp_b\n\"x,1\n":     "a.csv:2:6:",
		"case,\"a\nb\",exp_\"c\n": "a.csv:",
	} {
		if err := new(Set).readTable("a.csv", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}
