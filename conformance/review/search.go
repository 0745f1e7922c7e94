package review

import (
	"errors"
	"math/rand/v2"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// runs compiles a year and checks by running programs what the search for a gross or a threshold
// relies on.
func (r *review) runs(y rules.Stretch, trials [][]rules.Value) {
	if found := y.Compile(); found.HasErrors() {
		r.list.Extend(found)
		return
	}
	r.list.Extend(y.ThresholdFindings())
	random := rand.New(rand.NewPCG(uint64(y.Number), sampledPays)) // the sample of a year does not depend on other years
	for _, period := range y.Country.Periods {
		s := &rules.Scenario{Country: y.Country, Year: y.Number, PayDate: y.PayDate, Period: period, Language: rules.English}
		r.bounds(y, s)
		r.falls(y, s, trials, random)
	}
}

// bounds checks the bounds of net_to_gross against the net program for the default
// profile.
func (r *review) bounds(y rules.Stretch, s *rules.Scenario) {
	declared, err := r.book.TakeHome(s)
	if err != nil {
		return // the rules refuse this period
	}
	defer declared.Release()
	if !declared.Searched {
		return
	}
	p, _ := y.Program(rules.ReverseProgram)
	at := p.Declaration.Range
	if declared.Smallest < 1 || declared.Smallest > declared.Largest {
		r.fail(at, "contradiction", "in year "+y.Label+" no gross of a "+s.Period+" lies between smallest_gross, "+number.New(declared.Smallest, 2).String()+", and the largest, "+number.New(declared.Largest, 2).String(), "Correct one of them.")
		return
	}
	smallest := *s
	smallest.Amount = number.New(declared.Smallest, 2)
	_, err = r.book.Net(&smallest)
	if refusal := new(rules.Refusal); errors.As(err, &refusal) && len(refusal.Loc) > 0 && refusal.Loc[0] == rules.AmountField {
		r.fail(at, "contradiction", "in year "+y.Label+" smallest_gross of a "+s.Period+" is "+smallest.Amount.String()+", and program net refuses it: "+refusal.Error(), "Answer the smallest gross that net accepts.")
	}
}
