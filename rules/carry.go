package rules

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// paydayProgram is the optional program of a country that fills in what follows for a
// payday from the year's other paydays. Its outputs are fields of the profile.
const paydayProgram = "payday"

// The inputs of the program payday that this package gives, beside those of the payment,
// the fields of the profile and what the country carries.
const (
	paydayInput  = "payday"     // the number of the payday
	paydaysInput = "paydays"    // how many the year has
	firstInput   = "first"      // the first of the employment
	oneOffInput  = "one_off"    // pay on top of the ordinary gross of this payday, 0 if none
	periodEnd    = "period_end" // the last day of the payday's period
)

// paydays is what a country declares about the paydays of a year.
type paydays struct {
	Periods []string `key:"periods"`     // by which a year may be asked
	OneOff  string   `key:"one_off"`     // the field for one-off pay; empty if it is ordinary pay
	Start   []string `key:"may_be_sent"` // fields that are filled in, but may be sent for the start
	// Changes are fields that are filled in unless a change names them.
	Changes []string  `key:"may_be_changed"`
	Carried []carried `key:"carried"`
	// Decides are the codes of warnings that the program payday gives in place of net.
	Decides []string `key:"decides"`
}

// carried is an input of the program payday that comes from the other paydays.
type carried struct {
	Name string `key:"@"`
	Take string `key:"take"` // sum, latest or first of the paydays before, or plan: the sum of all
	// Into is the field of a component that it fills in, as kind.field; empty if it is only
	// an input.
	Into string `key:"into"`
	figureOf
}

// fills reports whether it fills in a field of an item.
func (c *carried) fills(item *Item, field string) bool {
	return c.Into != "" && c.Into == item.Kind.Name+"."+field
}

// figureOf is a figure of a payday: an amount of the employee's lines with a key, or an
// output of net, gross, regular or one_off; if the payday lacks it, otherwise.
type figureOf struct {
	Line      string `key:"line"`
	Figure    string `key:"figure"`
	Otherwise string `key:"otherwise"`
}

// The ways in which a figure is carried.
const (
	takeSum    = "sum"
	takeLatest = "latest"
	takeFirst  = "first"
	takePlan   = "plan"
)

// knownPaydays reports pay periods under paydays that the country lacks.
func (l *loader) knownPaydays(f *syntax.File, c *Country) {
	if n := f.Root.Get("paydays").Get("periods"); n != nil {
		for _, period := range n.Items {
			if !slices.Contains(c.periods, period.Text) {
				l.Fail(period.Range, "unknown-word", period.Text+" is not a pay period of this country", "Its periods are "+strings.Join(c.periods, ", ")+".")
			}
		}
	}
}

// findPayday finds the program payday and checks its inputs and outputs.
func (l *loader) findPayday(y *year) bool {
	p, ok := y.module.Program(paydayProgram)
	if !ok {
		return true
	}
	for _, in := range p.Inputs {
		if !isPayment(in) && !slices.Contains(y.program.InputNames(), in.Name) && !y.country.paydays.gives(in.Name) {
			l.Fail(in.Declaration.Range, "unknown-input", "program "+paydayProgram+" has no input "+in.Name, "Name an input of net, what paydays: carried: declares, or "+strings.Join([]string{paydayInput, paydaysInput, firstInput, oneOffInput, periodEnd}, ", ")+".")
			return false
		}
	}
	for _, out := range p.Outputs {
		if !slices.Contains(y.program.InputNames(), out.Name) {
			l.Fail(out.Declaration.Range, "unknown-name", out.Name+" is not a field of the profile", "An output of "+paydayProgram+" fills in a field.")
			return false
		}
	}
	y.payday = sync.OnceValues(func() (*run.Executable, error) { return p.Compile(check.Silent) })
	y.paydayBinding = sync.OnceValue(func() binding { return bindingOf(p.Program, y.country.fields) })
	y.filledIn = p.Outputs
	return true
}

func (p *paydays) gives(name string) bool {
	return slices.Contains([]string{paydayInput, paydaysInput, firstInput, oneOffInput, periodEnd}, name) ||
		slices.ContainsFunc(p.Carried, func(c carried) bool { return c.Name == name })
}

// fillsIn reports whether a question about a year fills in a field.
func (y *year) fillsIn(field string) bool {
	return field == y.country.paydays.OneOff || slices.ContainsFunc(y.filledIn, func(out *types.Output) bool { return out.Name == field })
}

// FilledIn reports whether a question about a year fills in a field of the profile, so
// that nobody may send it there.
func (c *Country) FilledIn(field string) bool {
	return !slices.Contains(c.paydays.Start, field) && slices.ContainsFunc(c.years, func(y *year) bool { return y.fillsIn(field) })
}

