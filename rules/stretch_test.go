package rules

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/number"
)

const madeUpParameters = "xx/2026/parameters.yaml"

// datedRate is a rate that changes in July.
var datedRate = [3]string{madeUpParameters, "{value: 10, unit", "{values: [{from: 2026-01-01, value: 10}, {from: 2026-07-01, value: 20, cite: section 2}], unit"}

// datedNet has a different net program from October on.
var datedNet = [3]string{madeUpParameters, "../net.yaml]", "{files: [{from: 2026-01-01, file: ../net.yaml}, {from: 2026-10-01, file: ../autumn.yaml}]}]"}

// TestDatedMistakes makes mistakes in days and forms.
func TestDatedMistakes(t *testing.T) {
	for _, test := range []struct{ old, with, at, want string }{
		{"{value: 10,", "{values: [{from: 2026-02-01, value: 10}],", ":9:", "rate has no entry from 2026-01-01 until 2026-02-01 [gap]"},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10}, {from: 2026-01-01, value: 20}],", ":9:", "from 2026-01-01, the value above it from 2026-01-01 [order]"},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10}, {from: 2027-01-01, value: 20}],", ":9:", "2027-01-01 is not in year 2026 [bad-date]"},
		{"{value: 10,", "{values: [{from: 2025-12-31, value: 10}],", ":9:", "2025-12-31 is not in year 2026 [bad-date]"},
		{"{value: 10,", "{values: [{from: 2026-1-1, value: 10}],", ":9:", "2026-1-1 is not a date [bad-date]"},
		{"{value: 10,", "{values: [{from: 2026-01-01}],", ":9:", "needs one of value, values, bands or text"},
		{"{value: 10,", "{values: [{value: 10}],", ":9:", "this value of rate has no from"},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10}, {from: 2026-07-01, text: ten}],", ":9:", "has another form than the first"},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10}, {from: 2026-07-01, value: 1000}],", ":9:", "1000 percent"},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10, source: acts}],", ":9:", "unknown source \"acts\""},
		{"{value: 10,", "{values: [{from: 2026-01-01, value: 10, form: 1}],", ":9:", "no key \"form\""},
		{"../net.yaml]", "{files: [{from: 2026-03-01, file: ../net.yaml}]}]", ":5:", "made_of has no entry from 2026-01-01 until 2026-03-01"},
		{"../net.yaml]", "{files: [{from: 2026-01-01, file: ../net.yaml}, {from: 2026-02-30, file: ../net.yaml}]}]", ":5:", "2026-02-30 is not a date"},
		{"../net.yaml]", "{files: [{from: 2026-01-01, file: ../net.yaml}, {from: 2026-05-01, file: ../none.yaml}]}]", ":5:", "unknown file xx/none.yaml"},
		{"../net.yaml]", "{files: [{file: ../net.yaml}]}]", ":5:", "from is missing"},
		{"../net.yaml]", "{file: ../net.yaml}]", ":5:", "an item of made_of has no key"},
	} {
		at := test.at
		if at[0] == ':' {
			at = madeUpParameters + at
		}
		expectFinding(t, madeUp(t, [3]string{madeUpParameters, test.old, test.with}), at, test.want)
	}
}

