package operations

import (
	"bytes"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// plan reads the first and last payday of a decoded request and its changes, beside its
// ordinary payday.
func plan(input *Value, ordinary rules.Scenario) *rules.Plan {
	plan := &rules.Plan{Scenario: ordinary, First: input.payday("first"), Last: input.payday("last")}
	changes := input.field("changes").Members
	for i := range changes {
		sent := &changes[i]
		change := rules.Change{From: sent.payday("from"), In: sent.payday("in"), Gross: sent.amount("gross"), OneOff: sent.amount("one_off")}
		q := question{scenario: rules.Scenario{Country: ordinary.Country}}
		var profile *Value
		if profile, change.OtherProfile = q.readProfiles(sent); profile != nil {
			change.Values = q.profile
			for m := range profile.Members {
				change.Cleared = append(change.Cleared, profile.Members[m].sent > 0 && !change.Values[m].Given())
			}
		}
		plan.Changes = append(plan.Changes, change)
	}
	return plan
}

// payday is a member with the number of a payday; nil if it was not given.
func (v *Value) payday(name string) *int {
	if !v.field(name).Given() {
		return nil
	}
	n := v.whole(name)
	return &n
}

// amount is a member with an amount; nil if it was not given.
func (v *Value) amount(name string) *number.Decimal {
	if member := v.field(name); member.Given() {
		return &member.Number
	}
	return nil
}

func (s *salary) year(w *writer, input *Value, scenario *rules.Scenario) error {
	plan := plan(input, *scenario)
	plan.FullLines = w.full
	paydays, err := s.rules.Paydays(plan)
	if err != nil {
		return err
	}
	w.year(paydays)
	for i := range paydays {
		paydays[i].Result.Release()
	}
	return nil
}

// year writes the fields of a year that are wanted, each after a comma.
func (w *writer) year(paydays []rules.Payday) {
	whole := *paydays[0].Result
	whole.Notes = inAll(paydays, func(r *rules.Result) [][]byte { return r.Notes }, bytes.Equal)
	whole.Warnings = inAll(paydays, func(r *rules.Result) []rules.Warning { return r.Warnings }, sameWarning)
	whole.Sources = nil
	var net number.Decimal
	for i := range paydays {
		net = net.Add(paydays[i].Result.Net)
		for _, source := range paydays[i].Result.Sources {
			if !slices.Contains(whole.Sources, source) {
				whole.Sources = append(whole.Sources, source)
			}
		}
	}
	average, _ := net.Quo(number.New(int64(len(paydays)), 0), 2, number.HalfUp)
	w.period(&whole)
	w.wanted("paydays", each(w, paydays, func(p *rules.Payday) { w.payday(p, &whole) }),
		"totals", func() { w.totals(paydays) }, "average_net", average)
	for i := range paydays { // what is doubtful on one payday is said of the year too
		for _, warning := range paydays[i].Result.Warnings {
			if warning.Doubtful && !slices.ContainsFunc(whole.Warnings, func(known rules.Warning) bool { return sameWarning(known, warning) }) {
				whole.Warnings = append(slices.Clip(whole.Warnings), warning)
			}
		}
	}
	w.grounds(&whole)
}

// payday writes one payday, with the notes and warnings that not all paydays have.
func (w *writer) payday(p *rules.Payday, whole *rules.Result) {
	r := p.Result
	w.raw("{")
	w.members("number", p.Number)
	if p.From != "" {
		w.members("from", p.From, "to", p.To)
	}
	w.amounts(r)
	w.members("lines", each(w, r.Lines, w.paydayLine))
	if own := lacking(r.Notes, whole.Notes, bytes.Equal); len(own) > 0 {
		w.members("notes", each(w, own, w.note))
	}
	if own := lacking(r.Warnings, whole.Warnings, sameWarning); len(own) > 0 {
		w.members("warnings", each(w, own, w.warning))
	}
	w.raw("}")
}

// amounts writes the totals of a payslip.
func (w *writer) amounts(r *rules.Result) {
	w.members("gross", r.Gross, "net", r.Net, "employee_deductions", r.EmployeeDeductions,
		"employer_contributions", r.EmployerContributions, "employer_cost", r.EmployerCost)
}

func (w *writer) yearLine(line *rules.Line) {
	w.object("key", line.Key, "payer", line.Payer, "label", line.Label, "group", line.Group, "amount", line.Amount)
}

// paydayLine writes a line of a payday, in full if the query asks for that.
func (w *writer) paydayLine(line *rules.Line) {
	if !w.full {
		w.yearLine(line)
		return
	}
	w.object("key", line.Key, "payer", line.Payer, "label", line.Label, "group", line.Group, "amount", line.Amount,
		"rate", given(line.Rate, line.HasRate), "base", given(line.Base, line.HasBase), "rule", line.Rule, "source", line.Source)
}

// totals writes the sums of the paydays.
func (w *writer) totals(paydays []rules.Payday) {
	var sum rules.Result
	for i := range paydays {
		r := paydays[i].Result
		sum.Gross, sum.Net = sum.Gross.Add(r.Gross), sum.Net.Add(r.Net)
		sum.EmployeeDeductions, sum.EmployerContributions = sum.EmployeeDeductions.Add(r.EmployeeDeductions), sum.EmployerContributions.Add(r.EmployerContributions)
		sum.EmployerCost = sum.EmployerCost.Add(r.EmployerCost)
		for _, line := range r.Lines {
			same := func(l rules.Line) bool {
				return l.Key == line.Key && l.Payer == line.Payer && l.Label == line.Label && l.Group == line.Group
			}
			if at := slices.IndexFunc(sum.Lines, same); at >= 0 {
				sum.Lines[at].Amount = sum.Lines[at].Amount.Add(line.Amount)
			} else {
				sum.Lines = append(sum.Lines, line)
			}
		}
	}
	w.raw("{")
	w.amounts(&sum)
	rate, err := sum.EmployeeDeductions.Mul(percent).Quo(sum.Gross, 2, number.HalfUp)
	w.members("deduction_rate", given(rate, err == nil), "lines", each(w, sum.Lines, w.yearLine))
	w.raw("}")
}

func sameWarning(a, b rules.Warning) bool { return a.Code == b.Code && bytes.Equal(a.Field, b.Field) }

// inAll returns what all paydays have, in the order of the first.
func inAll[T any](paydays []rules.Payday, of func(*rules.Result) []T, same func(a, b T) bool) []T {
	common := of(paydays[0].Result)
	for i := range paydays {
		common = lacking(common, lacking(common, of(paydays[i].Result), same), same)
	}
	return common
}

// lacking returns the items that others lack.
func lacking[T any](items, others []T, same func(a, b T) bool) (own []T) {
	for _, item := range items {
		if !slices.ContainsFunc(others, func(other T) bool { return same(item, other) }) {
			own = append(own, item)
		}
	}
	return own
}
