package operations_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/operations"
	"github.com/payslate/payslate/rules"
)

func hintsOf(t *testing.T, catalogue *operations.Catalogue, id, request string) []string {
	t.Helper()
	operation, err := catalogue.Operation(id), error(nil)
	if operation.Method == "GET" {
		_, err = operation.AnswerQuery(nil, request, rules.English)
	} else {
		_, err = operation.AnswerJSON(nil, []byte(request), rules.English)
	}
	var invalid *operations.Failure
	if !errors.As(err, &invalid) {
		t.Fatalf("%s: %v", request, err)
	}
	var hints []string
	for i := range invalid.Details {
		if said := invalid.Details[i].Values; len(said) > 1 && said[len(said)-2] == "hint" {
			hints = append(hints, said[len(said)-1].(rules.Text).English)
		}
	}
	return hints
}

// TestMisplacedFields: the hint for a field outside its profile, in the profile of
// another country, or misspelt names the right place.
func TestMisplacedFields(t *testing.T) {
	catalogue := opened(t, onBoth)
	operation := catalogue.Operation("salary-net/net")
	tried := 0
	for _, profile := range operation.Input.Properties {
		if profile.Schema.Kind != types.RecordKind {
			continue
		}
		for _, field := range profile.Schema.Properties {
			place := profile.Name + "." + field.Name
			begin := `{"country":"` + strings.ToUpper(profile.Name) + `","gross":1,"`
			requests := map[string]string{"outside": begin + field.Name + `":1}`}
			for _, other := range operation.Input.Properties {
				calls := func(p operations.Property) bool {
					return slices.ContainsFunc(p.Schema.AlsoCalled, func(name string) bool { return strings.EqualFold(strings.ReplaceAll(name, " ", "_"), field.Name) })
				}
				if other.Schema.Kind == types.RecordKind && other.Schema.Index(field.Name) < 0 && !slices.ContainsFunc(other.Schema.Properties, calls) {
					requests["in "+other.Name] = begin + other.Name + `":{"` + field.Name + `":1}}`
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

var update = flag.Bool("update", false, "write the golden file")

// mistakes are requests that people send, each with a slip.
var mistakes = []struct{ id, request string }{
	// Names of fields.
	{"salary-net/net", `{"country":"DE","gross":4000,"tax_class":3}`},
	{"salary-net/net", `{"country":"DE","gross":4000,"tax_clas":3}`},
	{"salary-net/net", `{"country":"DE","gross":4000,"bonus":1980}`},
	{"salary-net/net", `{"gross":4000,"one_off_pay":1980,"country":"NL"}`},
	{"salary-net/net", `{"country":"DE","gross":4000,"de":{"year":2025}}`},
	{"salary-net/net", `{"country":"DE","salary":4000}`},
	{"salary-net/net", `{"country":"DE","gross":4000,"profile":{"tax_class":1}}`},
	{"salary-net/net", `{"country":"UK","gross":4000,"uk":{"pension":5}}`},
	{"salary-net/net", `{"country":"UK","gross":4000,"uk":{"tax_class":1}}`},
	{"salary-net/net", `{"country":"DE","net":3000}`},
	{"salary-net/gross", `{"country":"DE","target_net":3000}`},
	{"salary-net/compare", `{"scenarios":[{"country":"DE","gross":4000,"tax_class":3}]}`},
	{"salary-net/compare", `{"country":"DE","scenarios":[{"country":"DE","gross":4000}]}`},
	{"salary-net/year", `{"country":"DE","gross":4000,"changes":[{"in":11,"bonus":2000}]}`},
	{"salary-net/parameters", `contry=DE&country=DE`},
	{"travel-per-diem/rates", `regime=us-federal&zip=02108`},
	{"travel-per-diem/locations", `regime=us-federal&query=Boston`},
	{"travel-per-diem/trip", `{"regime":"de-federal","city":"Paris","legs":[{"country":"FR","arrive":"2026-03-10T10:00","depart":"2026-03-12T10:00"}]}`},
	// Values of another form.
	{"salary-net/net", `{"country":"DE","gross":"5.000,00 €"}`},
	{"salary-net/net", `{"country":"DE","gross":"4'000.50"}`},
	{"salary-net/net", `{"country":"UK","gross":"£3,500"}`},
	{"salary-net/net", `{"country":"DE","gross":"5000","year":"2026"}`},
	{"salary-net/net", `{"country":"DE","gross":"much"}`},
	{"salary-net/net", `{"country":"Germany","gross":5000}`},
	{"salary-net/net", `{"country":" de ","gross":5000}`},
	{"salary-net/net", `{"country":"FR","gross":5000}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"period":"monthly"}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"year":1998}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"year":2031}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"de":{"tax_class":"III"}}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"de":{"tax_class":7}}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"de":{"state":"Berlin"}}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"de":{"state":"XX"}}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"de":{"church":"yes"}}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"de":{"church":1}}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"de":{"church":"röm.-kath."}}`},
	{"salary-net/net", `{"country":"CH","gross":5000,"ch":{"church":"konfessionslos"}}`},
	{"salary-net/net", `{"country":"US","gross":5000,"us":{"dependents":2}}`},
	{"salary-net/net", `{"country":"AT","gross":5000,"at":{"commuter_allowance":"große"}}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"de":3}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"uk":{"tax_code":"1257L"}}`},
	{"salary-net/net", `{"country":"UK","gross":5000,"uk":{"student_loans":"plan2"}}`},
	{"salary-net/net", `{"country":"UK","gross":5000,"uk":{"student_loans":["Plan 2"]}}`},
	{"salary-net/net", `{"country":"UK","gross":5000,"uk":{"tax_code":1257}}`},
	{"salary-net/net", `{"country":"UK","gross":5000,"uk":{"tax_code":"12L57"}}`},
	{"salary-net/net", `{"country":"NO","gross":50000,"no":{"tax_table":8100}}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"pay_date":"15.03.2026"}`},
	{"salary-net/net", `{"country":"DE","gross":1500}`},
	{"travel-per-diem/rates", `regime=germany&country=FR`},
	{"travel-per-diem/rates", `regime=de-federal&country=FR&date=10/03/2026`},
	{"travel-per-diem/rates", `regime=de-federal&country=Frankreich&city=Pariss`},
	{"travel-per-diem/rates", `regime=us-federal&city=Springfield`},
	{"travel-per-diem/trip", `{"regime":"de-federal","legs":[{"country":"FR","arrive":"2026-03-10 10:00","depart":"2026-03-12T10:00:00.000Z"}]}`},
	{"travel-per-diem/trip", `{"regime":"de-federal","legs":{"country":"FR","arrive":"2026-03-10T10:00","depart":"2026-03-12T10:00"}}`},
	// Bodies.
	{"salary-net/net", ``},
	{"salary-net/net", `[{"country":"DE","gross":5000}]`},
	{"salary-net/net", `"{\"country\":\"DE\",\"gross\":5000}"`},
	{"salary-net/net", `<net><country>DE</country></net>`},
	{"salary-net/net", `country=DE&gross=5000`},
	{"salary-net/net", `{'country':'DE','gross':5000}`},
	{"salary-net/net", `{country:"DE",gross:5000}`},
	{"salary-net/net", `{"country":"DE","gross":5000,"de":{"church":True}}`},
	{"salary-net/net", `{"country":"DE","gross":5.000,50}`},
	{"salary-net/net", `{"country":"DE","gross":5'000}`},
	{"salary-net/net", `{"country":"DE","gross":5000,}`},
	{"salary-net/net", `{"country":"USA","gross":5000}`},
	{"salary-net/net", `{"country":"US","gross":5000,"us":{"retirement":300}}`},
	{"salary-net/net", `{"country":"DE","gross":`},
	{"salary-net/net", "\ufeff" + `{"country":"DE","gross":5000}`},
	{"salary-net/net", "\x1f\x8b\x08\x00"},
}

// TestMistakes: the answer to each mistake says how to mend it. Run with -update to write
// the file, and read it.
func TestMistakes(t *testing.T) {
	catalogue := opened(t, onBoth)
	var got strings.Builder
	for _, mistake := range mistakes {
		operation, err := catalogue.Operation(mistake.id), error(nil)
		if operation.Method == "GET" {
			_, err = operation.AnswerQuery(nil, mistake.request, rules.English)
		} else {
			_, err = operation.AnswerJSON(nil, []byte(mistake.request), rules.English)
		}
		fmt.Fprintf(&got, "%s %s\n", mistake.id, strings.Trim(strconv.QuoteToASCII(mistake.request), `"`))
		var failure *operations.Failure
		if !errors.As(err, &failure) {
			t.Errorf("%s %s: not refused", mistake.id, mistake.request)
			continue
		}
		for i := range failure.Details {
			fmt.Fprintf(&got, "  %s: %s\n", path(failure.Details[i].Location), failure.Details[i].Message(rules.English))
		}
		if len(failure.Details) == 0 {
			fmt.Fprintf(&got, "  %s: %s\n", path(failure.Location), failure.Message.English)
		}
	}
	const file = "testdata/mistakes.golden.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the answers differ from %s: run the test with -update, and read what changes", file)
	}
}
