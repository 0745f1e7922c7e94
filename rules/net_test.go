package rules

import (
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
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
		{"year", "DE", 2018, "month", "3000", nil, "", "unsupported_year", "2024, 2025, 2026"},
		{"year before period", "UK", 2031, "day", "3000", nil, "", "unsupported_year", "2025, 2026"},
		{"period", "DE", 2026, "fortnight", "3000", nil, "", "invalid_input", "year, month, week, day"},
		{"period of the other country", "UK", 2026, "day", "100", nil, "", "invalid_input", "fortnight"},
		{"period before the other profile", "UK", 2026, "day", "100", nil, "DE", "invalid_input", "fortnight"},
		{"other profile", "DE", 2026, "month", "3000", nil, "uk", "invalid_input", "uk"},
		{"nothing", "UK", 2026, "month", "0.004", nil, "", "invalid_input", "0.004"},
		{"state", "DE", 2026, "month", "3000", map[string]Value{"state": text("XX")}, "", "invalid_input", "XX"},
		{"factor", "DE", 2026, "month", "3000", map[string]Value{"tax_class": whole(3), "factor": {Value: types.Value{Number: number.New(9, 1)}}}, "", "invalid_input", "factor"},
		{"factor before insurance", "DE", 2026, "month", "100", map[string]Value{"factor": {Value: types.Value{Number: number.New(9, 1)}}, "health_insurance": text("private")}, "", "invalid_input", "factor"},
		{"insurance before age", "DE", 2026, "month", "100", map[string]Value{"health_insurance": text("private"), "birth_year": whole(1950)}, "", "unsupported_profile", "rivate"},
		{"age before pay", "DE", 2026, "month", "100", map[string]Value{"birth_year": whole(1959)}, "", "unsupported_profile", "67"},
		{"code", "UK", 2026, "month", "3000", map[string]Value{"tax_code": text("L1257")}, "", "invalid_input", "L1257"},
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

// TestPlannedCountryIsRefused: a country without rules is refused before all else.
func TestPlannedCountryIsRefused(t *testing.T) {
	book := openEmbedded(t)
	planned := &Country{Code: "YY", Status: Planned, Name: Text{English: "Utopia"}}
	for _, s := range []*Scenario{{Country: planned, Year: 2026, Period: "month", Amount: number.New(3000, 0)}, {Country: planned, Year: 1999, Period: "eon", Amount: number.New(1, 3), OtherProfile: "DE"}} {
		if refused := refusalOfNet(t, book, s); refused.Code != "invalid_input" || !strings.Contains(refused.Message.English, "planned") {
			t.Errorf("%s: %s", refused.Code, refused.Message.English)
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
		{"DE", "4000", "4000", map[string]Value{"annual_tax_allowance": {Value: types.Value{Number: number.New(1200005, 3)}}}, map[string]Value{"annual_tax_allowance": cent(120001)}, []string{"1200.005 "}},
		{"DE", "4000", "4000", map[string]Value{"tax_class": whole(4), "factor": {Value: types.Value{Number: number.New(913, 3)}}}, nil, nil},
		{
			"UK", "3000.001", "3000", map[string]Value{"period_number": whole(2), "previous_pay": {Value: types.Value{Number: number.New(30005555, 4)}}, "previous_tax": {Value: types.Value{Number: number.New(-100005, 3)}}},
			map[string]Value{"period_number": whole(2), "previous_pay": cent(300056), "previous_tax": cent(-10001)}, []string{"3000.001 ", "3000.5555 ", "-100.005 "},
		},
	} {
		got, err := book.Net(question(t, book, test.country, 2026, "month", test.gross, test.profile))
		if err != nil {
			t.Fatal(err)
		}
		var notes []string
		for _, note := range got.Notes {
			if strings.Contains(note, "more than two decimals") {
				notes = append(notes, note)
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

// TestAnswersAreTheSameAtOnce asks from several goroutines.
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
