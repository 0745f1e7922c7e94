package rules

import (
	"bytes"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

var german, _ = wording.Register("de")

// refusalOfNet returns the refusal of a question that must be refused.
func refusalOfNet(t *testing.T, book *Book, s *Scenario) *Refusal {
	t.Helper()
	_, err := book.Net(s)
	refused := new(Refusal)
	if !errors.As(err, &refused) {
		t.Fatalf("not refused: %v", err)
	}
	return refused
}

func TestNetRefusals(t *testing.T) {
	book := openEmbedded(t)
	for _, test := range []struct {
		name, country string
		year          int
		period, gross string
		profile       map[string]Value
		other         string
		code, message string
	}{
		{"planned", "AT", 2026, "month", "3000", nil, "", "invalid_input", "planned"},
		{"planned before all else", "CH", 1999, "eon", "0.001", nil, "DE", "invalid_input", "planned"},
		{"year", "DE", 2018, "month", "3000", nil, "", "unsupported_year", "2024, 2025, 2026"},
		{"year before period", "UK", 2031, "day", "3000", nil, "", "unsupported_year", "2025, 2026"},
		{"period", "DE", 2026, "fortnight", "3000", nil, "", "invalid_input", "year, month, week, day"},
		{"period of the other country", "UK", 2026, "day", "100", nil, "", "invalid_input", "fortnight"},
		{"period before the other profile", "UK", 2026, "day", "100", nil, "DE", "invalid_input", "fortnight"},
		{"other profile", "DE", 2026, "month", "3000", nil, "uk", "invalid_input", "uk"},
		{"nothing", "UK", 2026, "month", "0.004", nil, "", "invalid_input", "0.004"},
		{"state", "DE", 2026, "month", "3000", map[string]Value{"state": text("XX")}, "", "invalid_input", "XX"},
		{"factor", "DE", 2026, "month", "3000", map[string]Value{"tax_class": whole(3), "factor": {Number: number.New(9, 1)}}, "", "invalid_input", "factor"},
		{"factor before insurance", "DE", 2026, "month", "100", map[string]Value{"factor": {Number: number.New(9, 1)}, "health_insurance": text("private")}, "", "invalid_input", "factor"},
		{"insurance before age", "DE", 2026, "month", "100", map[string]Value{"health_insurance": text("private"), "birth_year": whole(1950)}, "", "unsupported_profile", "rivate"},
		{"age before pay", "DE", 2026, "month", "100", map[string]Value{"birth_year": whole(1959)}, "", "unsupported_profile", "67"},
		{"pay of a month", "DE", 2026, "month", "2000", nil, "", "unsupported_profile", "Midijob"},
		{"pay of a week", "DE", 2026, "week", "466.66", nil, "", "unsupported_profile", "466.66"},
		{"pay of a day", "DE", 2026, "day", "66.66", nil, "", "unsupported_profile", "66.66"},
		{"pay of a year", "DE", 2026, "year", "24000", nil, "", "unsupported_profile", "24,000.00"},
		{"code", "UK", 2026, "month", "3000", map[string]Value{"tax_code": text("L1257")}, "", "invalid_input", "L1257"},
		{"period number", "UK", 2026, "month", "3000", map[string]Value{"period_number": whole(13)}, "", "invalid_input", "13"},
		{"fortnight number", "UK", 2026, "fortnight", "3000", map[string]Value{"period_number": whole(27)}, "", "invalid_input", "26"},
		{"previous pay alone", "UK", 2026, "month", "3000", map[string]Value{"previous_pay": cent(0)}, "", "invalid_input", "period_number"},
		{"previous tax of a year", "UK", 2026, "year", "3000", map[string]Value{"previous_tax": cent(1), "period_number": whole(1)}, "", "invalid_input", "year"},
		{"scottish code elsewhere", "UK", 2026, "month", "3000", map[string]Value{"tax_code": text("D2")}, "", "invalid_input", "SD2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := question(t, book, test.country, test.year, test.period, test.gross, test.profile)
			s.OtherProfile = test.other
			refused := refusalOfNet(t, book, s)
			if refused.Code != test.code || !strings.Contains(refused.Message.English, test.message) {
				t.Errorf("%s: %s", refused.Code, refused.Message.English)
			}
			if strings.ContainsAny(refused.Message.English, "{}") || refused.Message.In(german) == "" {
				t.Errorf("messages %+v", refused.Message)
			}
		})
	}
}

