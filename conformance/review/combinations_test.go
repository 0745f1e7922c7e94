package review

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// shownInProfile are the fields of each country that an answer shows wherever they
// were sent.
var shownInProfile = map[string][]string{
	"UK": {
		"region", "ni_category", "period_number", "student_loans", "pension_scheme", "pension_basis", "pension_employee_rate", "pension_employer_rate", "director", "director_weeks",
	},
	"NL": {"age_class", "tax_credit", "single_elderly_credit", "insurance", "awf_rate", "employer_size", "one_off_pay", "reference_year_wage", "whk_rate"},
	"DE": {
		"employment", "one_off_pay", "pay_month", "insured_days_to_date", "insured_pay_to_date_health", "insured_pay_to_date_pension", "employed_last_year",
		"private_health_premium", "private_care_premium", "private_basic_premium", "employer_subsidy", "retirement", "pension_insured",
		"active_pension_allowance", "levy_u1_rate", "levy_u2_rate", "expected_annual_gross",
	},
}

// TestAnyCombinationOfFields sends random values of random fields: each answer adds up and
// shows every field sent, and each refusal names a field of the country.
func TestAnyCombinationOfFields(t *testing.T) {
	questions := 10000
	if os.Getenv("PAYSLATE_FULL") != "" {
		questions = 100000
	}
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	german, _ := wording.Lookup("de")
	r := rand.New(rand.NewPCG(10, 20))
	trials := map[*rules.Country][][]rules.Value{}
	for _, country := range book.Countries() {
		trials[country] = trialsOf(country)
	}
	answered, refusals := 0, map[string]int{}
	for i := range questions {
		country, _ := book.Country([]string{"DE", "DE", "UK", "NL"}[i%4])
		years, fields := country.Years, country.Fields
		period := country.Periods[r.IntN(len(country.Periods))]
		s := &rules.Scenario{Country: country, Year: years[r.IntN(len(years))], Period: period, Amount: number.New(1+upTo(r, 2000000), 2), Values: make([]rules.Value, len(fields))}
		for i := range fields {
			if r.IntN(6) == 0 {
				s.Values[i] = randomValue(r, trials[country][i])
			}
		}
		for range supportedTries { // what a refusal names is mended, so that many are answered
			result, err := book.Net(s)
			var refused *rules.Refusal
			if errors.As(err, &refused) {
				refusals[refused.Code]++
				if refused.Message.English == "" || refused.Message.In(german) == refused.Message.English || len(refused.Loc) == 0 {
					t.Fatalf("%v: a refusal without its field: %+v", s.Values, refused)
				}
				if !repair(r, s, trials[country], refused) {
					s.Amount = number.New(1+upTo(r, 2000000), 2)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%+v: %v", s, err)
			}
			answered++
			addsUp(t, fields, s, result)
			break
		}
	}
	if answered < questions/2 || refusals["invalid_input"] == 0 || refusals["unsupported_profile"] == 0 {
		t.Errorf("%d of %d answered, refused %v", answered, questions, refusals)
	}
	t.Logf("%d answered, refused on the way %v", answered, refusals)
}

func addsUp(t *testing.T, fields []rules.Field, s *rules.Scenario, r *rules.Result) {
	t.Helper()
	net, cost, other := s.Amount, s.Amount, number.Decimal{}
	for _, line := range r.Lines {
		if line.Payer == "employee" {
			net = net.Sub(line.Amount)
			if line.Group == "other" {
				other = other.Add(line.Amount)
			}
		} else {
			cost = cost.Add(line.Amount)
		}
	}
	if r.Net.Cmp(net) != 0 || r.EmployerCost.Cmp(cost) != 0 || r.IncomeTax.Add(r.SocialContributions).Add(other).Cmp(r.EmployeeDeductions) != 0 {
		t.Errorf("%+v: net %v of %v, cost %v of %v", s, r.Net, net, r.EmployerCost, cost)
	}
	applied := map[string]rules.Value{}
	for _, p := range r.Profile {
		applied[p.Name] = p.Value
	}
	for i, f := range fields {
		sent, shown := s.Values[i], applied[f.Name]
		if !sent.Given() || !slices.Contains(shownInProfile[s.Country.Code], f.Name) || isNone(s, f.Name, sent) {
			continue
		}
		if sent.Kind != shown.Kind || sent.Number.Round(4, number.HalfUp).Cmp(shown.Number) != 0 || sent.Text != shown.Text || sent.Bool != shown.Bool || !sameWords(sent.Words, shown.Words) {
			t.Errorf("%s was sent as %v and is shown as %v", f.Name, sent, shown)
		}
	}
}

// isNone reports whether a value has the effect of none: no one-off pay, no loans.
func isNone(s *rules.Scenario, name string, sent rules.Value) bool {
	return s.Country.Code == "NL" && name == "one_off_pay" && sent.Number.Sign() == 0 || sent.Kind == types.ListKind && len(sent.Words) == 0
}

// sameWords compares lists whose order the rules choose.
func sameWords(sent, shown []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(sent)), slices.Sorted(slices.Values(shown)))
}