// planRun answers the paydays of a plan one after the other.
type planRun struct {
	book               *Book
	year               *year // the last stretch
	plan               *Plan
	ordinary           *Scenario
	count, first, last int
	carried            map[string]number.Decimal // by the name of the input
}

// planAhead adds up what is carried of the whole plan: of regular pay where one-off pay is
// a field of its own.
func (r *planRun) planAhead() error {
	ahead := *r
	ahead.carried = map[string]number.Decimal{}
	for _, c := range r.year.country.paydays.Carried {
		if c.Take == takePlan {
			ahead.carried[c.Name] = number.Decimal{}
		}
	}
	var result *Result
	sums := map[string]number.Decimal{}
	for n := r.first; n <= r.last; n++ {
		t := r.termsOf(n)
		if r.year.country.paydays.OneOff == "" {
			t.gross, t.oneOff = cents(t.gross).Add(t.oneOff), number.Decimal{}
		}
		for _, c := range r.year.country.paydays.Carried {
			if c.Take != takePlan {
				continue
			}
			amount, own := t.amount(c.Figure)
			if !own && (result == nil || r.changed(n) || ahead.fillsItems(&t)) {
				var err error
				if result, err = ahead.planned(n, t); err != nil {
					return r.book.inPayday(n, err)
				}
			}
			if !own {
				if amount, own = c.in(result); !own {
					amount, _ = t.amount(c.Otherwise)
				}
			}
			sums[c.Name] = sums[c.Name].Add(amount)
		}
	}
	maps.Copy(r.carried, sums)
	return nil
}

// changed reports whether a payday has other terms than the one before.
func (r *planRun) changed(n int) bool {
	return slices.ContainsFunc(r.plan.Changes, func(c Change) bool {
		return c.From != nil && *c.From == n || c.In != nil && (*c.In == n || *c.In == n-1)
	})
}

// planned answers a payday without one-off pay, ahead of the others.
func (r *planRun) planned(n int, t terms) (*Result, error) {
	t.oneOff, t.hasOneOff = number.Decimal{}, false
	s := *r.ordinary
	s.Amount, s.Values, s.PayDate = t.gross, slices.Clone(t.values), r.payDate(n)
	if err := r.fillIn(&s, &t, n, &Result{Country: r.year.country}); err != nil {
		return nil, err
	}
	r.fillInItems(s.Values)
	result, err := r.book.Net(&s)
	if err == nil {
		r.carry(&t, result)
	}
	return result, err
}

// fillsItems reports whether a component of a payday has a field that is filled in.
func (r *planRun) fillsItems(t *terms) bool {
	return slices.ContainsFunc(t.values, func(v Value) bool {
		return slices.ContainsFunc(v.Items, func(item Item) bool { return r.year.filledField(&item) != "" })
	})
}

// filledField returns the field of an item that a question about a year fills in; empty if
// there is none.
func (y *year) filledField(item *Item) string {
	for _, field := range item.Kind.Fields {
		if slices.ContainsFunc(y.country.paydays.Carried, func(c carried) bool { return c.fills(item, field.Name) }) {
			return field.Name
		}
	}
	return ""
}

// fillInItems sets the fields of components that follow from the other paydays.
func (r *planRun) fillInItems(values []Value) {
	for at, v := range values {
		for i, item := range v.Items {
			for k, field := range item.Kind.Fields {
				for _, c := range r.year.country.paydays.Carried {
					if !c.fills(&item, field.Name) {
						continue
					}
					item.Values = slices.Clone(item.Values)
					item.Values[k] = Value{Kind: field.Kind, Number: r.carried[c.Name]}
					values[at].Items = slices.Clone(values[at].Items)
					values[at].Items[i] = item
				}
			}
		}
	}
}

// amount returns one of a payday's own amounts by name.
func (t *terms) amount(name string) (number.Decimal, bool) {
	switch name {
	case "gross":
		return cents(t.gross).Add(t.oneOff), true
	case "regular":
		return cents(t.gross), true
	case oneOffInput:
		return t.oneOff, true
	}
	return number.Decimal{}, false
}

// in returns the figure of an answer, if it has it.
func (f figureOf) in(result *Result) (sum number.Decimal, has bool) {
	if f.Line != "" {
		for i := range result.Lines {
			if line := &result.Lines[i]; line.Key == f.Line && line.Payer == employee {
				sum, has = sum.Add(line.Amount), true
			}
		}
		return sum, has
	}
	for _, applied := range [][]Applied{result.Profile, result.Hidden} {
		if at := slices.IndexFunc(applied, func(a Applied) bool { return a.Name == f.Figure }); at >= 0 {
			return applied[at].Value.Number, applied[at].Value.Given()
		}
	}
	return sum, false
}

