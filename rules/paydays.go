package rules

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// Plan is a question about the paydays of a year, already checked against the schema.
type Plan struct {
	// Scenario is an ordinary payday; its Amount is the gross without one-off pay.
	Scenario
	// First and Last are the paydays of the employment, from 1; nil for the first and last
	// of the year.
	First, Last *int
	Changes     []Change
	// FullLines asks for rule, rate and base of the lines of every payday; without it only
	// those of the first have them.
	FullLines bool
}

// Change changes all paydays From one on, or only the one In; the other is nil.
type Change struct {
	From, In *int
	// Gross replaces the gross, and OneOff is paid on top of it; nil if not sent.
	Gross, OneOff *number.Decimal
	// Values replace those of the ordinary payday where they are given, in the order of
	// Country.Fields; the fields in Cleared are set back to not given.
	Values  []Value
	Cleared []bool
	// OtherProfile is as in Scenario.
	OtherProfile string
}

// Payday is one payday of a year with its answer.
type Payday struct {
	Number int
	// From and To are the days of the period of a payday by the month; empty otherwise.
	From, To string
	// Result is the answer. After the first payday it has no profile, and its lines have no
	// rule, rate or base.
	Result *Result
}

// Paydays answers the paydays of a year in their order, each with what follows from the
// paydays before. The error is a *Refusal where a payday has no answer; its message names
// the payday.
func (b *Book) Paydays(plan *Plan) ([]Payday, error) {
	run, err := b.planRun(plan)
	if err != nil {
		return nil, err
	}
	defer run.release()
	paydays := make([]Payday, 0, run.last-run.first+1)
	for n := run.first; n <= run.last; n++ {
		payday, err := run.payday(n)
		if err != nil {
			return nil, run.inPayday(n, err)
		}
		paydays = append(paydays, payday)
	}
	return paydays, nil
}

// planRun prepares the paydays of a plan.
func (b *Book) planRun(plan *Plan) (*planRun, error) {
	s, y, err := b.findPlan(plan)
	if err != nil {
		return nil, err
	}
	count := int(y.country.PerYear(s.Period))
	most := count
	if slices.Contains(y.country.paydays.Extra, s.Period) {
		most++
	}
	first, last, err := b.span(plan, count, most)
	if err != nil {
		return nil, err
	}
	if err := b.checkChanges(y, s, plan, first, last); err != nil {
		return nil, err
	}
	run := &planRun{book: b, year: y, plan: plan, ordinary: s, count: count, days: y.calendar(count), first: first, last: last, asked: *s, began: map[string]number.Decimal{}}
	run.asked.Values = make([]Value, len(y.country.Fields))
	copy(run.asked.Values, s.Values)
	run.terms = run.termsOf(slices.Clone(run.asked.Values))
	run.asked.paysOneOff = slices.ContainsFunc(run.terms, func(t *terms) bool { return t.hasOneOff })
	run.replaced = b.replaced(y.country, plan.Changes)
	return run, run.planAhead()
}

