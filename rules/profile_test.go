package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/number"
)

// Two years of a country with different fields: in order, bounds and cases, and some exist
// in one year only.
const (
	newFields = `    levy: {unit: percent, decimals: 2, min: 0, max: 50, default: 1}
    status: {type: status, default: single, choices: {apart: {label: Apart, since: 2026}, widowed: {label: Widowed, until: 2025}}}
    children: {type: integer, min: 0, max: 20, default: 0}
    shares: {type: integer, default: 7, since: 2026}
`
	oldFields = `    shares: {type: integer, default: 7, since: 2026}
    children: {type: integer, min: 0, max: 9, default: 0}
    bonus: {type: integer, default: 5}
    levy: {unit: percent, decimals: 1, min: 0, max: 50, default: 1}
    status: {type: status, default: single, choices: {apart: {label: Apart, since: 2026}, widowed: {label: Widowed, until: 2025}}}
`
	newStatus = "  status: [single, married, apart, widowed, other]\n"
	oldStatus = "  status: [widowed, married, single, apart]\n"
)

// twoYears is the made-up country with a second year that has its own country.yaml.
func twoYears(t testing.TB) fstest.MapFS {
	t.Helper()
	const field = "    children: {type: integer, min: 0, max: 20, default: 0}\n"
	const outputs = "out: {scenario_label: text, children: integer}"
	const net = "      - dues:"
	files := madeUp(t)
	net2025 := strings.NewReplacer(outputs, "out: {scenario_label: text, seen: text}", net, "      - seen: {text: \"{levy} {status} {children} {bonus}\"}\n"+net, "+ 0 *", "+ 0 * shares *").Replace(madeUpNet)
	net2026 := strings.NewReplacer(outputs, "out: {scenario_label: text, seen: text}", net, "      - seen: {text: \"{levy} {status} {children} {shares}\"}\n"+net).Replace(madeUpNet)
	year2025 := strings.NewReplacer("2026", "2025", "../country.yaml, ../net.yaml", "country.yaml, net.yaml").Replace(madeUpYear)
	for name, text := range map[string]string{
		"xx/country.yaml":         strings.Replace(strings.Replace(madeUpCountry, field, newFields, 1), "inputs:\n", newStatus+"inputs:\n", 1),
		"xx/2025/country.yaml":    strings.Replace(strings.Replace(madeUpCountry, field, oldFields, 1), "inputs:\n", oldStatus+"inputs:\n", 1),
		"xx/net.yaml":             net2026,
		"xx/2025/net.yaml":        net2025,
		"xx/2025/parameters.yaml": year2025,
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// TestValuesAreBoundByName sends every field, with values that each year has or
// lacks, to both years: each answer shows the values sent; each refusal names the missing
// one and the years that have it.
func TestValuesAreBoundByName(t *testing.T) {
	book := openFiles(t, twoYears(t))
	country, _ := book.Country("XX")
	var names []string
	for _, f := range country.Fields {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "levy status children shares bonus" {
		t.Fatalf("the fields are %s", got)
	}
	percent := number.New
	tests := []struct {
		field      string
		value      any
		new, old   string // what the years show, or the years that have it
		newRefused bool
		oldRefused bool
	}{
		{"levy", percent(25, 1), "2.5 single 0 7", "2.5 single 0 5", false, false},
		{"levy", percent(225, 2), "2.25 single 0 7", "2026", false, true},
		{"status", "married", "1 married 0 7", "1 married 0 5", false, false},
		{"status", "apart", "1 apart 0 7", "2026", false, true},
		{"status", "other", "1 other 0 7", "2026", false, true},
		{"status", "widowed", "2025", "1 widowed 0 5", true, false},
		{"children", 3, "1 single 3 7", "1 single 3 5", false, false},
		{"children", 15, "1 single 15 7", "2026", false, true},
		{"shares", 8, "1 single 0 8", "2026", false, true},
		{"bonus", 4, "2025", "1 single 0 4", true, false},
	}
	for _, test := range tests {
		for year, want := range map[int]struct {
			shows   string
			refused bool
		}{2026: {test.new, test.newRefused}, 2025: {test.old, test.oldRefused}} {
			s := &Scenario{Country: country, Year: year, Period: "month", Amount: number.New(1000, 0), Profile: Profile{test.field: test.value}}
			for way, ask := range map[string]func() (*Result, error){
				"net":     func() (*Result, error) { return book.Net(s) },
				"gross":   func() (*Result, error) { return book.Gross(s) },
				"explain": func() (*Result, error) { x, err := book.Explain(s); return explained(x), err },
			} {
				name := fmt.Sprint(way, " ", year, " ", s.Profile)
				r, err := ask()
				if !want.refused {
					if err != nil {
						t.Errorf("%s: %v", name, err)
					} else if got := r.Profile[0].Value.Text; got != want.shows {
						t.Errorf("%s shows %q, want %q", name, got, want.shows)
					}
					continue
				}
				var refusal *Refusal
				if !errors.As(err, &refusal) || refusal.Code != "invalid_input" || !slices.Equal(refusal.Loc, []any{"xx", test.field}) || !strings.Contains(refusal.Error(), "in "+want.shows) {
					t.Errorf("%s: %v, want a refusal of xx.%s that names %s", name, err, test.field, want.shows)
				}
			}
		}
	}
}

func explained(x *Explanation) *Result {
	if x == nil {
		return nil
	}
	return x.Result
}

// TestFieldOfTwoTypes: a request has one type for a field.
func TestFieldOfTwoTypes(t *testing.T) {
	files := twoYears(t)
	edit(t, files, "xx/2025/country.yaml", "bonus: {type: integer, default: 5}", "bonus: {type: integer, default: 5}\n    taxed: {type: integer, default: 0, unused: true}")
	edit(t, files, "xx/country.yaml", "shares: {type", "taxed: {type: boolean, default: false, unused: true}\n    shares: {type")
	expectFinding(t, files, "xx/2025/country.yaml:", "field taxed has another type")
}

// TestProfileByName checks that a Go profile is validated like a request.
func TestProfileByName(t *testing.T) {
	book := openFiles(t, twoYears(t))
	country, _ := book.Country("XX")
	ask := func(p Profile) (*Result, error) {
		return book.Net(&Scenario{Country: country, Year: 2026, Period: "month", Amount: number.New(1000, 0), Profile: p})
	}
	r, err := ask(Profile{"children": json.Number("2"), "status": "married", "levy": number.New(15, 1), "shares": nil})
	if err != nil || r.Profile[0].Value.Text != "1.5 married 2 7" {
		t.Errorf("%v, %v", r, err)
	}
	for _, wrong := range []Profile{
		{"childern": 2}, {"children": "2"}, {"children": -1}, {"children": 21}, {"children": number.New(15, 1)}, {"children": 2.0}, {"children": true},
		{"status": 1}, {"status": "marred"}, {"levy": number.New(12345, 3)}, {"levy": number.New(51, 0)},
	} {
		_, err := ask(wrong)
		var refusal *Refusal
		if !errors.As(err, &refusal) || refusal.Code != "invalid_input" || len(refusal.Loc) != 2 {
			t.Errorf("%v: %v", wrong, err)
		}
	}
}

// TestTypesOfTheGoLibrary sends a floating-point number and a question without a country.
func TestTypesOfTheGoLibrary(t *testing.T) {
	book := openEmbedded(t)
	s := question(t, book, "DE", 2026, "month", "4000", nil)
	s.Values, s.Profile = nil, Profile{"child_allowances": 1.5}
	if _, err := book.Net(s); err == nil || !strings.Contains(err.Error(), "takes no float64 such as 1.5 (Germany); send one of the Go types int, number.Decimal") {
		t.Errorf("a float: %v", err)
	}
	if _, err := book.Net(&Scenario{}); err == nil || !strings.Contains(err.Error(), "no country") {
		t.Errorf("no country: %v", err)
	}
}
