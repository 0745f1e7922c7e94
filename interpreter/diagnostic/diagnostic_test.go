package diagnostic

import (
	"encoding/json"
	"slices"
	"testing"
)

func at(file string, line, column, endColumn int) Range {
	return Range{File: file, Start: Position{line, column}, End: Position{line, endColumn}}
}

func TestSortedOrdersByPlaceAndDropsRepeats(t *testing.T) {
	list := List{
		{Severity: Error, Code: "b", Summary: "4", Subject: at("b.yaml", 1, 1, 2)},
		{Severity: Error, Code: "b", Summary: "3", Subject: at("a.yaml", 10, 1, 2)},
		{Severity: Warning, Code: "a", Summary: "2", Subject: at("a.yaml", 2, 9, 10)},
		{Severity: Error, Code: "b", Summary: "1", Subject: at("a.yaml", 2, 2, 10)},
		{Severity: Error, Code: "b", Summary: "3", Subject: at("a.yaml", 10, 1, 2)},
		{Severity: Error, Code: "a", Summary: "0", Subject: Range{File: "a.yaml"}},
	}
	unsorted := slices.Clone(list)
	var summaries []string
	for _, d := range list.Sorted() {
		summaries = append(summaries, d.Summary)
	}
	if want := []string{"0", "1", "2", "3", "4"}; !slices.Equal(summaries, want) {
		t.Errorf("order %v, want %v", summaries, want)
	}
	if !slices.Equal(list, unsorted) {
		t.Error("Sorted changed the list it was called on")
	}
}

func TestReport(t *testing.T) {
	list := List{
		{Severity: Warning, Code: "unused", Summary: "unused input", Subject: Range{File: "b.yaml"}},
		{Severity: Error, Code: "unknown-name", Summary: "unknown", Detail: "declare it", Suggestion: "y", Subject: at("a.yaml", 3, 4, 5)},
	}
	got, err := json.Marshal(NewReport(list))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"errors":1,"warnings":1,"left_out":0,"diagnostics":[{"severity":"error","code":"unknown-name","summary":"unknown",` +
		`"detail":"declare it","suggestion":"y","file":"a.yaml","line":3,"column":4,"end_line":3,"end_column":5},` +
		`{"severity":"warning","code":"unused","summary":"unused input","file":"b.yaml"}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if empty, _ := json.Marshal(NewReport(nil)); string(empty) != `{"errors":0,"warnings":0,"left_out":0,"diagnostics":[]}` {
		t.Errorf("an empty report is %s", empty)
	}
	if _, err := json.Marshal(Diagnostic{Summary: "severity forgotten"}); err == nil {
		t.Error("a finding without severity encodes")
	}
}

func TestNearest(t *testing.T) {
	tests := []struct {
		name       string
		candidates []string
		want       string
	}{
		{"basic_alowance", []string{"child_allowance", "basic_allowance"}, "basic_allowance"},
		{"basik_alowance", []string{"basic_allowance"}, "basic_allowance"},
		{"bsk_alowance", []string{"basic_allowance"}, ""}, // three edits
		{"gros", []string{"gross"}, "gross"},              // one edit of four letters
		{"unti", []string{"until", "unit"}, "unit"},       // letters in another order
		{"ab", []string{"ac"}, ""},                        // one of two is half
		{"abc", []string{"abd"}, "abd"},                   // one of three is less
		{"abcd", []string{"abxy"}, ""},                    // two of four is half
		{"rate", []string{"rates", "rat", "rate"}, "rat"}, // never itself; ties by the alphabet
		{"zre4j", []string{"ZRE4J", "ZRE4JX"}, "ZRE4J"},   // capitals alone
		{"größe", []string{"grösse", "grüße"}, "grüße"},   // characters, not bytes
		{"year", nil, ""},       //
		{"", []string{"a"}, ""}, //
		{"payment", []string{"", "p", "payments_of_year"}, ""}, //
		{"solidarity", []string{"solidarty", "solidarity_x"}, "solidarty"},
	}
	for _, test := range tests {
		if got := Nearest(test.name, test.candidates); got != test.want {
			t.Errorf("Nearest(%q, %v) = %q, want %q", test.name, test.candidates, got, test.want)
		}
	}
}
