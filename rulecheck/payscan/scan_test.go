package payscan

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

func scanWith(t *testing.T, file, old, new string) []Finding {
	t.Helper()
	files, err := ruletext.Read(rules.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	if old != "" {
		text := string(files[file])
		if !strings.Contains(text, old) {
			t.Fatalf("%s does not hold %q", file, old)
		}
		files = files.With(file, []byte(strings.ReplaceAll(text, old, new)))
	}
	files = files.OneYear("de/2026")
	book, list := rules.Open(files.FS(), rules.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	x, err := NewExplainer(conformance.NewSubject(files.FS(), book, nil))
	if err != nil {
		t.Fatal(err)
	}
	s := Scan{Book: book, Country: "DE", Folder: "de", Year: 2026, Period: "month", Person: yeardiff.Person{Name: "class I"}, Step: 1000, Stretch: 10000, Highest: 900000}
	findings, err := s.Run(x)
	if err != nil {
		t.Fatal(err)
	}
	return findings
}

func TestProductRulesHaveNoJump(t *testing.T) {
	if found := scanWith(t, "", "", ""); len(found) != 0 {
		t.Errorf("%+v", found)
	}
}

// TestJumpsAreFound makes jumps and finds them to the cent, with line and rule.
func TestJumpsAreFound(t *testing.T) {
	const file, contributory = "de/contributions.yaml", "min(regular, pension_ceiling * year_part)"
	for _, test := range []struct {
		new  string
		kind Kind
		to   string
	}{
		{"choose(regular > as(4321.55, \"EUR\"), regular + 200, regular)", Fall, "4321.56"},
		{"choose(regular > as(4321.55, \"EUR\"), regular - 200, regular)", Rise, "4321.56"},
	} {
		found := false
		for _, f := range scanWith(t, file, contributory, test.new) {
			if f.Kind != test.kind {
				continue
			}
			found = true
			if f.To != test.to || !strings.Contains(strings.Join(f.Lines, " "), "employee pension_insurance") || !strings.Contains(strings.Join(f.Branches, " "), "choose regular > ") {
				t.Errorf("%+v", f)
			}
		}
		if !found {
			t.Errorf("%s is not found", test.kind)
		}
	}
}
