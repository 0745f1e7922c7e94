package rules

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
)

func TestGrossRefusals(t *testing.T) {
	book := openEmbedded(t)
	for _, test := range []struct {
		name, country, period, net string
		profile                    map[string]Value
		code, message              string
	}{
		{"unreachable", "DE", "month", "5000000.00", map[string]Value{"tax_class": whole(6), "church": yes()}, "invalid_input", "5,000,000.00 EUR; the largest supported gross is 10,000,000.00 EUR"},
		{"unreachable", "UK", "year", "5000000.00", map[string]Value{"tax_code": text("SK9999")}, "invalid_input", "No supported gross"},
		{"below the Midijob limit", "DE", "month", "900", nil, "unsupported_profile", "2,000.01 EUR"},
		{"below the Midijob limit", "DE", "week", "0.01", nil, "unsupported_profile", "466.67 EUR"},
		{"below the Midijob limit", "DE", "day", "30", nil, "unsupported_profile", "66.67 EUR"},
		{"below the Midijob limit", "DE", "year", "10000", nil, "unsupported_profile", "24,000.01 EUR"},
		{"rounds to zero", "UK", "month", "0.0049", nil, "invalid_input", "0.0049"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := book.Gross(question(t, book, test.country, 2026, test.period, test.net, test.profile))
			refused := new(Refusal)
			if !errors.As(err, &refused) {
				t.Fatalf("not refused: %v", err)
			}
			if refused.Code != test.code || !strings.Contains(refused.Message.English, test.message) || refused.Message.In(german) == "" {
				t.Errorf("%s: %s", refused.Code, refused.Message.English)
			}
		})
	}
}

func TestGrossRefusesInTheNumbersOfTheLanguage(t *testing.T) {
	_, err := openEmbedded(t).Gross(question(t, openEmbedded(t), "DE", 2026, "month", "1000", nil))
	refused := new(Refusal)
	if !errors.As(err, &refused) {
		t.Fatalf("not refused: %v", err)
	}
	for language, amounts := range map[Language][]string{English: {"1,000.00 EUR", "2,000.01 EUR"}, german: {"1.000,00 EUR", "2.000,01 EUR"}} {
		for _, amount := range amounts {
			if text := refused.Message.In(language); !strings.Contains(text, amount) {
				t.Errorf("%s is missing: %s", amount, text)
			}
		}
	}
}

// TestGrossAtTheEdges tests the first and the last supported pay, and pays at which net
// jumps.
func TestGrossAtTheEdges(t *testing.T) {
	book := openEmbedded(t)
	top := map[string]Value{"tax_code": text("NT"), "ni_category": text("C")}
	for _, test := range []struct {
		name, country, period, net, gross, difference string
		profile                                       map[string]Value
	}{
		{"the smallest pay exactly", "DE", "month", netText(t, book, "DE", "month", "2000.01", nil), "2000.01", "0", nil},
		{"no deductions at all", "UK", "year", "5000000", "5000000", "0", top},
		{"a refund alone reaches the target", "UK", "month", "400", "0.01", "100.01", map[string]Value{"period_number": whole(3), "previous_pay": cent(0), "previous_tax": cent(50000)}},
		{"a refund exceeds the target", "UK", "week", "0.01", "0.01", "20", map[string]Value{"period_number": whole(1), "previous_tax": cent(2000), "previous_pay": cent(0)}},
		{"a pay without deductions", "UK", "month", "1000", "1000", "0", nil},
		{"a target that rounds up", "UK", "month", "1000.005", "1000.01", "0", nil},
	} {
		got, err := book.Gross(question(t, book, test.country, 2026, test.period, test.net, test.profile))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		gross, _ := number.Parse(test.gross)
		difference, _ := number.Parse(test.difference)
		if got.Gross.Cmp(gross) != 0 || got.Difference.Cmp(difference) != 0 {
			t.Errorf("%s: gross %v, difference %v; want %s, %s", test.name, got.Gross, got.Difference, test.gross, test.difference)
		}
		if got.Net.Sub(got.TargetNet).Cmp(got.Difference) != 0 {
			t.Errorf("%s: net %v, target %v", test.name, got.Net, got.TargetNet)
		}
	}
}

func netText(t *testing.T, book *Book, country, period, gross string, profile map[string]Value) string {
	t.Helper()
	r, err := book.Net(question(t, book, country, 2026, period, gross, profile))
	if err != nil {
		t.Fatal(err)
	}
	return r.Net.String()
}

// TestGrossAnswersAsNetDoes compares the whole answer with that of Net for its gross.
func TestGrossAnswersAsNetDoes(t *testing.T) {
	book := openEmbedded(t)
	for _, m := range measured {
		s := question(t, book, m.country, 2026, m.period, m.net, m.profile)
		got, err := book.Gross(s)
		if err != nil {
			t.Fatal(err)
		}
		s.Amount = got.Gross
		want, err := book.Net(s)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range got.Lines {
			if !reflect.DeepEqual(line, want.Lines[i]) {
				t.Errorf("%s: line %+v, of net %+v", m.name, line, want.Lines[i])
			}
		}
		if len(got.Lines) != len(want.Lines) || got.Net.Cmp(want.Net) != 0 || len(got.Notes) != len(want.Notes) {
			t.Errorf("%s: another answer than net", m.name)
		}
	}
}

// BenchmarkGrossOnAverage uses random profiles and targets of a period.
func BenchmarkGrossOnAverage(b *testing.B) {
	book := openEmbedded(b)
	for _, test := range []struct {
		country, period string
		typical         int64
	}{{"DE", "month", 4000_00}, {"DE", "year", 48000_00}, {"DE", "week", 900_00}, {"UK", "month", 3000_00}, {"UK", "year", 36000_00}, {"UK", "week", 700_00}} {
		b.Run(test.country+"-"+test.period, func(b *testing.B) {
			r := rand.New(rand.NewPCG(7, 7))
			var asks []*Scenario
			for len(asks) < 500 {
				q := question(b, book, test.country, 2026, test.period, "1", someProfile(r, test.country, test.period))
				q.Amount = number.New(test.typical/2+r.Int64N(2*test.typical), 2)
				if _, err := book.Gross(q); err == nil {
					asks = append(asks, q)
				}
			}
			for i := 0; b.Loop(); i++ {
				r, err := book.Gross(asks[i%len(asks)])
				if err != nil {
					b.Fatal(err)
				}
				r.Release()
			}
		})
	}
}
