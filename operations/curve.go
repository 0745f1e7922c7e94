package operations

import (
	"errors"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// CurveRequest asks for net pay over a span of gross pay.
type CurveRequest struct {
	// Scenario has the first gross pay as its amount. To is the last one, above it.
	rules.Scenario
	To number.Decimal
	// Points is how many points, both ends included: at least 2.
	Points int
}

// CurveOut is net pay over gross pay, in Currency and for Period.
type CurveOut struct {
	Country  string `json:"country"`
	Year     int    `json:"year"`
	Period   string `json:"period"`
	Currency string `json:"currency"`
	// Points are those asked for, the lowest gross pay first.
	Points []CurvePoint `json:"points"`
	// Thresholds are the gross pays between the ends at which a rule starts or stops applying,
	// the lowest first.
	Thresholds []CurveThreshold `json:"thresholds"`
	// Notes say why points have no figures.
	Notes      []string `json:"notes"`
	Disclaimer string   `json:"disclaimer"`
	Signature
}

// CurvePoint is one gross pay, with figures that are null where the rules refuse it.
type CurvePoint struct {
	Gross              number.Decimal  `json:"gross"`
	Net                *number.Decimal `json:"net"`
	EmployeeDeductions *number.Decimal `json:"employee_deductions"`
	EmployerCost       *number.Decimal `json:"employer_cost"`
	// MarginalRate is the share in percent that deductions take of the pay between this point
	// and the next; at the last point, of the pay before it.
	MarginalRate *number.Decimal `json:"marginal_rate"`
}

// CurveThreshold is a gross pay at which a rule starts or stops applying.
type CurveThreshold struct {
	// Key and Label are those of the parameter.
	Key    string         `json:"key"`
	Label  string         `json:"label"`
	Gross  number.Decimal `json:"gross"`
	Source string         `json:"source"`
}

var percent = number.New(100, 0)

// curveAmount is the property with the first gross of a span.
const curveAmount = "from"

// curve answers over a span of gross pay.
func (a *answering) curve(of *CurveRequest) (*CurveOut, error) {
	scenario := &of.Scenario
	from, end := scenario.Amount.Round(2, number.HalfUp), of.To.Round(2, number.HalfUp)
	if from.Cmp(end) >= 0 {
		return nil, emptySpan(from, end)
	}
	thresholds, err := a.rules.Thresholds(scenario, from, end)
	if err != nil {
		return nil, err
	}
	points, refusal, err := a.points(scenario, from, end, of.Points)
	if err != nil {
		return nil, err
	}
	out := &CurveOut{
		Country: scenario.Country.Code, Year: scenario.Year, Period: scenario.Period, Currency: scenario.Country.Currency, Points: points,
		Disclaimer: a.rules.Service().CompareDisclaimer.In(a.language), Signature: a.signature(),
	}
	for _, t := range thresholds {
		out.Thresholds = append(out.Thresholds, CurveThreshold{t.Key, t.Label.In(a.language), t.Amount, t.Source})
	}
	if refusal != nil {
		out.Notes = append(out.Notes, refusal.Message.In(a.language))
	}
	return out, nil
}

// points answers at evenly spaced gross amounts. Points that the rules refuse have no figures,
// and the first refusal is returned with them; if all are refused, it is the error.
func (a *answering) points(scenario *rules.Scenario, from, to number.Decimal, count int) ([]CurvePoint, *rules.Refusal, error) {
	list := make([]CurvePoint, count)
	var first *rules.Refusal
	answered := false
	scenario.Without = rules.AllLines | rules.AppliedProfile | rules.AllNotes
	for i := range list {
		point := &list[i]
		// The last point divides by itself, and so is exactly the end.
		step, err := to.Sub(from).Mul(number.New(int64(i), 0)).Quo(number.New(int64(count-1), 0), 2, number.HalfUp)
		if err != nil {
			return nil, nil, err
		}
		point.Gross = from.Add(step)
		scenario.Amount = point.Gross
		result, err := a.rules.Net(scenario)
		if err != nil {
			if !errors.As(err, new(*rules.Refusal)) {
				return nil, nil, err
			}
			if first == nil {
				errors.As(err, &first)
			}
			continue
		}
		answered = true
		a.results = append(a.results, result)
		point.Net, point.EmployeeDeductions, point.EmployerCost = &result.Net, &result.EmployeeDeductions, &result.EmployerCost
	}
	if !answered {
		return nil, nil, first
	}
	slope(list)
	return list, first, nil
}

// slope sets the marginal rate of each point.
func slope(list []CurvePoint) {
	for i := range list {
		low, high := i, i+1
		if high == len(list) {
			low, high = i-1, i
		}
		more := list[high].Gross.Sub(list[low].Gross)
		if list[low].Net == nil || list[high].Net == nil || more.IsZero() {
			continue
		}
		rate, err := list[high].EmployeeDeductions.Sub(*list[low].EmployeeDeductions).Mul(percent).Quo(more, 2, number.HalfUp)
		list[i].MarginalRate = given(&rate, err == nil)
	}
}

// emptySpan is the failure of a curve that ends where it begins, or before.
func emptySpan(from, to number.Decimal) *Failure {
	failure := Fail("empty_span", "to", to.String(), "from", from.String())
	failure.Location = []any{"to"}
	return failure
}