// TestNetOnTheSupportedSide tests pay one cent above a limit.
func TestNetOnTheSupportedSide(t *testing.T) {
	book := openEmbedded(t)
	for period, gross := range map[string]string{"month": "2000.01", "week": "466.67", "day": "66.67", "year": "24000.01"} {
		if _, err := book.Net(question(t, book, "DE", 2026, period, gross, map[string]Value{"birth_year": whole(1960)})); err != nil {
			t.Errorf("%s of %s: %v", period, gross, err)
		}
	}
}

func TestNetRoundsAmountsAndSaysSo(t *testing.T) {
	book := openEmbedded(t)
	for _, test := range []struct {
		country, gross, used string
		profile, same        map[string]Value
		notes                []string
	}{
		{"DE", "4583.3333", "4583.33", nil, nil, []string{"4583.3333 has more than two decimals"}},
		{"DE", "4583.335", "4583.34", nil, nil, []string{"4583.335 "}},
		{"UK", "0.005", "0.01", nil, nil, []string{"0.005 "}},
		{"DE", "4583.3000", "4583.3", nil, nil, nil},
		{"DE", "4000", "4000", map[string]Value{"annual_tax_allowance": {Number: number.New(1200005, 3)}}, map[string]Value{"annual_tax_allowance": cent(120001)}, []string{"1200.005 "}},
		{"DE", "4000", "4000", map[string]Value{"tax_class": whole(4), "factor": {Number: number.New(913, 3)}}, nil, nil},
		{
			"UK", "3000.001", "3000", map[string]Value{"period_number": whole(2), "previous_pay": {Number: number.New(30005555, 4)}, "previous_tax": {Number: number.New(-100005, 3)}},
			map[string]Value{"period_number": whole(2), "previous_pay": cent(300056), "previous_tax": cent(-10001)}, []string{"3000.001 ", "3000.5555 ", "-100.005 "},
		},
	} {
		got, err := book.Net(question(t, book, test.country, 2026, "month", test.gross, test.profile))
		if err != nil {
			t.Fatal(err)
		}
		var notes []string
		for _, note := range got.Notes {
			if bytes.Contains(note, []byte("more than two decimals")) {
				notes = append(notes, string(note))
			}
		}
		if len(notes) != len(test.notes) {
			t.Errorf("%s: notes %q", test.gross, notes)
			continue
		}
		for i, want := range test.notes {
			if !strings.Contains(notes[i], want) {
				t.Errorf("%s: note %q lacks %q", test.gross, notes[i], want)
			}
		}
		if used, _ := number.Parse(test.used); got.Gross.Cmp(used) != 0 {
			t.Errorf("%s: gross used is %v", test.gross, got.Gross)
		}
		if test.same == nil {
			continue
		}
		same, err := book.Net(question(t, book, test.country, 2026, "month", test.used, test.same))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(same.Lines, got.Lines) || !reflect.DeepEqual(same.Notes, got.Notes[len(notes):]) {
			t.Errorf("%s: another answer than for the rounded amounts:\n%v\n%v", test.gross, got.Notes, same.Notes)
		}
	}
}

func TestNetLabels(t *testing.T) {
	book := openEmbedded(t)
	for _, test := range []struct {
		country string
		year    int
		profile map[string]Value
		want    string
	}{
		{"DE", 2026, nil, "Germany 2026, tax class I"},
		{"DE", 2025, map[string]Value{"tax_class": whole(5)}, "Germany 2025, tax class V"},
		{"UK", 2026, nil, "United Kingdom 2026-27, 1257L, NI A"},
		{"UK", 2025, map[string]Value{"region": text("scotland"), "tax_code": text(" k 475 m1"), "ni_category": text("J")}, "United Kingdom 2025-26, SK475M1, NI J"},
	} {
		scenario := question(t, book, test.country, test.year, "month", "3000", test.profile)
		scenario.WithLabel = true
		got, err := book.Net(scenario)
		if err != nil {
			t.Fatal(err)
		}
		if string(got.Label) != test.want {
			t.Errorf("label %q, want %q", got.Label, test.want)
		}
	}
}