// findPlan finds the year of a plan and puts its profile in order.
func (b *Book) findPlan(plan *Plan) (*Scenario, *year, error) {
	if plan == nil {
		return nil, nil, errNoCountry
	}
	s, y, _, err := b.find(&plan.Scenario)
	if err != nil {
		return nil, nil, err
	}
	c := y.country
	if len(c.paydays.Periods) == 0 {
		return nil, nil, b.refuseOf("invalid_input", "never_paydays", c.Name, "country")
	}
	if !slices.Contains(c.paydays.Periods, s.Period) {
		usual, perMonth := any(nil), number.Decimal{}
		if slices.Contains(c.paydays.Periods, b.service.PeriodDefault) {
			usual = b.service.PeriodDefault
			perMonth, _ = s.Amount.Mul(number.New(c.PerYear(s.Period), 0)).Quo(number.New(c.PerYear(b.service.PeriodDefault), 0), 2, number.HalfUp)
		}
		return nil, nil, b.refuseOf("invalid_input", "no_paydays", c.Name, periodInput, "period", s.Period, "periods", strings.Join(c.paydays.Periods, ", "),
			"usual", usual, "divided", perMonth.Trim(), "part", wording.Amount(perMonth, 2), "currency", c.Currency)
	}
	if plan.PayDate != "" {
		return nil, nil, b.refuseOf("invalid_input", "filled_in", c.Name, payDateInput, "field", payDateInput)
	}
	for i := range s.Values {
		name := c.Fields[i].Name
		if s.Values[i].Given() && y.fillsIn(name) && !slices.Contains(c.paydays.Start, name) {
			return nil, nil, b.refuseFilledIn(c, name)
		}
		if err := b.filledItems(y, i, &s.Values[i]); err != nil {
			return nil, nil, err
		}
	}
	return s, y, nil
}

// refuseFilledIn refuses a field that each payday fills in.
func (b *Book) refuseFilledIn(c *Country, field string) *Refusal {
	if field == c.paydays.OneOff {
		return b.refuseField(c, "one_off_filled_in", field)
	}
	return b.refuseField(c, "filled_in", field)
}

// filledItems refuses the fields of components that are filled in.
func (b *Book) filledItems(y *year, field int, v *Value) error {
	for i, item := range v.Items {
		filled := y.filledField(&item)
		at := slices.IndexFunc(item.Kind.Fields, func(f Field) bool { return f.Name == filled })
		if at >= 0 && item.Values[at].Given() {
			list := y.country.Fields[field].Name
			return b.refuseAt("invalid_input", "filled_in", append(y.country.locOf(list), i, filled), "field", y.country.ProfileKey+"."+list+"."+filled, "country", y.country.Name)
		}
	}
	return nil
}

// span returns the first and last payday of a plan, by default those of a year of count
// paydays; it has at most so many.
func (b *Book) span(plan *Plan, count, most int) (first, last int, err error) {
	first, last = 1, count
	if plan.First != nil {
		first = *plan.First
	}
	if plan.Last != nil {
		last = *plan.Last
	}
	name := plan.Country.Name
	switch {
	case first < 1 || first > most:
		return 0, 0, b.refuseOf("invalid_input", "payday_outside", name, "first", "number", first, "from", 1, "to", most, "nearest", min(max(first, 1), most))
	case last < 1 || last > most:
		return 0, 0, b.refuseOf("invalid_input", "payday_outside", name, "last", "number", last, "from", 1, "to", most, "nearest", min(max(last, 1), most))
	case first > last:
		return 0, 0, b.refuseOf("invalid_input", "first_after_last", name, "first", "first", first, "last", last)
	}
	return first, last, nil
}

// checkChanges refuses changes that contradict themselves or the plan.
func (b *Book) checkChanges(y *year, s *Scenario, plan *Plan, first, last int) error {
	c := y.country
	for i := range plan.Changes {
		change := &plan.Changes[i]
		refuse := func(text, field string, values ...any) *Refusal {
			return b.refuseOf("invalid_input", text, c.Name, field, values...).In("changes", i)
		}
		if (change.From == nil) == (change.In == nil) {
			refusal := refuse("from_or_in", "in")
			if change.From == nil {
				refusal.Remedies = nil // what the change is for is not known
			}
			return refusal
		}
		payday, at := change.In, "in"
		if payday == nil {
			payday, at = change.From, "from"
		}
		number := *payday
		switch {
		case change.OtherProfile != "":
			return refuse("other_profile", strings.ToLower(change.OtherProfile), "other", change.OtherProfile)
		case number < first || number > last:
			return refuse("payday_outside", at, "number", number, "from", first, "to", last, "nearest", min(max(number, first), last))
		case change.OneOff != nil && change.In == nil:
			return refuse("one_off_from", "one_off", "number", number)
		case change.empty():
			return refuse("changes_nothing", at)
		}
		for k := range c.Fields {
			if name := c.Fields[k].Name; change.names(k) && y.fillsIn(name) && !slices.Contains(c.paydays.Changes, name) {
				return b.refuseFilledIn(c, name).In("changes", i)
			}
		}
		if err := b.ofYear(y, change.Values); err != nil {
			return inChange(i, err)
		}
		for k := range change.Values {
			if err := b.filledItems(y, k, &change.Values[k]); err != nil {
				return inChange(i, err)
			}
		}
		if err := b.repeated(c, change.Values); err != nil {
			return inChange(i, err)
		}
	}
	return nil
}

