package rules

import (
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
)

// planRun answers the paydays of a plan one after the other.
type planRun struct {
	book               *Book
	year               *year // the last stretch
	plan               *Plan
	ordinary           *Scenario
	count, first, last int
	carried            []amount // in the order of the country's declaration
	figures            []amount // likewise, of the payday at hand
	terms              []*terms // of the paydays from the first
	// asked is the question of the payday at hand: its Values are those of the terms, with
	// the fields that follow from the other paydays.
	asked  Scenario
	filled []filledField // of all paydays
}

// amount is an amount that may be absent.
type amount struct {
	number.Decimal
	given bool
}

// filledField is a value that replaces one of the terms.
type filledField struct {
	field int
	value Value
}

// termsOn returns the terms of a payday.
func (r *planRun) termsOn(n int) *terms { return r.terms[n-r.first] }

// planAhead adds up what is carried of the whole plan: of regular pay where one-off pay is
// a field of its own.
func (r *planRun) planAhead() error {
	declared := r.year.country.paydays.Carried
	r.carried = make([]amount, len(declared))
	if !slices.ContainsFunc(declared, func(c carried) bool { return c.Take == takePlan }) {
		return nil
	}
	ahead := *r
	ahead.carried = make([]amount, len(declared))
	for i, c := range declared {
		ahead.carried[i].given = c.Take == takePlan
	}
	ofAnswers := slices.ContainsFunc(declared, func(c carried) bool { return c.Take == takePlan && !(&terms{}).amount(c.Figure).given })
	figures := make([]amount, len(declared))
	var asked []regularPay
	for n := r.first; n <= r.last; n++ {
		t := *r.termsOn(n)
		if r.year.country.paydays.OneOff == "" {
			t.gross, t.oneOff = cents(t.gross).Add(t.oneOff), number.Decimal{}
		}
		if ofAnswers {
			law := r.law(r.payDate(n))
			at := slices.IndexFunc(asked, func(p regularPay) bool { return p.law == law && p.same(&t) })
			if at < 0 {
				if err := ahead.planned(n, t); err != nil {
					return r.book.inPayday(n, err)
				}
				at, asked = len(asked), append(asked, regularPay{t, law, slices.Clone(ahead.figures)})
			}
			figures = asked[at].figures
		}
		for i := range declared {
			if c := &declared[i]; c.Take == takePlan {
				r.carried[i] = amount{r.carried[i].Add(t.carries(c, figures[i]).Decimal), true}
			}
		}
	}
	return nil
}

// regularPay is a payday that was answered ahead.
type regularPay struct {
	terms
	law     *year
	figures []amount
}

// same reports whether a payday under the same law has the same figures: equal terms but for
// one-off pay, and no component that depends on the paydays before.
func (p *regularPay) same(t *terms) bool {
	return t.gross == p.gross && !t.fills && (len(t.values) == 0 || &t.values[0] == &p.values[0])
}

// planned answers a payday without one-off pay, ahead of the others, as far as its figures
// are carried.
func (r *planRun) planned(n int, t terms) error {
	t.oneOff, t.hasOneOff = number.Decimal{}, false
	if filled, err := r.ask(n, &t); err != nil {
		return err
	} else if filled != nil {
		filled.Release()
	}
	s, y, _, gross, err := r.book.paid(&r.asked)
	if err != nil {
		return err
	}
	program, err := y.planned()
	if err != nil {
		return err
	}
	run := program.Run()
	defer run.Release()
	if err := y.bind(run, y.binding, s, gross); err != nil {
		return err
	}
	if err := run.Execute(); err != nil {
		return err
	}
	if run.Outcome().Refused() { // the whole program says why
		_, err := r.book.Net(s)
		return err
	}
	r.carry(&t, y, run.Outcome())
	return nil
}

