package operations

import (
	"bytes"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// planReader makes plans of the values of a schema with changes of paydays.
type planReader struct {
	*scenarioReader
	changes, first, last    int // properties
	from, in, gross, oneOff int // of a change
	profiles                []int
}

func newPlanReader(book Rules, schema *Schema) *planReader {
	r := &planReader{scenarioReader: newScenarioReader(book, schema, "gross"), changes: schema.Index("changes"), first: schema.Index("first"), last: schema.Index("last")}
	change := schema.Properties[r.changes].Schema.Items
	r.from, r.in, r.gross, r.oneOff = change.Index("from"), change.Index("in"), change.Index("gross"), change.Index("one_off")
	for _, country := range r.profileCountries {
		r.profiles = append(r.profiles, change.Index(country.ProfileKey()))
	}
	return r
}

// plan reads the changes of a decoded request beside its ordinary payday.
func (r *planReader) plan(input *Value, ordinary rules.Scenario) *rules.Plan {
	plan := &rules.Plan{Scenario: ordinary, First: input.Members[r.first].whole(), Last: input.Members[r.last].whole()}
	for i := range input.Members[r.changes].Members {
		sent := input.Members[r.changes].Members[i].Members
		change := rules.Change{From: sent[r.from].whole(), In: sent[r.in].whole(), Gross: sent[r.gross].amount(), OneOff: sent[r.oneOff].amount()}
		for k, at := range r.profiles {
			profile := &sent[at]
			switch {
			case !profile.Given():
			case r.profileCountries[k] == ordinary.Country:
				var q question
				q.readProfile(ordinary.Country, profile.Members)
				change.Values = q.profile
				for m := range profile.Members {
					change.Cleared = append(change.Cleared, profile.Members[m].sent > 0 && !change.Values[m].Given())
				}
			case change.OtherProfile == "":
				change.OtherProfile = r.profileCountries[k].Code()
			}
		}
		plan.Changes = append(plan.Changes, change)
	}
	return plan
}

// whole returns an integer that passed its schema; nil if it was not given.
func (v *Value) whole() *int {
	if !v.Given() {
		return nil
	}
	sent, _ := v.Number.Int64()
	n := int(sent)
	return &n
}

// amount returns an amount; nil if it was not given.
func (v *Value) amount() *number.Decimal {
	if !v.Given() {
		return nil
	}
	return &v.Number
}

func (s *salary) year(operation *Operation) runner {
	reader := newPlanReader(s.rules, operation.Input)
	return func(w *writer, input *Value) error {
		q := questions.Get().(*question)
		defer q.giveBack()
		reader.read(input, w.language, q)
		paydays, err := s.rules.Paydays(reader.plan(input, q.scenario))
		if err != nil {
			return err
		}
		start := len(w.dst)
		w.year(paydays)
		s.sign(w)
		w.dst[start] = '{' // the comma before the first field
		for i := range paydays {
			paydays[i].Result.Release()
		}
		return nil
	}
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
	w.members("lines", each(w, r.Lines, w.yearLine))
	if own := lacking(r.Notes, whole.Notes, bytes.Equal); len(own) > 0 {
		w.members("notes", each(w, own, func(note *[]byte) { w.bytes("", *note) }))
	}
	if own := lacking(r.Warnings, whole.Warnings, sameWarning); len(own) > 0 {
		w.salaryWarnings(own)
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

func sameWarning(a, b rules.Warning) bool { return a.Code == b.Code }

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