// replaced notes, by payday, the fields of changes that a later change replaces on all their
// paydays: later changes count.
func (b *Book) replaced(c *Country, changes []Change) map[int][]Text {
	notes := map[int][]Text{}
	for i := range changes {
		before := &changes[i]
		for k := range changes[i+1:] {
			after := &changes[i+1+k]
			payday := before.In
			if before.In == nil {
				payday = before.From
			}
			if (before.In == nil) != (after.In == nil) || after.In != nil && *after.In != *payday || after.From != nil && *after.From > *payday {
				continue
			}
			note := func(field string) {
				text := b.service.text("change_replaced", "field", field, "number", strconv.Itoa(*payday))
				if !slices.ContainsFunc(notes[*payday], func(other Text) bool { return other.English == text.English }) {
					notes[*payday] = append(notes[*payday], text)
				}
			}
			if before.Gross != nil && after.Gross != nil {
				note("gross")
			}
			if before.OneOff != nil && after.OneOff != nil {
				note("one_off")
			}
			for f := range c.Fields {
				if before.names(f) && after.names(f) {
					note(c.ProfileKey + "." + c.Fields[f].Name)
				}
			}
		}
	}
	return notes
}

func inChange(i int, err error) error {
	refused := new(Refusal)
	if errors.As(err, &refused) {
		return refused.In("changes", i)
	}
	return err
}

// names reports whether a change sets or clears a field.
func (c *Change) names(field int) bool {
	return field < len(c.Values) && c.Values[field].Given() || field < len(c.Cleared) && c.Cleared[field]
}

func (c *Change) empty() bool {
	given := func(v Value) bool { return v.Given() }
	return c.Gross == nil && c.OneOff == nil && !slices.ContainsFunc(c.Values, given) && !slices.Contains(c.Cleared, true)
}

// inPayday puts the number of the payday before the message of a refusal.
func (r *planRun) inPayday(n int, err error) error {
	refused := new(Refusal)
	if !errors.As(err, &refused) {
		return err
	}
	named := *refused
	named.Message = r.book.service.text("payday_failed", "number", strconv.Itoa(n), "message", refused.Message)
	named.Remedies = r.sendable(refused.Remedies)
	return &named
}

// sendable returns the remedies of a payday that a request for the year can have. Those that
// are the same in each answer are looked through once for all paydays.
func (r *planRun) sendable(list []Remedy) []Remedy {
	if len(list) == 0 || !list[0].Fixed {
		return r.ofYear(list)
	}
	at := slices.IndexFunc(r.looked, func(known lookedThrough) bool { return known.first == &list[0] })
	if at < 0 {
		at, r.looked = len(r.looked), append(r.looked, lookedThrough{&list[0], r.ofYear(list)})
	}
	return r.looked[at].sendable
}

// lookedThrough are the remedies that can be sent of those that begin with the first.
type lookedThrough struct {
	first    *Remedy
	sendable []Remedy
}

