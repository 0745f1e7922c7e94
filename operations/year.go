package operations

import (
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/wording"
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

// YearOut is a year, payday by payday.
type YearOut struct {
	Terms
	// Paydays are in their order. Totals are their exact sums, AverageNet their net pay by their
	// number, half up to the cent.
	Paydays    []Payday       `json:"paydays"`
	Totals     YearTotals     `json:"totals"`
	AverageNet number.Decimal `json:"average_net"`
	// Basis has the profile of the first payday, the notes and warnings that all paydays have,
	// and what is doubtful on any of them.
	Basis
	Signature
}

// Amounts are the totals of a payslip, a payday or a year.
type Amounts struct {
	Gross number.Decimal `json:"gross"`
	// Net is Gross minus EmployeeDeductions, the sum of the employee's lines. It exceeds Gross
	// where tax is refunded.
	Net                number.Decimal `json:"net"`
	EmployeeDeductions number.Decimal `json:"employee_deductions"`
	// EmployerContributions is the sum of the employer's lines, EmployerCost that and Gross.
	EmployerContributions number.Decimal `json:"employer_contributions"`
	EmployerCost          number.Decimal `json:"employer_cost"`
}

// Payday is one payday of a year.
type Payday struct {
	// Number counts the paydays of the tax year from 1.
	Number int `json:"number"`
	// From and To are the first and last day of the month of a payday by the month, such as
	// 2026-03-31; empty for other periods.
	From string `json:"from,omitzero"`
	To   string `json:"to,omitzero"`
	// Amounts include one-off pay.
	Amounts
	Lines []YearLine `json:"lines"`
	// Notes and Warnings are those that not all paydays have.
	Notes    []string  `json:"notes,omitzero"`
	Warnings []Warning `json:"warnings,omitzero"`
}

// YearTotals are the exact sums of the paydays.
type YearTotals struct {
	Amounts
	// DeductionRate is EmployeeDeductions in percent of Gross; null where Gross is 0.
	DeductionRate *number.Decimal `json:"deduction_rate"`
	Lines         []YearLine      `json:"lines"`
}

// YearLine is a line of a payday, or its sum over the year.
type YearLine struct {
	Key   string `json:"key"`
	Payer string `json:"payer"` // employee or employer
	Label string `json:"label"`
	// Group is tax, social or other.
	Group string `json:"group"`
	// Amount is above 0 for what is deducted or paid, below 0 for a refund.
	Amount number.Decimal `json:"amount"`
	// LineDetail is nil unless the plan asks for full lines.
	*LineDetail
	plain bool
}

func (a *answering) year(plan *rules.Plan) (*YearOut, error) {
	paydays, err := a.rules.Paydays(plan)
	if err != nil {
		return nil, err
	}
	whole := *paydays[0].Result
	whole.Notes = inAll(paydays, func(r *rules.Result) []string { return r.Notes }, sameNote)
	whole.Warnings = inAll(paydays, func(r *rules.Result) []remedy.Warning { return r.Warnings }, sameWarning)
	whole.Sources = nil
	out := &YearOut{Terms: termsOf(&whole), Signature: a.signature()}
	var sum rules.Result
	for i := range paydays {
		p := &paydays[i]
		a.results = append(a.results, p.Result)
		own := lacking(p.Result.Warnings, whole.Warnings, sameWarning)
		out.Paydays = append(out.Paydays, Payday{
			Number: p.Number, From: p.From, To: p.To, Amounts: amountsOf(p.Result), Lines: yearLines(p.Result.Lines, plan.FullLines),
			Notes: lacking(p.Result.Notes, whole.Notes, sameNote), Warnings: a.warnings(own),
		})
		add(&sum, p.Result)
		for _, source := range p.Result.Sources {
			if !slices.ContainsFunc(whole.Sources, func(known rules.Source) bool {
				return known.URL == source.URL && known.License == source.License && wording.Equal(known.Name, source.Name)
			}) {
				whole.Sources = append(whole.Sources, source)
			}
		}
	}
	for i := range paydays { // what is doubtful on one payday is said of the year too
		for _, warning := range paydays[i].Result.Warnings {
			if warning.Doubtful && !slices.ContainsFunc(whole.Warnings, func(known remedy.Warning) bool { return sameWarning(known, warning) }) {
				whole.Warnings = append(slices.Clip(whole.Warnings), warning)
			}
		}
	}
	rate, err := sum.EmployeeDeductions.Mul(percent).Quo(sum.Gross, 2, number.HalfUp)
	out.Totals = YearTotals{amountsOf(&sum), given(&rate, err == nil), yearLines(sum.Lines, false)}
	out.AverageNet, _ = sum.Net.Quo(number.New(int64(len(paydays)), 0), 2, number.HalfUp)
	a.base(&out.Basis, &whole)
	return out, nil
}

func amountsOf(r *rules.Result) Amounts {
	return Amounts{r.Gross, r.Net, r.EmployeeDeductions, r.EmployerContributions, r.EmployerCost}
}

func yearLines(list []rules.Line, full bool) []YearLine {
	all := make([]YearLine, 0, len(list))
	for i := range list {
		l := &list[i]
		line := YearLine{Key: l.Key, Payer: l.Payer, Label: l.Label, Group: l.Group, Amount: l.Amount, plain: l.Plain && (l.RulePlain || !full)}
		if full {
			detail := detailOf(l)
			line.LineDetail = &detail
		}
		all = append(all, line)
	}
	return all
}

// add adds a payday to the sums of a year.
func add(sum, r *rules.Result) {
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

func sameWarning(a, b remedy.Warning) bool { return a.Code == b.Code && a.Field == b.Field }
func sameNote(a, b string) bool            { return a == b }

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
