package rules

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

const madeUpCountry = `country: XX
name: {en: Erewhon, de: Erewhon}
status: available
currency: EUR
periods: {year: 1, month: 12}
conformance: {en: None., de: Keine.}
types:
  pay_period: [year, month, week, day, fortnight, four_weeks]
inputs:
  payment:
    gross: {unit: EUR, above: 0, max: 10000000}
    period: {type: pay_period, one_of: [year, month]}
    year: {type: integer, unused: true}
    tax_year: {type: text, unused: true}
  profile:
    children: {type: integer, min: 0, max: 20, default: 0}
`

const madeUpNet = `programs:
  net:
    in: [payment, profile]
    do:
      - scenario_label: {text: "Erewhon, {period}"}
      - tax: half_up(gross * p.rate / 100, 2)
      - dues: min(gross, 10 + 0 * as(children, "EUR"))
      - line: {key: income_tax, payer: employee, group: tax, label: Tax, amount: tax, base: gross, rate: p.rate, rule: {en: "{p.rate} %", de: "{p.rate} %"}, source: act}
      - line: {key: dues, payer: employee, group: other, label: Dues, amount: dues, rule: {en: Dues, de: Beitrag}, source: act}
    out: {scenario_label: text, children: integer}
  net_to_gross:
    in: {period: {type: pay_period, unused: true}}
    do: [{smallest_gross: 0.01}, {largest_net_fall: 0.01}, {largest_deductions_fall: 0.01}]
    out: {smallest_gross: EUR, largest_net_fall: EUR, largest_deductions_fall: EUR}
`

const madeUpYear = `country: XX
year: 2026
label: "2026"
valid: {from: 2026-01-01, to: 2026-12-31}
made_of: [../country.yaml, ../net.yaml]
sources:
  act: {name: The act, url: https://www.example.org/act, license: official work}
parameters:
  rate: {value: 10, unit: percent, label: {en: Rate, de: Satz}, source: act, cite: section 1}
`

// madeUp is a country of four files; each of the edits replaces a text in one.
func madeUp(t testing.TB, edits ...[3]string) fstest.MapFS {
	t.Helper()
	service, err := fs.ReadFile(Embedded(), serviceFile)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{serviceFile: {Data: service}}
	for name, text := range map[string]string{"xx/country.yaml": madeUpCountry, "xx/net.yaml": madeUpNet, "xx/2026/parameters.yaml": madeUpYear} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for _, e := range edits {
		edit(t, files, e[0], e[1], e[2])
	}
	return files
}

// TestOtherDeductions checks that a line of the group other counts as a deduction, but not
// as tax or social contribution.
func TestOtherDeductions(t *testing.T) {
	book := openFiles(t, madeUp(t))
	r, err := book.Net(question(t, book, "XX", 2026, "month", "1000", nil))
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ got, want number.Decimal }{
		"income tax":           {r.IncomeTax, number.New(100, 0)},
		"social contributions": {r.SocialContributions, number.New(0, 0)},
		"employee deductions":  {r.EmployeeDeductions, number.New(110, 0)},
		"net":                  {r.Net, number.New(890, 0)},
		"annual net":           {r.AnnualNet, number.New(890*12, 0)},
	} {
		if test.got.Cmp(test.want) != 0 {
			t.Errorf("%s: %s, want %s", name, test.got, test.want)
		}
	}
}

// TestUsualLine leaves the rule and the citation of a line to its rate and its figure.
func TestUsualLine(t *testing.T) {
	const rule = `, rule: {en: "{p.rate} %", de: "{p.rate} %"}`
	book := openFiles(t, madeUp(t, [3]string{"xx/net.yaml", rule, ""}))
	r, err := book.Net(question(t, book, "XX", 2026, "month", "1000", nil))
	if err != nil {
		t.Fatal(err)
	}
	if tax := r.Lines[0]; string(tax.Rule) != "10 % of 1,000.00" || tax.Source != "section 1 – The act" {
		t.Errorf("the line is %s, of %s", tax.Rule, tax.Source)
	}
	expectFinding(t, madeUp(t, [3]string{"xx/net.yaml", ", rule: {en: Dues, de: Beitrag}", ""}), "xx/net.yaml:", "the line has no rule")
	expectFinding(t, madeUp(t, [3]string{"xx/net.yaml", "Beitrag}, source: act", "Beitrag}"}), "xx/net.yaml:", "the line has no source")
	if _, list := Open(madeUp(t, [3]string{"xx/net.yaml", `rate: p.rate, rule: {en: "{p.rate} %", de: "{p.rate} %"}, source: act`, "rate: p.rat"}), Options{}); len(list) != 1 {
		t.Errorf("a misspelt figure has these findings:\n%v", list)
	}
}

