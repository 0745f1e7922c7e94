package operations

import (
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
					emptied := profile.Members[m].Given() && !change.Values[m].Given()
					change.Cleared = append(change.Cleared, profile.Members[m].Null || emptied)
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
		if err := reader.read(input, w.language, q); err != nil {
			return err
		}
		paydays, err := s.rules.Paydays(reader.plan(input, q.scenario))
		if err != nil {
			return refused(err)
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
	first := paydays[0].Result
	w.textField("country", first.Country.Code())
	if w.wants("year") {
		w.integer(`,"year":`, first.Year)
	}
	w.textField("tax_year", first.TaxYear)
	w.textField("period", first.Period)
	w.textField("currency", first.Currency)
	notes := inAll(paydays, func(r *rules.Result) []string { return textsOf(r.Notes) })
	warnings := inAll(paydays, warningCodes)
	if w.wants("paydays") {
		list(w, `,"paydays":`, paydays, func(p *rules.Payday) { w.payday(p, notes, warnings) })
	}
	if w.wants("totals") {
		w.totals(paydays)
	}
	if w.wants("average_net") {
		var net number.Decimal
		for i := range paydays {
			net = net.Add(paydays[i].Result.Net)
		}
		average, _ := net.Quo(number.New(int64(len(paydays)), 0), 2, number.HalfUp)
		w.number(`,"average_net":`, average)
	}
	if w.wants("profile") {
		w.profile(first.Profile)
	}
	if w.wants("notes") {
		w.texts(`,"notes":`, notes)
	}
	if w.wants("warnings") {
		w.salaryWarnings(slices.DeleteFunc(slices.Clone(first.Warnings), func(warning rules.Warning) bool { return !slices.Contains(warnings, warning.Code) }))
	}
	if w.wants("sources") {
		list(w, `,"sources":`, sourcesOf(paydays), w.source)
	}
	if w.wants("disclaimer") {
		w.words(`,"disclaimer":`, first.Disclaimer)
	}
}

// payday writes one payday, with the notes and warnings that not all paydays have.
func (w *writer) payday(p *rules.Payday, notes, warnings []string) {
	r := p.Result
	w.integer(`{"number":`, p.Number)
	if p.From != "" {
		w.text(`,"from":`, p.From)
		w.text(`,"to":`, p.To)
	}
	w.number(`,"gross":`, r.Gross)
	w.number(`,"net":`, r.Net)
	w.number(`,"employee_deductions":`, r.EmployeeDeductions)
	w.number(`,"employer_contributions":`, r.EmployerContributions)
	w.number(`,"employer_cost":`, r.EmployerCost)
	list(w, `,"lines":`, r.Lines, w.yearLine)
	if own := slices.DeleteFunc(textsOf(r.Notes), func(note string) bool { return slices.Contains(notes, note) }); len(own) > 0 {
		w.texts(`,"notes":`, own)
	}
	own := slices.DeleteFunc(slices.Clone(r.Warnings), func(warning rules.Warning) bool { return slices.Contains(warnings, warning.Code) })
	if len(own) > 0 {
		w.salaryWarnings(own)
	}
	w.raw("}")
}

func (w *writer) yearLine(line *rules.Line) {
	w.text(`{"key":`, line.Key)
	w.text(`,"payer":`, line.Payer)
	w.text(`,"label":`, line.Label)
	w.text(`,"group":`, line.Group)
	w.number(`,"amount":`, line.Amount)
	w.raw("}")
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
	w.number(`,"totals":{"gross":`, sum.Gross)
	w.number(`,"net":`, sum.Net)
	w.number(`,"employee_deductions":`, sum.EmployeeDeductions)
	w.number(`,"employer_contributions":`, sum.EmployerContributions)
	w.number(`,"employer_cost":`, sum.EmployerCost)
	rate, err := sum.EmployeeDeductions.Mul(number.New(100, 0)).Quo(sum.Gross, 2, number.HalfUp)
	w.optional(`,"deduction_rate":`, rate, err == nil)
	list(w, `,"lines":`, sum.Lines, w.yearLine)
	w.raw("}")
}

// inAll returns what the answers of all paydays have, in the order of the first.
func inAll(paydays []rules.Payday, of func(*rules.Result) []string) []string {
	common := of(paydays[0].Result)
	for i := range paydays[1:] {
		other := of(paydays[i+1].Result)
		common = slices.DeleteFunc(common, func(text string) bool { return !slices.Contains(other, text) })
	}
	return common
}

func textsOf(notes [][]byte) []string {
	texts := make([]string, len(notes))
	for i, note := range notes {
		texts[i] = string(note)
	}
	return texts
}

func warningCodes(r *rules.Result) []string {
	codes := make([]string, len(r.Warnings))
	for i := range r.Warnings {
		codes[i] = r.Warnings[i].Code
	}
	return codes
}

func sourcesOf(paydays []rules.Payday) []rules.Source {
	var sources []rules.Source
	for i := range paydays {
		for _, source := range paydays[i].Result.Sources {
			if !slices.Contains(sources, source) {
				sources = append(sources, source)
			}
		}
	}
	return sources
}
