package operations

import (
	"errors"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// curvePoint is the answer at one gross amount, without figures if the rules refuse it.
type curvePoint struct {
	gross, net, deductions, employerCost number.Decimal
	marginal                             number.Decimal
	answered, hasMarginal                bool
}

var percent = number.New(100, 0)

// curveAmount is the property with the first gross of a span.
const curveAmount = "from"

// curve answers over a span of gross pay.
func (s *salary) curve(w *writer, input *Value, scenario *rules.Scenario) error {
	from, end := scenario.Amount.Round(2, number.HalfUp), input.number("to").Round(2, number.HalfUp)
	if from.Cmp(end) >= 0 {
		return emptySpan(from, end)
	}
	thresholds, err := s.rules.Thresholds(scenario, from, end)
	if err != nil {
		return err
	}
	curve, refusal, err := s.curvePoints(scenario, from, end, input.number("points"))
	if err != nil {
		return err
	}
	notes := []rules.Text{}
	if refusal != nil {
		notes = append(notes, refusal.Message)
	}
	w.members("country", scenario.Country.Code(), "year", scenario.Year, "period", scenario.Period, "currency", scenario.Country.Currency(),
		"points", each(w, curve, w.point), "thresholds", each(w, thresholds, w.threshold),
		"notes", notes, "disclaimer", s.rules.Service().CompareDisclaimer)
	return nil
}

type curvePoints []curvePoint

// curvePoints answers at evenly spaced gross amounts. Points that the rules refuse have
// no figures, and the first refusal is returned with them; if all are refused, it is the
// error.
func (s *salary) curvePoints(scenario *rules.Scenario, from, to, count number.Decimal) (curvePoints, *rules.Refusal, error) {
	n, _ := count.Int64()
	list := make(curvePoints, n)
	var first *rules.Refusal
	answered := false
	for i := range list {
		point := &list[i]
		// The last point divides by itself, and so is exactly the end.
		step, err := to.Sub(from).Mul(number.New(int64(i), 0)).Quo(number.New(n-1, 0), 2, number.HalfUp)
		if err != nil {
			return nil, nil, err
		}
		point.gross = from.Add(step)
		scenario.Amount = point.gross
		result, err := s.rules.Net(scenario)
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
		point.net, point.deductions, point.employerCost, point.answered = result.Net, result.EmployeeDeductions, result.EmployerCost, true
		result.Release()
	}
	if !answered {
		return nil, nil, first
	}
	list.slope()
	return list, first, nil
}

// slope sets the marginal rate of each point: the share that deductions take of the pay
// between it and the next point, or for the last point the one before.
func (list curvePoints) slope() {
	for i := range list {
		low, high := i, i+1
		if high == len(list) {
			low, high = i-1, i
		}
		more := list[high].gross.Sub(list[low].gross)
		if !list[low].answered || !list[high].answered || more.IsZero() {
			continue
		}
		rate, err := list[high].deductions.Sub(list[low].deductions).Mul(percent).Quo(more, 2, number.HalfUp)
		list[i].marginal, list[i].hasMarginal = rate, err == nil
	}
}

func (w *writer) point(point *curvePoint) {
	w.object("gross", point.gross, "net", given(point.net, point.answered),
		"employee_deductions", given(point.deductions, point.answered), "employer_cost", given(point.employerCost, point.answered),
		"marginal_rate", given(point.marginal, point.hasMarginal))
}

func (w *writer) threshold(threshold *rules.Threshold) {
	w.object("key", threshold.Key, "label", threshold.Label, "gross", threshold.Amount, "source", threshold.Source)
}

// emptySpan is the failure of a curve that ends where it begins, or before.
func emptySpan(from, to number.Decimal) *Failure {
	failure := Fail("empty_span", "to", to.String(), "from", from.String())
	failure.Location = []any{"to"}
	return failure
}