// payday answers one payday and carries its figures on.
func (r *planRun) payday(n int) (Payday, error) {
	t := r.termsOf(n)
	s := *r.ordinary
	s.Amount, s.Values, s.PayDate = t.gross, t.values, r.payDate(n)
	c := r.year.country
	if t.hasOneOff {
		s.Amount = cents(t.gross).Add(t.oneOff)
		if at := c.fieldIndex(c.paydays.OneOff); at >= 0 {
			s.Values[at] = Value{Kind: Number, Number: t.oneOff}
		}
	}
	notes := &Result{Country: c}
	if err := r.fillIn(&s, &t, n, notes); err != nil {
		return Payday{}, err
	}
	r.fillInItems(s.Values)
	result, err := r.book.Net(&s)
	if err != nil {
		return Payday{}, err
	}
	result.Notes = append(result.Notes, notes.Notes...)
	decided := func(w Warning) bool { return slices.Contains(c.paydays.Decides, w.Code) }
	result.Warnings = append(slices.DeleteFunc(result.Warnings, decided), notes.Warnings...)
	r.carry(&t, result)
	payday := Payday{Number: n, Scenario: &s, Result: result}
	if r.count == monthsOfYear {
		from, to := r.days(n)
		payday.From, payday.To = from.Format(time.DateOnly), to.Format(time.DateOnly)
	}
	return payday, nil
}

// payDate returns the day that chooses the law of a payday; empty if the law does not
// change within the year, or the year is not the calendar's, where a field decides.
func (r *planRun) payDate(n int) string {
	if len(r.year.stretches) < 2 || dayTime(r.year.from).YearDay() != 1 {
		return ""
	}
	_, to := r.days(n)
	return to.Format(time.DateOnly)
}

// fillIn sets the fields that follow from the other paydays, and reads the notes on them.
func (r *planRun) fillIn(s *Scenario, t *terms, n int, notes *Result) error {
	y := r.year
	if s.PayDate != "" {
		y = y.on(dayNumber(s.PayDate))
	}
	if y.payday == nil {
		return nil
	}
	program, err := y.payday()
	if err != nil {
		return err
	}
	run := program.Run()
	defer run.Release()
	if err := y.bind(run, y.paydayBinding(), s, cents(s.Amount)); err != nil {
		return err
	}
	_, end := r.days(n)
	for at, in := range program.Program.Inputs {
		switch in.Name {
		case paydayInput:
			run.SetInt(at, int64(n))
		case paydaysInput:
			run.SetInt(at, int64(r.count))
		case firstInput:
			run.SetInt(at, int64(r.first))
		case oneOffInput:
			err = run.SetNumber(at, t.oneOff)
		case periodEnd:
			err = run.Set(at, end.Format(time.DateOnly))
		default:
			if amount, has := r.carried[in.Name]; has {
				err = run.SetNumber(at, amount)
			}
		}
		if err != nil {
			return err
		}
	}
	if err := y.execute(run); err != nil {
		return err
	}
	notes.readNotes(run.Outcome(), s.Language)
	for i, out := range program.Program.Outputs {
		if at := y.country.fieldIndex(out.Name); at >= 0 && !r.changes(at) {
			s.Values[at] = Value{}
			s.Values[at].read(run.Outcome().Output(i), y.country.fields[at].Kind, s.Language)
		}
	}
	return nil
}

// changes reports whether a change of the plan names a field.
func (r *planRun) changes(field int) bool {
	return slices.ContainsFunc(r.plan.Changes, func(c Change) bool { return c.names(field) })
}

// carry adds the figures of an answered payday to what is carried.
func (r *planRun) carry(t *terms, result *Result) {
	for _, c := range r.year.country.paydays.Carried {
		amount, has := t.amount(c.Figure)
		if !has {
			amount, has = c.in(result)
		}
		if !has {
			amount, has = t.amount(c.Otherwise)
		}
		before, carried := r.carried[c.Name]
		switch {
		case !has || c.Take == takePlan:
		case c.Take == takeSum:
			r.carried[c.Name] = before.Add(amount)
		case c.Take == takeLatest || !carried:
			r.carried[c.Name] = amount
		}
	}
}

// fieldIndex returns the index of a field; -1 if the country does not have it.
func (c *Country) fieldIndex(name string) int {
	return slices.IndexFunc(c.fields, func(f Field) bool { return f.Name == name })
}