// ofYear returns the remedies that set no field which a payday fills in or a change sets.
func (r *planRun) ofYear(list []Remedy) []Remedy {
	c := r.year.country
	return lacking(list, func(loc []any) bool {
		own := func(change Change) bool { return loc[0] == AmountField && change.Gross != nil }
		if len(loc) > 1 && loc[0] == c.ProfileKey {
			field := slices.IndexFunc(c.Fields, func(f Field) bool { return f.Name == loc[1] })
			if field < 0 || r.year.fillsIn(c.Fields[field].Name) {
				return true
			}
			own = func(change Change) bool { return change.names(field) }
		}
		return loc[0] == payDateInput || slices.ContainsFunc(r.plan.Changes, own)
	})
}

// terms are the pay and the profile of a payday. Paydays share them, and values, as long as
// nothing changes.
type terms struct {
	gross, oneOff number.Decimal
	hasOneOff     bool
	values        []Value
	fills         bool // a component has a field that follows from the other paydays
}

// termsOf returns the terms of each payday of a plan, from the first to the last.
func (r *planRun) termsOf(ordinary []Value) []*terms {
	list := make([]*terms, 0, r.last-r.first+1)
	standing := &terms{gross: r.ordinary.Amount, values: ordinary}
	for n := r.first; n <= r.last; n++ {
		if n == r.first || r.changesOn(n, false) {
			standing = &terms{gross: r.ordinary.Amount, values: ordinary}
			for i := range r.plan.Changes {
				if change := &r.plan.Changes[i]; change.From != nil && *change.From <= n {
					standing.apply(change)
				}
			}
			standing.fills = r.year.fillsItems(standing.values)
		}
		t := standing
		if r.changesOn(n, true) {
			once := *standing
			t = &once
			for i := range r.plan.Changes {
				if change := &r.plan.Changes[i]; change.In != nil && *change.In == n {
					t.apply(change)
				}
			}
			t.fills = r.year.fillsItems(t.values)
		}
		list = append(list, t)
	}
	return list
}

// changesOn reports whether a change begins on a payday: one for this payday only (once), or
// one for all later paydays too.
func (r *planRun) changesOn(n int, once bool) bool {
	for i := range r.plan.Changes {
		on := r.plan.Changes[i].From
		if once {
			on = r.plan.Changes[i].In
		}
		if on != nil && *on == n {
			return true
		}
	}
	return false
}

func (t *terms) apply(change *Change) {
	if change.Gross != nil {
		t.gross = *change.Gross
	}
	if change.OneOff != nil {
		t.oneOff, t.hasOneOff = cents(*change.OneOff), true
	}
	if change.Values != nil || change.Cleared != nil {
		t.values = slices.Clone(t.values)
	}
	for i, value := range change.Values {
		if value.Given() {
			t.values[i] = value
		}
	}
	for i, cleared := range change.Cleared {
		if cleared {
			t.values[i] = Value{}
		}
	}
}

// period is the first and the last day of a pay period.
type period struct {
	from, to    int64
	first, last string // the same
}

// calendar returns the pay periods of a year that has a number of them: calendar months, or
// those that begin on the day of the month on which the year begins. Other periods are counted
// from the first day of the year, and the days that they leave are one more.
func (y *year) calendar(count int) []period {
	if known, has := y.calendars.Load(count); has {
		return known.([]period)
	}
	periods, weeks := count, count != monthsOfYear
	if weeks {
		periods++
	}
	list := make([]period, periods)
	for i := range list {
		p := &list[i]
		if p.from, p.to = monthsAfter(y.from, i), monthsAfter(y.from, i+1)-1; weeks {
			length := daysOfWeeks / int64(count)
			p.from, p.to = y.from+int64(i)*length, min(y.from+int64(i+1)*length-1, y.to)
		}
		p.first, p.last = dayText(p.from), dayText(p.to)
	}
	y.calendars.Store(count, list)
	return list
}

func monthsAfter(day int64, months int) int64 {
	return number.Day(day).AddDate(0, months, 0).Unix() / secondsOfDay
}

// A year has twelve months; its 52 weeks have 364 days.
const (
	monthsOfYear = 12
	daysOfWeeks  = 364
)