// withAutumn has a net program from October on that takes a flat tax.
func withAutumn(t testing.TB, edits ...[3]string) fstest.MapFS {
	t.Helper()
	files := madeUp(t, append(edits, datedNet)...)
	files["xx/autumn.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(madeUpNet, "half_up(gross * p.rate / 100, 2)", "min(gross, 7) + half_up(0 * gross * p.rate / 100, 2)", 1))}
	return files
}

// taxOn returns the tax on a month's pay of 1,000 and the notes.
func taxOn(t testing.TB, book *Book, day, period string, profile map[string]Value) (tax, notes string, err error) {
	t.Helper()
	q := question(t, book, "XX", 2026, period, "1000", profile)
	q.PayDate = day
	r, err := book.Net(q)
	if err != nil {
		return "", "", err
	}
	for _, note := range r.Notes {
		notes += string(note) + "\n"
	}
	// The other ways to the same payslip follow the same law.
	x, err := book.Explain(q)
	if err != nil {
		return "", "", err
	}
	if x.IncomeTax.Cmp(r.IncomeTax) != 0 || x.Amounts[0] == nil {
		t.Errorf("%s: explained as a tax of %s, answered as %s", day, x.IncomeTax, r.IncomeTax)
	}
	q.Amount = r.Net
	gross, err := book.Gross(q)
	if err != nil {
		return "", "", err
	}
	if gross.IncomeTax.Cmp(r.IncomeTax) != 0 {
		t.Errorf("%s: the gross for the net has a tax of %s, the net of %s", day, gross.IncomeTax, r.IncomeTax)
	}
	return r.IncomeTax.String(), notes, nil
}

// TestPayDatePicksTheLaw sends pay dates in a year with a rate that changes in July and a
// program that changes in October.
func TestPayDatePicksTheLaw(t *testing.T) {
	book := openFiles(t, withAutumn(t, datedRate))
	for day, want := range map[string]string{
		"2026-01-01": "100.00", "2026-06-30": "100.00", "2026-07-01": "200.00", "2026-09-30": "200.00", "2026-10-01": "7.00", "2026-12-31": "7.00", "": "7.00",
	} {
		tax, notes, err := taxOn(t, book, day, "month", nil)
		if err != nil {
			t.Fatal(err)
		}
		if tax != want {
			t.Errorf("%q: a tax of %s, want %s", day, tax, want)
		}
		if noted := strings.Contains(notes, "changes within 2026, on 2026-07-01, 2026-10-01; this answer follows the law from 2026-10-01 on"); noted != (day == "") {
			t.Errorf("%q: notes %q", day, notes)
		}
	}
	for _, day := range []string{"2025-12-31", "2027-01-01"} {
		_, _, err := taxOn(t, book, day, "month", nil)
		refused := new(Refusal)
		if !errors.As(err, &refused) || refused.Code != "invalid_input" || !slices.Equal(refused.Loc, []any{"pay_date"}) || !strings.Contains(refused.Error(), "from 2026-01-01 to 2026-12-31") {
			t.Errorf("%s: %v", day, err)
		}
	}
}

// TestParametersOnADay lists the figures of a day of a year whose law changes.
func TestParametersOnADay(t *testing.T) {
	listed := datedRate
	listed[2] = strings.Replace(listed[2], "}], unit", "}], listed: true, unit", 1)
	book := openFiles(t, madeUp(t, listed))
	country, _ := book.Country("XX")
	for day, want := range map[string]string{"": "20", "2026-01-01": "10", "2026-06-30": "10", "2026-07-01": "20", "2026-12-31": "20"} {
		parameters, _, err := book.Parameters(country, 2026, day)
		if err != nil || len(parameters) != 1 || parameters[0].Value.String() != want {
			t.Errorf("%q: %+v, %v, want %s", day, parameters, err, want)
		}
	}
	_, _, err := book.Parameters(country, 2026, "2027-01-01")
	if refused := new(Refusal); !errors.As(err, &refused) || refused.Code != "invalid_input" || !slices.Equal(refused.Loc, []any{"date"}) || !strings.Contains(refused.Error(), "from 2026-01-01 to 2026-12-31") {
		t.Errorf("%v", err)
	}
}

const madeUpLawDate = `  law_date:
    in: [payment, profile]
    do:
      - refuse: {when: 'period == "year"', error: invalid_input, message: {en: "Send a month."}, field: period}
      - law_date: choose(children > 0, date("2026-03-01"), date("2026-08-01"))
      - note: {when: children > 0, text: {en: "By the law of {law_date}."}}
    out: {law_date: date}
`

// TestCountryChoosesTheDay tests a law_date that depends on the profile, notes and refuses.
func TestCountryChoosesTheDay(t *testing.T) {
	files := madeUp(t, datedRate, [3]string{"xx/net.yaml", "  net_to_gross:\n", madeUpLawDate + "  net_to_gross:\n"})
	book, list, _ := Validate(files, Options{})
	if book == nil || len(list) > 0 {
		t.Fatalf("findings: %v", list)
	}
	for _, test := range []struct {
		day, tax, notes string
		children        int64
	}{
		{"", "100.00", "By the law of 2026-03-01.\n", 1},
		{"", "200.00", "", 0},
		{"2026-12-01", "200.00", "", 1},
		{"2026-01-01", "100.00", "", 0},
	} {
		tax, notes, err := taxOn(t, book, test.day, "month", map[string]Value{"children": whole(test.children)})
		if err != nil || tax != test.tax || notes != test.notes {
			t.Errorf("%+v: %s %q %v", test, tax, notes, err)
		}
	}
	_, _, err := taxOn(t, book, "", "year", nil)
	if refused := new(Refusal); !errors.As(err, &refused) || refused.Error() != "Send a month." || !slices.Equal(refused.Loc, []any{"period"}) {
		t.Errorf("period year: %v", err)
	}
	if _, _, err := taxOn(t, book, "2026-02-01", "year", nil); err != nil {
		t.Errorf("period year with a day: %v", err)
	}
	for with, want := range map[string]string{
		strings.Replace(madeUpLawDate, "children > 0", "gross > 10", 1):                                             "reads gross",
		strings.Replace(madeUpLawDate, "out: {law_date: date}", "out: {law_date: {type: date, optional: true}}", 1): "must answer law_date",
		strings.Replace(madeUpLawDate, "out: {law_date: date}", "out: {children: integer}", 1):                      "must answer law_date",
	} {
		expectFinding(t, madeUp(t, datedRate, [3]string{"xx/net.yaml", "  net_to_gross:\n", with + "  net_to_gross:\n"}), "xx/net.yaml:", want)
	}
}

// TestProgramSeesThePayDate declares it as an optional input of the payment.
func TestProgramSeesThePayDate(t *testing.T) {
	input := [3]string{"xx/country.yaml", "    tax_year: {type: text, unused: true}\n", "    tax_year: {type: text, unused: true}\n    pay_date: date?\n"}
	reads := [3]string{"xx/net.yaml", "min(gross, 10 ", "min(gross, 10 + as(choose(given(pay_date), month(otherwise(pay_date, date(\"2026-01-01\"))), 0), \"EUR\") "}
	refuses := [3]string{"xx/net.yaml", "do:\n      - scenario", "do:\n      - refuse: {when: 'otherwise(pay_date, date(\"2026-01-01\")) > date(\"2026-11-30\")', error: invalid_input, message: {en: Too late.}, field: pay_date}\n      - scenario"}
	book := openFiles(t, madeUp(t, input, reads, refuses))
	q := question(t, book, "XX", 2026, "month", "1000", nil)
	for day, want := range map[string]string{"": "110.00", "2026-04-30": "114.00", "2026-11-01": "121.00"} {
		q.PayDate = day
		r, err := book.Net(q)
		if err != nil {
			t.Fatal(err)
		}
		if r.EmployeeDeductions.String() != want || len(r.Profile) != 1 {
			t.Errorf("%q: deductions of %s, want %s; profile %v", day, r.EmployeeDeductions, want, r.Profile)
		}
	}
	q.PayDate = "2026-12-01"
	_, err := book.Net(q)
	if refused := new(Refusal); !errors.As(err, &refused) || !slices.Equal(refused.Loc, []any{"pay_date"}) {
		t.Errorf("%v", err)
	}
	input[2] = strings.Replace(input[2], "date?", "date", 1)
	expectFinding(t, madeUp(t, input), "xx/country.yaml:", "must be optional")
}

// TestFieldOfAnEarlierStretch sends a field that the law has until June only.
func TestFieldOfAnEarlierStretch(t *testing.T) {
	const field = "    children: {type: integer, min: 0, max: 20, default: 0}\n"
	files := madeUp(t, [3]string{madeUpParameters, "../country.yaml, ../net.yaml]",
		"{files: [{from: 2026-01-01, file: ../spring.yaml}, {from: 2026-07-01, file: ../country.yaml}]}, {files: [{from: 2026-01-01, file: ../spring_net.yaml}, {from: 2026-07-01, file: ../net.yaml}]}]"})
	files["xx/spring.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(madeUpCountry, field, field+"    shares: {type: integer, default: 7}\n", 1))}
	files["xx/spring_net.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(madeUpNet, "+ 0 *", "+ 0 * shares *", 1))}
	book := openFiles(t, files)
	for date, want := range map[string]string{
		"2026-03-31": "", "2026-06-30": "",
		"2026-07-01": "The law from 2026-07-01 on has no such xx.shares (Erewhon); it exists on 2026-01-01/2026-06-30.",
		"":           "The law from 2026-07-01 on has no such xx.shares (Erewhon); it exists on 2026-01-01/2026-06-30.",
	} {
		s := question(t, book, "XX", 2026, "month", "1000", map[string]Value{"shares": whole(3)})
		s.PayDate = date
		_, err := book.Net(s)
		var refusal *Refusal
		if errors.As(err, &refusal) != (want != "") || want == "" && err != nil || want != "" && !strings.HasPrefix(refusal.Error(), want) {
			t.Errorf("%q: %v", date, err)
		}
	}
}

// A year without made_of uses the files of its folder and the country's; its own file
// replaces the country's of that name.
func TestYearWithoutMadeOf(t *testing.T) {
	files := countryOf(bookFiles(t), "nl/2026/parameters.yaml")
	if strings.Contains(string(files["nl/2026/parameters.yaml"].Data), "made_of") {
		t.Fatal("the year lists its files")
	}
	files["nl/2026/net.yaml"] = &fstest.MapFile{Data: files["nl/net.yaml"].Data}
	edit(t, files, "nl/2026/net.yaml", "label: Werkgeversheffing", "label: Own levy")
	book, list := Open(files, Options{})
	if book == nil {
		t.Fatal(list.Err())
	}
	country, _ := book.Country("NL")
	r, err := book.Net(&Scenario{Country: country, Year: 2026, Period: "month", Amount: number.New(4000, 0)})
	if err != nil {
		t.Fatal(err)
	}
	if label := r.Lines[len(r.Lines)-1].Label; !strings.HasPrefix(label, "Own levy") {
		t.Errorf("the last line is %s", label)
	}
}
