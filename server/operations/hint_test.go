package operations_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/server/operations"
)

func hintsOf(t *testing.T, catalogue *operations.Catalogue, id, request string) []string {
	t.Helper()
	operation, err := catalogue.Operation(id), error(nil)
	if operation.Method == "GET" {
		_, err = operation.AnswerQuery(nil, request, rules.English)
	} else {
		_, err = operation.AnswerJSON(nil, []byte(request), rules.English)
	}
	var invalid *operations.Invalid
	if !errors.As(err, &invalid) {
		t.Fatalf("%s: %v", request, err)
	}
	var hints []string
	for i := range invalid.Details {
		for _, context := range invalid.Details[i].Context {
			if context.Name == "hint" {
				hints = append(hints, context.Text.English)
			}
		}
	}
	return hints
}

// TestMisplacedFields: the hint for a field outside its profile, in the profile of
// another country, or misspelt names the right place.
func TestMisplacedFields(t *testing.T) {
	catalogue := travelCatalogue(t)
	operation := catalogue.Operation("salary-net/net")
	tried := 0
	for _, profile := range operation.Input.Properties {
		if profile.Schema.Kind != rules.Object {
			continue
		}
		for _, field := range profile.Schema.Properties {
			place := profile.Name + "." + field.Name
			requests := map[string]string{"outside": `{"country":"DE","gross":1,"` + field.Name + `":1}`}
			for _, other := range operation.Input.Properties {
				if other.Schema.Kind == rules.Object && other.Schema.Index(field.Name) < 0 {
					requests["in "+other.Name] = `{"country":"DE","gross":1,"` + other.Name + `":{"` + field.Name + `":1}}`
				}
			}
			for where, request := range requests {
				tried++
				if hints := hintsOf(t, catalogue, "salary-net/net", request); len(hints) != 1 || !strings.Contains(hints[0], place) {
					t.Errorf("%s %s: %q", place, where, hints)
				}
			}
			misspelt := field.Name[:2] + field.Name[3:]
			if len(field.Name) < 6 || profile.Schema.Index(misspelt) >= 0 {
				continue
			}
			if hints := hintsOf(t, catalogue, "salary-net/net", `{"country":"DE","gross":1,"`+profile.Name+`":{"`+misspelt+`":1}}`); len(hints) != 1 {
				t.Errorf("%s misspelt: %q", place, hints)
			}
		}
	}
	if tried < 50 {
		t.Errorf("only %d requests were tried", tried)
	}
}

func TestHints(t *testing.T) {
	catalogue := travelCatalogue(t)
	plain := "Send JSON as UTF-8, not compressed and without a byte order mark"
	number := "Write a number without quotes, with a point before its decimals and nothing between thousands, such as "
	for _, test := range []struct{ id, request, want string }{
		{"salary-net/net", `{"country":"DE","gross":4000,"tax_class":3}`, "Did you mean de.tax_class?"},
		{"salary-net/net", `{"country":"DE","gross":4000,"one_off_pay":1980}`, "Did you mean de.one_off_pay, nl.one_off_pay or se.one_off_pay?"},
		{"salary-net/net", `{"country":"DE","gross":4000,"de":{"year":2025}}`, "Did you mean year?"},
		{"salary-net/net", `{"country":"DE","gross":4000,"tax_clas":3}`, "Did you mean de.tax_class?"},
		{"salary-net/net", `{"country":"DE","gross":4000,"zzz":3}`, ""},
		{"salary-net/compare", `{"scenarios":[{"country":"DE","gross":4000,"tax_class":3}]}`, "Did you mean scenarios.0.de.tax_class?"},
		{"salary-net/compare", `{"country":"DE","scenarios":[{"country":"DE","gross":4000}]}`, "Did you mean scenarios.0.country?"},
		{"salary-net/parameters", `contry=DE&country=DE`, "Did you mean country?"},
		{"travel-per-diem/trip", `{"regime":"de-federal","city":"Paris","legs":[{"country":"FR","arrive":"2026-03-10T10:00","depart":"2026-03-12T10:00"}]}`, "Did you mean legs.0.city?"},
		{"salary-net/net", `{"country":"DE","gross":"5.000,50"}`, number + "5000.50"},
		{"salary-net/net", `{"country":"DE","gross":"5 000"}`, number + "5000.50"},
		{"salary-net/net", `{"country":"DE","gross":"4'000.50"}`, number + "5000.50"},
		{"salary-net/net", `{"country":"DE","gross":"5000"}`, number + "5000.50"},
		{"salary-net/net", `{"country":"DE","gross":4000,"year":"2026"}`, number + "5000"},
		{"salary-net/net", `{"country":"DE","gross":"much"}`, ""},
		{"salary-net/net", `{"country":"DE","gross":""}`, ""},
		{"salary-net/net", `{"country":"DE","gross":5.000,50}`, number + "5000.50"},
		{"salary-net/net", `{"country":"DE","gross":5,5}`, number + "5000.50"},
		{"salary-net/net", `{"country":"DE","gross":5.000.50}`, number + "5000.50"},
		{"salary-net/net", `{"country":"DE","gross":5 000}`, number + "5000.50"},
		{"salary-net/net", `{"country":"DE","gross":5'000}`, number + "5000.50"},
		{"salary-net/net", `{"country":"DE","gross":5_000}`, number + "5000.50"},
		{"salary-net/net", `{"country":"DE","gross":5000,}`, ""},
		{"salary-net/net", `{"country":"DE","gross":`, ""},
		{"salary-net/net", `{"country":"DE" "gross":1}`, ""},
		{"salary-net/net", "\ufeff" + `{"country":"DE","gross":5000}`, plain},
		{"salary-net/net", "\x1f\x8b\x08\x00", plain},
		{"salary-net/net", "\xff\xfe{\x00", plain},
	} {
		if got := strings.Join(hintsOf(t, catalogue, test.id, test.request), "; "); got != test.want {
			t.Errorf("%s: %q, want %q", test.request, got, test.want)
		}
	}
}

// TestPlainWords: no message contains terms of a programming language.
func TestPlainWords(t *testing.T) {
	text, err := os.ReadFile("messages.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		_, message, _ := strings.Cut(line, ": ")
		for _, word := range []string{"dictionary", "instance of", "datetime", "Decimal", "decode", "None", "parsing", "literal"} {
			if strings.Contains(message, word) {
				t.Errorf("%q occurs in %s", word, line)
			}
		}
	}
}
