package rules

import (
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// planRun answers the paydays of a plan one after the other.
type planRun struct {
	book        *Book
	year        *year // the last stretch
	plan        *Plan
	ordinary    *Scenario
	count       int // paydays of the year; the last asked may be one more
	first, last int
	days        []period // of these paydays, and one more
	carried     []amount // in the order of the country's declaration
	figures     []amount // likewise, of the payday at hand
	// began has, by the sum that a component states and that falls, what was carried before the
	// first payday that states it.
	began    map[string]number.Decimal
	terms    []*terms // of the paydays from the first
	replaced map[int][]Text
	// asked is the question of the payday at hand, which Net answers in the same way: its
	// Values are those of the terms, with the fields that follow from the other paydays.
	asked  Scenario
	filled []int // these fields
	now    standing
	ahead  bool // only what the plan carries is computed
	looked []lookedThrough
}

// standing is what paydays share while neither law nor profile changes: both programs have
// their inputs but for the pay and what follows from other paydays.
type standing struct {
	values    []Value // of the terms
	hasOneOff bool
	law       *year    // which fills in fields
	payday    *run.Run // nil before the first payday, and if the country has no such program
	year      *year    // which answers; nil before the first payday
	period    int
	net       *run.Run // likewise
}

// amount is an amount that may be absent.
type amount struct {
	number.Decimal
	given bool
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
	ahead.carried, ahead.began = make([]amount, len(declared)), map[string]number.Decimal{}
	for i, c := range declared {
		ahead.carried[i].given = c.Take == takePlan
	}
	ofAnswers := slices.ContainsFunc(declared, func(c carried) bool { return c.Take == takePlan && !(&terms{}).amount(c.Figure).given })
	figures := make([]amount, len(declared))
	ahead.ahead = true
	defer ahead.release()
	var asked []regularPay
	for n := r.first; n <= r.last; n++ {
		t := *r.termsOn(n)
		if r.year.country.paydays.OneOff == "" {
			t.gross, t.oneOff = cents(t.gross).Add(t.oneOff), number.Decimal{}
		}
		if ofAnswers {
			_, law := r.law(n)
			at := slices.IndexFunc(asked, func(p regularPay) bool { return p.law == law && p.same(&t) })
			if at < 0 {
				regular := terms{gross: t.gross, values: t.values, fills: t.fills}
				if _, err := ahead.execute(n, &regular); err != nil {
					return r.inPayday(n, err)
				}
				ahead.carry(&regular)
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
	return t.gross == p.gross && !t.fills && same(t.values, p.values)
}

// same reports whether two paydays share their profile.
func same(a, b []Value) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// fillsItems reports whether a component has a field that follows from the other paydays.
func (y *year) fillsItems(values []Value) bool {
	return slices.ContainsFunc(values, func(v Value) bool {
		return slices.ContainsFunc(v.Items, func(item Item) bool {
			return y.filledField(&item) != "" || slices.ContainsFunc(y.country.paydays.Carried, func(c carried) bool { return c.lowers(&item) != nil })
		})
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
		if len(t.values[at].Items) == 0 {
			continue
		}
		var left Value
		for _, item := range t.values[at].Items { // the terms keep theirs
			item.Values = slices.Clone(item.Values)
			if r.fillInItem(&item) {
				left.Items = append(left.Items, item)
			}
		}
		if len(left.Items) > 0 {
			left.Kind = types.ListKind
		}
		r.fill(at, left)
	}
}

// fillInItem sets the fields of a component that follow from the other paydays. It reports
// whether anything is left of what it takes.
func (r *planRun) fillInItem(item *Item) bool {
	for at := range r.carried {
		c, before := &r.year.country.paydays.Carried[at], r.carried[at].Decimal
		for k, field := range item.Kind.Fields {
			if c.fills(item, field.Name) {
				item.Values[k] = numberOf(before)
			}
		}
		sum := c.lowers(item)
		if sum == nil {
			continue
		}
		stated := sum.Number.Trim().String()
		start, began := r.began[stated]
		if !began {
			start, r.began[stated] = before, before
		}
		if sum.Number = sum.Number.Sub(before.Sub(start)); sum.Number.Sign() <= 0 {
			return false
		}
	}
	return true
}

func numberOf(n number.Decimal) Value {
	return Value{Value: types.Value{Kind: types.Number, Number: n}}
}

// fill sets a field of the question of the payday at hand.
func (r *planRun) fill(field int, v Value) {
	if v.Given() || r.asked.Values[field].Given() {
		r.asked.Values[field] = v
		r.filled = append(r.filled, field)
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
	t, s := r.termsOn(n), &r.asked
	if s.Without = 0; n > r.first && !r.plan.FullLines {
		s.Without = LineDetails | AppliedProfile
	}
	gross, err := r.execute(n, t)
	if err != nil {
		return Payday{}, err
	}
	r.carry(t)
	result := r.book.answer(r.now.net.Outcome(), r.now.year, s, r.now.period, gross)
	r.book.doubt(result, s, cents(t.gross), "")
	decided := func(w Warning) bool { return slices.Contains(r.year.country.paydays.Decides, w.Code) }
	result.Warnings = slices.DeleteFunc(result.Warnings, decided)
	if r.now.payday != nil {
		result.readNotes(r.now.payday.Outcome(), s)
	}
	for _, note := range r.replaced[n] {
		result.Notes = append(result.Notes, note.In(s.Language))
	}
	for i := range result.Warnings {
		result.Warnings[i].Remedies = r.sendable(result.Warnings[i].Remedies)
	}
	payday := Payday{Number: n, Result: result}
	if r.count == monthsOfYear {
		payday.From, payday.To = r.days[n-1].first, r.days[n-1].last
	}
	return payday, nil
}

// law returns the day that chooses the law of a payday, and that law. The day is empty if the
// law does not change within the year, or the year is not the calendar's, where a field decides.
func (r *planRun) law(n int) (payDate string, law *year) {
	if len(r.year.stretches) < 2 || number.Day(r.year.from).YearDay() != 1 {
		return "", r.year
	}
	end := &r.days[n-1]
	return end.last, r.year.on(end.to)
}

// execute executes the programs of a payday: first payday, which fills in fields, then net.
func (r *planRun) execute(n int, t *terms) (gross number.Decimal, err error) {
	s, c := &r.asked, r.year.country
	payDate, law := r.law(n)
	stands := r.now.law == law && same(r.now.values, t.values) && !t.hasOneOff && !r.now.hasOneOff && (payDate != "" || len(law.stretches) == 1)
	if stands {
		for _, field := range r.filled {
			s.Values[field] = t.values[field]
		}
	} else {
		r.release()
		copy(s.Values, t.values)
		r.now = standing{values: t.values, hasOneOff: t.hasOneOff, law: law}
	}
	r.filled = r.filled[:0]
	s.Amount, s.PayDate = cents(t.gross).Add(t.oneOff), payDate
	if !t.hasOneOff {
		s.Amount = t.gross // noted if it has to be rounded
	} else if c.oneOffAt >= 0 {
		r.fill(c.oneOffAt, numberOf(t.oneOff))
	}
	r.fillInItems(t)
	if law.payday != nil {
		if err := r.fillIn(n, t); err != nil {
			return gross, err
		}
	}
	return r.net()
}

// fillIn sets the fields that the program payday fills in.
func (r *planRun) fillIn(n int, t *terms) error {
	s, y := &r.asked, r.now.law
	if r.now.payday == nil {
		program, err := y.payday()
		if err != nil {
			return err
		}
		if r.now.payday, err = y.bound(program, y.paydayFixed, s, number.Decimal{}); err != nil {
			return err
		}
		r.now.payday.Keep()
	}
	run := r.now.payday
	run.Again()
	if err := y.paydayMoving.Set(run, request{y, s, cents(s.Amount), r, n, t}); err != nil {
		return err
	}
	if err := y.execute(run); err != nil {
		return err
	}
	for i, at := range y.paydayFields {
		if y.filledIn[i].Name == payDateInput {
			day := run.Outcome().Output(i).Int()
			if r.book.moved == payDateInput {
				day++
			}
			s.PayDate = dayText(day)
		}
		if at >= 0 && !r.decided(at) {
			var v Value
			field := &y.country.Fields[at]
			v.Value = run.Outcome().Output(i).Plain(s.Language)
			if field.Name == r.book.moved {
				v.move(field)
			}
			r.fill(at, v)
		}
	}
	return nil
}

// move moves a number by one unit of its last place, turns a Boolean around and takes the next
// choice of others. What is not given stays so.
func (v *Value) move(f *Field) {
	switch v.Kind {
	case types.Boolean:
		v.Bool = !v.Bool
	case types.Number:
		step := number.New(1, types.CentPlaces)
		if f.Integer() {
			step = number.New(1, 0)
		}
		v.Number = v.Number.Add(step)
	case types.Enumeration:
		if at := slices.Index(f.Cases, v.Text); at >= 0 {
			v.Text = f.Cases[(at+1)%len(f.Cases)]
		}
	}
}

// net executes the net program for the question of the payday at hand.
func (r *planRun) net() (gross number.Decimal, err error) {
	s, now := &r.asked, &r.now
	if now.year == nil {
		if _, now.year, now.period, err = r.book.find(s); err != nil {
			return gross, err
		}
	}
	y := now.year
	if gross, err = r.book.gross(y, s); err != nil {
		return gross, err
	}
	if now.net == nil {
		program := y.net
		if r.ahead {
			if program, err = y.planned(); err != nil {
				return gross, err
			}
		}
		if now.net, err = y.bound(program, y.fixed, s, gross); err != nil {
			return gross, err
		}
		now.net.Keep()
	}
	now.net.Again()
	if err := y.bind(now.net, y.moving, s, gross); err != nil {
		return gross, err
	}
	err = y.execute(now.net)
	if r.ahead && now.net.Outcome().Refused() { // the whole program has the message
		_, err = r.book.Net(s)
	}
	return gross, err
}

// release releases the runs of the payday at hand.
func (r *planRun) release() {
	for _, run := range []*run.Run{r.now.payday, r.now.net} {
		if run != nil {
			run.Release()
		}
	}
}

// decided reports whether changes of the plan decide a field in place of the program payday:
// one that they name and that payday does not read as a start.
func (r *planRun) decided(field int) bool {
	c := r.year.country
	if slices.Contains(c.paydays.Start, c.Fields[field].Name) {
		return false
	}
	for i := range r.plan.Changes {
		if r.plan.Changes[i].names(field) {
			return true
		}
	}
	return false
}

// carry adds the figures of the payday at hand to what is carried.
func (r *planRun) carry(t *terms) {
	r.figures = r.now.year.readCarried(r.figures[:0], r.now.net.Outcome())
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
	return slices.IndexFunc(c.Fields, func(f Field) bool { return f.Name == name })
}