// fillsItems reports whether a component has a field that is filled in.
func (y *year) fillsItems(values []Value) bool {
	return slices.ContainsFunc(values, func(v Value) bool {
		return slices.ContainsFunc(v.Items, func(item Item) bool { return y.filledField(&item) != "" })
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
func (r *planRun) fillInItems(t *terms) {
	if !t.fills {
		return
	}
	for at := range t.values {
		var filled []Item // the terms keep theirs
		for i, item := range t.values[at].Items {
			for k, field := range item.Kind.Fields {
				for c := range r.carried {
					if !r.year.country.paydays.Carried[c].fills(&item, field.Name) {
						continue
					}
					if filled == nil {
						filled = slices.Clone(t.values[at].Items)
					}
					filled[i].Values = slices.Clone(filled[i].Values)
					filled[i].Values[k] = Value{Kind: field.Kind, Number: r.carried[c].Decimal}
				}
			}
		}
		if filled != nil {
			r.fill(at, Value{Kind: Array, Items: filled})
		}
	}
}

// fill sets a field of the question of the payday at hand.
func (r *planRun) fill(field int, v Value) {
	if v.Given() || r.asked.Values[field].Given() {
		r.asked.Values[field] = v
		r.filled = append(r.filled, filledField{field, v})
	}
}

// amount returns one of a payday's own amounts by name.
func (t *terms) amount(name string) amount {
	switch name {
	case "gross":
		return amount{cents(t.gross).Add(t.oneOff), true}
	case "regular":
		return amount{cents(t.gross), true}
	case oneOffInput:
		return amount{t.oneOff, true}
	}
	return amount{}
}

// carries returns what is carried of a payday: an amount of its own, a figure of its answer,
// or what the declaration names if the answer lacks it.
func (t *terms) carries(c *carried, figure amount) amount {
	if own := t.amount(c.Figure); own.given {
		return own
	}
	if figure.given {
		return figure
	}
	return t.amount(c.Otherwise)
}

// payday answers one payday and carries its figures on.
func (r *planRun) payday(n int) (Payday, error) {
	t, before := r.termsOn(n), len(r.filled)
	r.asked.brief = n > r.first
	filled, err := r.ask(n, t)
	if err != nil {
		return Payday{}, err
	}
	if filled != nil {
		defer filled.Release()
	}
	result, err := r.book.net(&r.asked, func(y *year, out run.Outcome) { r.carry(t, y, out) })
	if err != nil {
		return Payday{}, err
	}
	decided := func(w Warning) bool { return slices.Contains(r.year.country.paydays.Decides, w.Code) }
	result.Warnings = slices.DeleteFunc(result.Warnings, decided)
	if filled != nil {
		result.readNotes(filled.Outcome(), r.asked.Language)
	}
	payday := Payday{Number: n, Result: result, question: r.asked, filled: r.filled[before:]}
	payday.question.Values, payday.question.brief = t.values, false
	if r.count == monthsOfYear {
		from, to := r.days(n)
		payday.From, payday.To = dayText(from), dayText(to)
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
	return dayText(to)
}

// law returns the law of a day of payment, or that of the year.
func (r *planRun) law(payDate string) *year {
	if payDate == "" {
		return r.year
	}
	return r.year.on(dayNumber(payDate))
}

// ask makes the question of a payday, with the fields that follow from the other paydays.
// The run is that of the program payday, nil if the country has none; the caller releases it.
func (r *planRun) ask(n int, t *terms) (*run.Run, error) {
	s, c := &r.asked, r.year.country
	copy(s.Values, t.values)
	s.Amount, s.PayDate = cents(t.gross).Add(t.oneOff), r.payDate(n)
	if !t.hasOneOff {
		s.Amount = t.gross // noted if it has to be rounded
	} else if at := c.fieldIndex(c.paydays.OneOff); at >= 0 {
		r.fill(at, Value{Kind: Number, Number: t.oneOff})
	}
	y := r.law(s.PayDate)
	if y.payday == nil {
		r.fillInItems(t)
		return nil, nil
	}
	program, err := y.payday()
	if err != nil {
		return nil, err
	}
	run := program.Run()
	if err := r.run(run, y, t, n); err != nil {
		run.Release()
		return nil, err
	}
	for i, at := range y.paydayFields {
		if at >= 0 && !r.changes(at) {
			var v Value
			v.read(run.Outcome().Output(i), c.fields[at].Kind, s.Language)
			r.fill(at, v)
		}
	}
	r.fillInItems(t)
	return run, nil
}

// run executes the program payday.
func (r *planRun) run(run *run.Run, y *year, t *terms, n int) (err error) {
	if err := y.bind(run, y.paydayBinding, &r.asked, cents(r.asked.Amount)); err != nil {
		return err
	}
	for _, in := range y.paydayInputs {
		switch {
		case in.carried >= 0:
			if r.carried[in.carried].given {
				err = run.SetNumber(in.at, r.carried[in.carried].Decimal)
			}
		case in.name == paydayInput:
			run.SetInt(in.at, int64(n))
		case in.name == paydaysInput:
			run.SetInt(in.at, int64(r.count))
		case in.name == firstInput:
			run.SetInt(in.at, int64(r.first))
		case in.name == oneOffInput:
			err = run.SetNumber(in.at, t.oneOff)
		case in.name == periodEnd:
			_, end := r.days(n)
			run.SetInt(in.at, end)
		}
		if err != nil {
			return err
		}
	}
	return y.execute(run)
}

// changes reports whether a change of the plan names a field.
func (r *planRun) changes(field int) bool {
	for i := range r.plan.Changes {
		if r.plan.Changes[i].names(field) {
			return true
		}
	}
	return false
}

// carry adds the figures of an answered payday to what is carried.
func (r *planRun) carry(t *terms, y *year, out run.Outcome) {
	r.figures = y.readCarried(r.figures[:0], out)
	for i := range r.carried {
		c, before := &r.year.country.paydays.Carried[i], &r.carried[i]
		if c.Take == takePlan || c.Take == takeFirst && before.given {
			continue
		}
		figure := t.carries(c, r.figures[i])
		switch {
		case !figure.given:
		case c.Take == takeSum:
			*before = amount{before.Add(figure.Decimal), true}
		default:
			*before = figure
		}
	}
}

// readCarried appends the figures that are carried from an outcome of the net program.
func (y *year) readCarried(figures []amount, out run.Outcome) []amount {
	for i, at := range y.carriedOutputs {
		var figure amount
		if at >= 0 {
			if v := out.Output(at); v.Given() {
				figure = amount{v.Number(), true}
			}
		}
		if key := y.country.paydays.Carried[i].Line; key != "" {
			for line := range out.Lines {
				if line.Word(lineKey) == key && line.Word(linePayer) == employee {
					sum, _ := line.Number(lineAmount)
					figure = amount{figure.Add(sum), true}
				}
			}
		}
		figures = append(figures, figure)
	}
	return figures
}

// fieldIndex returns the index of a field; -1 if the country does not have it.
func (c *Country) fieldIndex(name string) int {
	return slices.IndexFunc(c.fields, func(f Field) bool { return f.Name == name })
}