// TestAnswersAddUp compares the sums of answers with their lines.
func TestAnswersAddUp(t *testing.T) {
	book := openEmbedded(t)
	for _, m := range measured {
		r, err := book.Net(question(t, book, m.country, 2026, m.period, m.gross, m.profile))
		if err != nil {
			t.Fatal(err)
		}
		sums := map[string]number.Decimal{}
		for _, line := range r.Lines {
			sums[line.Payer] = sums[line.Payer].Add(line.Amount)
		}
		for what, pair := range map[string][2]number.Decimal{
			"employee lines":  {sums["employee"], r.EmployeeDeductions},
			"employer lines":  {sums["employer"], r.EmployerContributions},
			"taxes and more":  {r.IncomeTax.Add(r.SocialContributions), r.EmployeeDeductions},
			"net":             {r.Gross.Sub(r.EmployeeDeductions), r.Net},
			"employer's cost": {r.Gross.Add(r.EmployerContributions), r.EmployerCost},
		} {
			if pair[0].Cmp(pair[1]) != 0 {
				t.Errorf("%s: %s: %v, in the answer %v", m.name, what, pair[0], pair[1])
			}
		}
	}
}

// TestAnswersAreTheSameAtOnce asks from several goroutines; run it with -race.
func TestAnswersAreTheSameAtOnce(t *testing.T) {
	book := openEmbedded(t)
	type ask struct {
		s   *Scenario
		net bool
	}
	var asks []ask
	for _, m := range measured {
		for _, language := range []Language{English, german} {
			s := question(t, book, m.country, 2026, m.period, m.gross, m.profile)
			s.Language = language
			asks = append(asks, ask{s, true}, ask{s, false})
		}
	}
	answer := func(a ask) *Result {
		if a.net {
			r, err := book.Net(a.s)
			if err != nil {
				t.Error(err)
			}
			return r
		}
		r, err := book.Gross(a.s)
		if err != nil {
			t.Error(err)
		}
		return r
	}
	var want []*Result
	for _, a := range asks {
		want = append(want, answer(a))
	}
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := range 3 * len(asks) {
				k := (i*7 + worker) % len(asks)
				got := answer(asks[k])
				if !reflect.DeepEqual(got, want[k]) {
					t.Errorf("another answer:\n%+v\n%+v", got, want[k])
				}
				if i%2 == 0 {
					got.Release()
				}
			}
		})
	}
	all.Wait()
}

// TestRetirementAgeIsNoted tests every birth year about the retirement age: if the cohort's
// age (§ 235 Abs. 2 SGB VI) can be reached within the year, a note names it, and so does the
// refusal of older employees.
func TestRetirementAgeIsNoted(t *testing.T) {
	book := openEmbedded(t)
	for year := 2025; year <= 2026; year++ {
		for born := 1950; born <= 1975; born++ {
			months := 65*12 + max(0, min(born-1946, 12)) + 2*max(0, min(born-1958, 6)) // of age
			age := strconv.Itoa(months/12) + " years"
			if months%12 > 0 {
				age += " and " + strconv.Itoa(months%12) + " month"
			}
			got, err := book.Net(question(t, book, "DE", year, "month", "4000", map[string]Value{"birth_year": whole(int64(born))}))
			if year-born >= 67 {
				if err == nil || !strings.Contains(err.Error(), age) || !strings.Contains(err.Error(), strconv.Itoa(born)) {
					t.Errorf("%d in %d: %v, want %s", born, year, err, age)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			noted := ""
			for _, note := range got.Notes {
				if strings.Contains(string(note), "retirement age") {
					noted = string(note)
				}
			}
			// Those born in January pass it first.
			passed := born*12+months < (year+1)*12
			if passed != (noted != "") || passed && !strings.Contains(noted, age) {
				t.Errorf("%d in %d: %q, want %s: %v", born, year, noted, age, passed)
			}
		}
	}
}
