package diagnostic

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const rates = "\ufeffrates:\r\n" +
	"\tamount: p.basic_alowance * 2\r\n" +
	"  note: \"ä€𝄞 tief\"\tx\n" +
	"  escape: \x1b[31mred\n" +
	"  long: aaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbb cccccccccccccccccccc dddddddddddddddddddd eeeeeeeeeeeeeeeeeeee ffffffffffffffffffff gggggggggggggggggggg"

func sources(file string) ([]byte, bool) {
	if file == "rates.yaml" {
		return []byte(rates), true
	}
	return nil, false
}

func TestWriteGolden(t *testing.T) {
	tests := []struct {
		name string
		list List
	}{
		{name: "suggestion", list: List{
			{Severity: Error, Code: "unknown-name", Summary: `unknown parameter "basic_alowance"`, Detail: "parameters are declared in parameters.yaml", Suggestion: "basic_allowance", Subject: at("rates.yaml", 2, 12, 26)},
		}},
		{name: "characters", list: List{
			{Severity: Warning, Code: "wide", Summary: "columns count characters", Subject: at("rates.yaml", 3, 14, 18)},
			{Severity: Warning, Code: "tab", Summary: "a tab inside the range", Subject: at("rates.yaml", 3, 18, 21)},
			{Severity: Error, Code: "control", Summary: "no escape\nreaches \x1b[31m the terminal", Subject: at("rates.yaml", 4, 11, 12)},
		}},
		{name: "places", list: List{
			{Severity: Error, Code: "file", Summary: "the file as a whole", Subject: Range{File: "rates.yaml"}},
			{Severity: Error, Code: "no-source", Summary: "a file that cannot be read", Subject: at("gone.yaml", 3, 1, 2)},
			{Severity: Error, Code: "point", Summary: "no length", Subject: at("rates.yaml", 1, 7, 7)},
			{Severity: Error, Code: "lines", Summary: "several lines", Subject: Range{"rates.yaml", Position{2, 2}, Position{4, 3}}},
			{Severity: Error, Code: "beyond", Summary: "behind the end of the line", Subject: at("rates.yaml", 1, 70, 80)},
			{Severity: Error, Code: "beyond", Summary: "behind the end of the file", Subject: at("rates.yaml", 99, 1, 2)},
			{Severity: Error, Code: "nowhere", Summary: "no file"},
		}},
		{name: "cut", list: List{
			{Severity: Error, Code: "left", Summary: "at the start", Subject: at("rates.yaml", 5, 3, 7)},
			{Severity: Error, Code: "middle", Summary: "in the middle", Subject: at("rates.yaml", 5, 72, 92)},
			{Severity: Error, Code: "right", Summary: "at the end", Subject: at("rates.yaml", 5, 148, 156)},
			{Severity: Error, Code: "whole", Summary: "wider than the window", Subject: at("rates.yaml", 5, 9, 156)},
		}},
		{name: "capped", list: numbered(120)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			if err := Write(&out, test.list, sources); err != nil {
				t.Fatal(err)
			}
			compareGolden(t, test.name+".golden", out.String())
		})
	}
}

// numbered returns n findings; every third is an error.
func numbered(n int) List {
	var list List
	for i := range n {
		d := Diagnostic{Severity: Warning, Code: "numbered", Summary: "finding " + strconv.Itoa(i), Subject: at("other.yaml", i+1, 1, 2)}
		if i%3 == 2 {
			d.Severity = Error
		}
		list.Append(d)
	}
	return list
}

func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
