package rules

import (
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// question builds a scenario from profile values by name.
func question(t testing.TB, b *Book, country string, year int, period, amount string, profile map[string]Value) *Scenario {
	t.Helper()
	c, ok := b.Country(country)
	if !ok {
		t.Fatalf("no country %s", country)
	}
	d, err := number.Parse(amount)
	if err != nil {
		t.Fatal(err)
	}
	s := &Scenario{Country: c, Year: year, Period: period, Amount: d, Values: make([]Value, len(c.Fields))}
	known := 0
	for i, f := range c.Fields {
		if v, ok := profile[f.Name]; ok {
			v.Kind = f.Kind
			s.Values[i] = v
			known++
		}
	}
	if known != len(profile) {
		t.Fatalf("%s does not have all of the fields %v", country, profile)
	}
	return s
}

func whole(n int64) Value {
	return Value{Value: types.Value{Kind: types.Number, Number: number.New(n, 0)}}
}

func cent(n int64) Value {
	return Value{Value: types.Value{Kind: types.Number, Number: number.New(n, 2)}}
}

func text(s string) Value { return Value{Value: types.Value{Kind: types.Text, Text: s}} }

func yes() Value { return Value{Value: types.Value{Kind: types.Boolean, Bool: true}} }

type measurement struct {
	name, country, period, gross, net string
	profile                           map[string]Value
}

var measured = []measurement{
	{"de-month", "DE", "month", "4583.33", "2900.00", nil},
	{"de-month-church", "DE", "month", "6200.00", "3712.34", map[string]Value{"tax_class": whole(4), "church": yes(), "state": text("BY"), "children": whole(2)}},
	{"de-year", "DE", "year", "72000", "43210.98", map[string]Value{"tax_class": whole(1), "church": yes()}},
	{"de-year-6", "DE", "year", "82000", "43210.98", map[string]Value{"tax_class": whole(6), "church": yes()}},
	{"uk-month", "UK", "month", "3500", "2800.55", nil},
	{"uk-cumulative", "UK", "month", "3500", "2800.55", map[string]Value{"period_number": whole(5), "previous_pay": cent(1400000), "previous_tax": cent(189900)}},
	{"uk-year", "UK", "year", "45000", "41000.55", nil},
}

func BenchmarkNet(b *testing.B) {
	book := openEmbedded(b)
	for _, m := range measured {
		b.Run(m.name, func(b *testing.B) {
			s := question(b, book, m.country, 2026, m.period, m.gross, m.profile)
			if _, err := book.Net(s); err != nil { // the first compiles the year
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				r, err := book.Net(s)
				if err != nil {
					b.Fatal(err)
				}
				r.Release()
			}
		})
	}
}

func BenchmarkGross(b *testing.B) {
	book := openEmbedded(b)
	for _, m := range measured {
		b.Run(m.name, func(b *testing.B) {
			s := question(b, book, m.country, 2026, m.period, m.net, m.profile)
			b.ReportAllocs()
			for b.Loop() {
				r, err := book.Gross(s)
				if err != nil {
					b.Fatal(err)
				}
				r.Release()
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		if _, list := OpenEmbedded(); list.HasErrors() {
			b.Fatal(list.Err())
		}
	}
}

func BenchmarkTakeHome(b *testing.B) {
	book := openEmbedded(b)
	for _, m := range measured {
		b.Run(m.name, func(b *testing.B) {
			q := question(b, book, m.country, 2026, m.period, m.gross, m.profile)
			q, y, _, err := book.find(q)
			if err != nil {
				b.Fatal(err)
			}
			s, err := book.search(y, q)
			if err != nil {
				b.Fatal(err)
			}
			defer s.Release()
			gross := units(q.Amount)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.net(gross); err != nil {
					b.Fatal(err)
				}
				gross++
			}
		})
	}
}

// BenchmarkYear answers a year of twelve paydays with a raise and a bonus, and its paydays
// alone, in every country.
func BenchmarkYear(b *testing.B) {
	book := openEmbedded(b)
	for code, pay := range map[string]int64{"DE": 4000, "NL": 4000, "NO": 48_000, "SE": 40_000, "UK": 4000} {
		country, _ := book.Country(code)
		july, november, raised, bonus := 7, 11, number.New(pay+pay/8, 0), number.New(3*pay/4, 0)
		plan := &Plan{Scenario: Scenario{Country: country, Year: 2026, Period: "month", Amount: number.New(pay, 0)},
			Changes: []Change{{From: &july, Gross: &raised}, {In: &november, OneOff: &bonus}}}
		_, questions, err := writtenOut(book, plan)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(code+"/year", func(b *testing.B) {
			for b.Loop() {
				paydays, err := book.Paydays(plan)
				if err != nil {
					b.Fatal(err)
				}
				for _, payday := range paydays {
					payday.Result.Release()
				}
			}
		})
		b.Run(code+"/alone", func(b *testing.B) {
			for b.Loop() {
				for _, question := range questions {
					result, err := book.Net(question)
					if err != nil {
						b.Fatal(err)
					}
					result.Release()
				}
			}
		})
	}
}
