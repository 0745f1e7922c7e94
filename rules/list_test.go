package rules

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/number"
)

// withLoans is a country with a list in its profile, of which 2025 lacks an item.
func withLoans(t testing.TB) fstest.MapFS {
	t.Helper()
	files := madeUp(t)
	for name := range files {
		if name != serviceFile {
			delete(files, name)
		}
	}
	for _, name := range []string{"xx/country.yaml", "xx/net.yaml", "xx/2025/parameters.yaml", "xx/2026/parameters.yaml"} {
		data, err := os.ReadFile("testdata/lists/" + name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	return files
}

func askLoans(book *Book, year int, loans any) (*Result, error) {
	country, _ := book.Country("XX")
	return book.Net(&Scenario{Country: country, Year: year, Period: "month", Amount: number.New(1000, 0), Profile: Profile{"loans": loans}})
}

// TestListOfCases computes with a list, and expects it in the order of its enumeration.
func TestListOfCases(t *testing.T) {
	book := openFiles(t, withLoans(t))
	country, _ := book.Country("XX")
	tests := []struct {
		loans   any
		net     string
		profile string
		notes   string
	}{
		{nil, "890.00", "children 0, all ", ""},
		{[]string{}, "890.00", "children 0, all ", ""},
		{[]string{"plan1"}, "870.00", "children 0, loans plan1, all plan1", ""},
		{[]string{"postgraduate", "plan2"}, "843.00", "children 0, loans plan2;postgraduate, all plan2;postgraduate", ""},
		{[]string{"plan5", "plan2", "plan1"}, "823.00", "children 0, loans plan1;plan2;plan5, all plan1;plan2;plan5", "Loans: plan1, plan2, plan5"},
	}
	for _, test := range tests {
		s := &Scenario{Country: country, Year: 2026, Period: "month", Amount: number.New(1000, 0), Profile: Profile{"loans": test.loans}}
		x, explainErr := book.Explain(s)
		for way, ask := range map[string]func() (*Result, error){
			"net":     func() (*Result, error) { return book.Net(s) },
			"explain": func() (*Result, error) { return explained(x), explainErr },
		} {
			r, err := ask()
			if err != nil {
				t.Errorf("%s %v: %v", way, test.loans, err)
				continue
			}
			var shown, notes []string
			for _, applied := range r.Profile {
				shown = append(shown, applied.Name+" "+applied.Value.String())
			}
			for _, note := range r.Notes {
				notes = append(notes, string(note))
			}
			if r.Net.String() != test.net || strings.Join(shown, ", ") != test.profile || strings.Join(notes, "|") != test.notes {
				t.Errorf("%s %v: net %s, profile %v, notes %v", way, test.loans, r.Net, shown, notes)
			}
		}
		if err := explainErr; err == nil && test.notes != "" && !explains(x, "loans", "plan1, plan2, plan5") {
			t.Errorf("the explanation of %v does not show the list", test.loans)
		}
	}
	back := &Scenario{Country: country, Year: 2026, Period: "month", Amount: number.New(823, 0), Profile: Profile{"loans": []string{"plan5", "plan2", "plan1"}}}
	if r, err := book.Gross(back); err != nil || r.Gross.String() != "1000.00" {
		t.Errorf("the gross of 823.00 is %v, %v", r, err)
	}
}

func explains(x *Explanation, name, value string) bool {
	for _, n := range x.Nodes() {
		if n.Name == name && n.Value == value {
			return true
		}
	}
	return false
}

// TestListRefused expects refusals at the item of a list that the year does not accept.
func TestListRefused(t *testing.T) {
	book := openFiles(t, withLoans(t))
	tests := []struct {
		year  int
		loans any
		loc   []any
		want  string
	}{
		{2026, []string{"plan1", "plan2", "plan1"}, []any{"xx", "loans", 2}, "xx.loans has plan1 twice (Erewhon); send each value once."},
		{2026, []string{"plan1", "plan9"}, []any{"xx", "loans", 1}, "xx.loans does not accept plan9 (Erewhon)."},
		{2026, []string{"plan1", "plan2", "plan5", "postgraduate"}, []any{"xx", "loans"}, "xx.loans does not accept plan1;plan2;plan5;postgraduate (Erewhon)."},
		{2026, "plan1", []any{"xx", "loans"}, "xx.loans takes no string such as plan1 (Erewhon); send one of the Go types []string."},
		{2025, []string{"plan1", "plan5"}, []any{"xx", "loans", 1}, "The year 2025 has no xx.loans plan5 (Erewhon); it exists in 2026. Send another value or change the year."},
	}
	for _, test := range tests {
		_, err := askLoans(book, test.year, test.loans)
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Code != "invalid_input" || !slices.Equal(refusal.Loc, test.loc) || refusal.Error() != test.want {
			t.Errorf("%d %v: %v", test.year, test.loans, err)
		}
	}
	if _, err := askLoans(book, 2025, []string{"plan1", "plan2"}); err != nil {
		t.Error(err)
	}
}
