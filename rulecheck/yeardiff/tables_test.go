package yeardiff

import (
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/syntax"
)

func TestChangedTables(t *testing.T) {
	files := fstest.MapFS{}
	parameters := func(year, ofEast string) []*syntax.Parameter {
		text := "sources:\n  law: {name: A law}\nparameters:\n  tariffs:\n    table: {file: \"tariffs/{state}.csv\", keys: {state: state}, columns: {from: EUR, rate: percent}}\n    label: Tariffs\n    source: law\n    cite: § 1\n"
		files["xx/"+year+"/tariffs/east.csv"] = &fstest.MapFile{Data: []byte(ofEast)}
		f, list := syntax.Read("xx/"+year+"/parameters.yaml", []byte(text))
		if list.HasErrors() {
			t.Fatal(list)
		}
		return f.Parameters
	}
	before := parameters("2026", "from,to,A,B,C\n,10,1,1,2\n10,20,2,,3\n20,,3,3,\n")
	after := parameters("2027", "from,to,A,B,D\n,10,1,1,2\n10,20,2.5,,3\n20,,3.1,3,\n")
	got, err := changedTables(files, before, after)
	if err != nil {
		t.Fatal(err)
	}
	want := []Figure{
		{Key: "tariffs east A", After: "2 of 3 brackets differ, largest 2 to 2.5 at 10"},
		{Key: "tariffs east C", Before: "2 brackets"},
		{Key: "tariffs east D", After: "2 brackets"},
	}
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i, f := range got {
		if f.Key != want[i].Key || f.Before != want[i].Before || f.After != want[i].After {
			t.Errorf("got %+v, want %+v", f, want[i])
		}
	}
	if same, err := changedTables(files, before, before); err != nil || len(same) > 0 {
		t.Errorf("%v %v", same, err)
	}
}