// TestNoPaydays asks a country without paydays for a year.
func TestNoPaydays(t *testing.T) {
	book := openFiles(t, madeUp(t))
	_, err := book.Paydays(&Plan{Scenario: *question(t, book, "XX", 2026, "month", "1000", nil)})
	if err == nil || !strings.Contains(err.Error(), "not available for Erewhon") {
		t.Error(err)
	}
}

// TestAnnualFiguresOfTheCountry pays a thirteenth month.
func TestAnnualFiguresOfTheCountry(t *testing.T) {
	const outputs = "out: {scenario_label: text, children: integer}"
	book := openFiles(t, madeUp(t, [3]string{"xx/net.yaml", outputs, `out:
      scenario_label: text
      children: integer
      annual_gross: {unit: EUR, value: gross * 13}
      annual_net: {unit: EUR, value: (gross - tax) * 13}
      annual_employer_cost: {unit: EUR, value: gross * 14}`}))
	r, err := book.Net(question(t, book, "XX", 2026, "month", "1000", nil))
	if err != nil {
		t.Fatal(err)
	}
	if r.AnnualGross.String() != "13000.00" || r.AnnualNet.String() != "11700.00" || r.AnnualEmployerCost.String() != "14000.00" {
		t.Errorf("annual figures %s, %s, %s", r.AnnualGross, r.AnnualNet, r.AnnualEmployerCost)
	}
	if len(r.Profile) != 1 || r.Profile[0].Name != "children" {
		t.Errorf("the profile shows %v", r.Profile)
	}
	for with, finding := range map[string]string{
		"out: {scenario_label: text, children: integer, annual_net: {unit: EUR, value: tax}}": "but not annual_gross",
		"out: {scenario_label: text, children: integer, annual_net: integer}":                 "annual_net must be an amount in EUR",
	} {
		files := madeUp(t, [3]string{"xx/net.yaml", outputs, with}, [3]string{"xx/net.yaml", "- dues:", "- annual_net: 5\n      - dues:"})
		expectFinding(t, files, "xx/net.yaml:", finding)
	}
}

// expectFinding opens a rule book that must fail with a finding.
func expectFinding(t *testing.T, files fs.FS, at, want string) {
	t.Helper()
	book, list := Open(files, Options{})
	if book != nil {
		t.Errorf("the book opens; want: %s", want)
		return
	}
	if !findingAt(list, at, want) {
		t.Errorf("no finding at %s contains %q:\n%v", at, want, list)
	}
}

func findingAt(list diagnostic.List, at, want string) bool {
	return slices.ContainsFunc(list, func(d diagnostic.Diagnostic) bool {
		return strings.Contains(d.String(), at) && strings.Contains(d.String(), want)
	})
}

func TestAbsentOutputsAreLeftOut(t *testing.T) {
	const outputs = "out: {scenario_label: text, children: integer}"
	book := openFiles(t, madeUp(t, [3]string{"xx/net.yaml", outputs, `out:
      scenario_label: text
      children: integer
      shown: integer?
      omitted:
        type: integer?
        value: shown
        omit_absent: true`}, [3]string{"xx/net.yaml", "- dues:", "- shown: choose(children > 0, children, null)\n      - dues:"}))
	for children, want := range map[int64]string{0: "children shown", 2: "children shown omitted"} {
		sent := map[string]Value{"children": {Value: types.Value{Kind: types.Number, Number: number.New(children, 0)}}}
		r, err := book.Net(question(t, book, "XX", 2026, "month", "1000", sent))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, applied := range r.Profile {
			names = append(names, applied.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%d children: the profile shows %s, not %s", children, got, want)
		}
	}
}

// TestArchive closes an archived year, and opens it.
func TestArchive(t *testing.T) {
	files := madeUp(t, [3]string{"xx/2026/parameters.yaml", "label: ", "archive: true\nlabel: "})
	next := strings.NewReplacer("archive: true\n", "", "2026", "2027").Replace(string(files["xx/2026/parameters.yaml"].Data))
	files["xx/2027/parameters.yaml"] = &fstest.MapFile{Data: []byte(next)}
	ask := func(book *Book) error {
		_, err := book.Net(question(t, book, "XX", 2026, "month", "1000", nil))
		return err
	}
	open, _ := Open(files, Options{})
	if open == nil || ask(open) != nil || !slices.Equal(open.Countries()[0].Years, []int{2026, 2027}) {
		t.Errorf("the open archive: %v, years %v", ask(open), open.Countries()[0].Years)
	}
	book, list := Open(files, Options{WithoutArchive: true})
	if book == nil {
		t.Fatal(list.Err())
	}
	err := ask(book)
	if refused := new(Refusal); !errors.As(err, &refused) || refused.Code != "unsupported_year" || !slices.Equal(refused.Loc, []any{"year"}) ||
		!strings.Contains(refused.Error(), "available: 2027. The archive has 2026") {
		t.Errorf("the closed archive: %v", err)
	}
	if _, _, parameters := book.Parameters(book.Countries()[0], 2026, ""); parameters == nil || parameters.Error() != err.Error() {
		t.Errorf("its parameters: %v", parameters)
	}
	if years := book.Countries()[0].Years; !slices.Equal(years, []int{2027}) {
		t.Errorf("years %v", years)
	}
	expectFinding(t, madeUp(t, [3]string{"xx/2026/parameters.yaml", "label: ", "archive: yes\nlabel: "}), madeUpParameters, "archive must be true or false")
}

// TestWrittenFields: a kind with a notation is a field without code of its own.
func TestWrittenFields(t *testing.T) {
	for word, sent := range map[string]string{"duration": "36:30"} {
		book := openFiles(t, madeUp(t, [3]string{"xx/country.yaml", "default: 0}", "default: 0}\n    since: {type: " + word + ", optional: true}"},
			[3]string{"xx/net.yaml", "out: {scenario_label: text, children: integer}", "out: {scenario_label: text, children: integer, since: {type: " + word + ", optional: true}}"}))
		values, err := book.profileValues(book.Countries()[0], Profile{"since": sent})
		if err != nil {
			t.Fatal(err)
		}
		asked := question(t, book, "XX", 2026, "month", "1000", nil)
		asked.Values = values
		r, err := book.Net(asked)
		if err != nil {
			t.Fatal(err)
		}
		if at := slices.IndexFunc(r.Profile, func(a Applied) bool { return a.Name == "since" }); at < 0 || r.Profile[at].Value.String() != sent {
			t.Errorf("%s: the profile is %v, want %s", word, r.Profile, sent)
		}
		if _, err := book.profileValues(book.Countries()[0], Profile{"since": "soon"}); err == nil {
			t.Errorf("%s: soon is accepted", word)
		}
	}
}

// TestDateFields sends dates in a profile, and lets them be left out.
func TestDateFields(t *testing.T) {
	const outputs = "out: {scenario_label: text, children: integer}"
	for name, test := range map[string]struct{ declared, since, sent, want string }{
		"optional sent":  {"{type: date, optional: true}", "since", "2024-02-29", "2024-02-29"},
		"optional left":  {"{type: date, optional: true}", "since", "", ""},
		"preset":         {"{type: date, default: 2026-01-31}", "since", "", "2026-01-31"},
		"preset formula": {"{type: date, default: 'date(\"2026-03-01\")'}", "since", "", "2026-03-01"},
		"preset sent":    {"{type: date, default: 2026-01-31}", "since", "1990-12-01", "1990-12-01"},
	} {
		t.Run(name, func(t *testing.T) {
			book := openFiles(t, madeUp(t, [3]string{"xx/country.yaml", "default: 0}", "default: 0}\n    since: " + test.declared},
				[3]string{"xx/net.yaml", outputs, "out: {scenario_label: text, children: integer, since: {type: date, optional: true}}"}))
			country := book.Countries()[0]
			field := country.Fields[country.fieldIndex("since")]
			if field.Kind != types.Date || field.Default != nil && field.Default.Text != "2026-01-31" && field.Default.Text != "2026-03-01" {
				t.Errorf("the field is %d with the default %v", field.Kind, field.Default)
			}
			sent := map[string]Value{}
			if test.sent != "" {
				sent["since"] = Value{Value: types.Value{Kind: types.Date, Text: test.sent}}
			}
			r, err := book.Net(question(t, book, "XX", 2026, "month", "1000", sent))
			if err != nil {
				t.Fatal(err)
			}
			for _, applied := range r.Profile {
				if applied.Name == "since" && applied.Value.String() != test.want {
					t.Errorf("since is %q, want %q", applied.Value, test.want)
				}
			}
			for _, wrong := range []any{17000, "17000", "2026-02-30", "31.01.2026", ""} {
				if _, err := book.profileValues(country, Profile{"since": wrong}); err == nil {
					t.Errorf("%v is a date", wrong)
				}
			}
			if _, err := book.profileValues(country, Profile{"since": "2024-02-29"}); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestFieldsThatCannotBeSent declares profile fields of types that requests lack.
func TestFieldsThatCannotBeSent(t *testing.T) {
	for _, declared := range []string{"time", "list of integer", "list of date"} {
		expectFinding(t, madeUp(t, [3]string{"xx/country.yaml", "default: 0}", "default: 0}\n    extra: {type: " + declared + ", unused: true}"}), "xx/country.yaml:", "which a request cannot send")
	}
}
