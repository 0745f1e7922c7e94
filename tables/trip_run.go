package tables

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// tripRun is a run of a regime's rules on a journey.
type tripRun struct {
	*itinerary
	rules *tripRules
	run   *run.Run
	// rates are the rates found so far.
	rates []placeRate
	texts map[string]Text // by their English text
	codes map[string]int64
	// names are the names in the request, of its places and of currencies, by their numbers.
	names     []Text
	nameCodes map[string]handle
}

// placeRate is the rate of a place and the days on which it applies. Numbers below 0 are
// places of the rules, others legs.
type placeRate struct {
	place, from, to int64
	rate            *Rate
}

// answer runs the rules on a journey.
func (t *tripRules) answer(c *itinerary) (*Allowances, error) {
	x, err := t.walk(c)
	if err != nil {
		return nil, err
	}
	defer x.run.Release()
	if refusal := x.run.Outcome().Refusal(); refusal != nil {
		said := &Refusal{Code: refusal.Code, Message: refusal.Message, Remedies: refusal.Remedies}
		if refusal.Index >= 0 && refusal.Member != "" {
			said.Loc = []any{refusal.Input, refusal.Index, refusal.Member}
		} else if refusal.Input != "" {
			said.Loc = []any{refusal.Input}
		}
		return nil, said
	}
	return x.result(), nil
}

// walk runs the program on a journey. The caller releases the run.
func (t *tripRules) walk(c *itinerary) (x *tripRun, err error) {
	x = &tripRun{itinerary: c, rules: t, texts: map[string]Text{}, codes: map[string]int64{}, nameCodes: map[string]handle{}}
	inDay := func(m mealRecord) int { return slices.Index(t.meals, string(m.Meal)) }
	for _, m := range c.meals {
		if inDay(m) < 0 {
			return nil, c.regime.refuse(invalidInput, "meal_unknown", "meal", string(m.Meal))
		}
	}
	slices.SortStableFunc(c.meals, func(a, b mealRecord) int { return inDay(a) - inDay(b) })
	for _, l := range c.legs {
		if !l.home {
			if _, err := x.rate(int64(l.index), dayOf(l.arrive.local)); err != nil {
				return nil, err
			}
		}
	}
	executable, err := t.executable()
	if err != nil {
		return nil, fmt.Errorf("the trip rules of %s: %w", c.regime.ID, err)
	}
	x.run = executable.Run()
	x.run.SetHost(x)
	inputs := reflect.ValueOf(x.inputs()).Elem()
	for i := 0; i < len(t.inputs) && err == nil; i++ {
		err = x.set(i, inputs)
	}
	if err == nil {
		err = x.run.Execute()
	}
	if err == nil {
		return x, nil
	}
	x.run.Release()
	if refusal := (*Refusal)(nil); errors.As(err, &refusal) {
		return nil, refusal
	}
	return nil, fmt.Errorf("the trip rules of %s: %w", c.regime.ID, err)
}

// set sets input i of the program, unless it is a field of the request that was not sent.
func (x *tripRun) set(i int, inputs reflect.Value) error {
	value, err := x.lay(nil, inputs, x.rules.inputs[i:i+1])
	switch of := x.rules.inputs[i].Type; {
	case err != nil || len(value) == 0:
	case of.Kind == types.ListKind:
		x.run.SetList(i, value[0], value[1])
	default:
		x.run.SetInt(i, value[0])
	}
	return err
}

// rate returns the rate of a place on a day.
func (x *tripRun) rate(place, date int64) (*Rate, error) {
	for i := range x.rates {
		if known := &x.rates[i]; known.place == place && known.from <= date && date <= known.to {
			return known.rate, nil
		}
	}
	var query Query
	if place < 0 {
		query = *x.rules.fixed[-place-1]
	} else {
		query = *x.legs[place].place
	}
	query.Date = dayText(date)
	rate, err := x.regime.Resolve(&query)
	if err != nil {
		return nil, x.ofLeg(place, date, err)
	}
	valid := shared(rate.edition.Valid, rate.Season())
	known := placeRate{place, math.MinInt64, math.MaxInt64, rate}
	if from, ok := number.ParseDate(valid.From); ok {
		known.from = from
	}
	if to, ok := number.ParseDate(valid.To); ok {
		known.to = to
	}
	x.rates = append(x.rates, known)
	return rate, nil
}

// ofLeg adds to a refusal the leg of the place, or the time of the journey that causes
// the day.
func (x *tripRun) ofLeg(place, date int64, err error) error {
	var refusal *Refusal
	if !errors.As(err, &refusal) || place < 0 && refusal.Code != dateNotCovered {
		return err
	}
	named := *refusal
	if refusal.Code == dateNotCovered {
		named.Loc = x.timeOf(date)
		return &named
	}
	named.Message = x.regime.text("leg", "leg", strconv.Itoa(int(place)+1), "message", refusal.Message)
	named.Loc = append([]any{listLegs, int(place)}, refusal.Loc...)
	named.Remedies = nil
	for _, one := range refusal.Remedies {
		named.Remedies = append(named.Remedies, one.In(listLegs, int(place)))
	}
	return &named
}

// timeOf returns the path of the time in the request that makes a day part of the journey.
func (x *tripRun) timeOf(day int64) []any {
	if day < dayOf(x.legs[0].arrive.local) {
		return []any{"leave_home"}
	}
	for i, l := range x.legs {
		switch {
		case day <= dayOf(l.arrive.local):
			return []any{listLegs, i, "arrive"}
		case day <= dayOf(l.depart.local):
			return []any{listLegs, i, "depart"}
		}
	}
	return []any{"return_home"}
}

// shared returns the days that two spans share.
func shared(a, b Span) Span {
	both := Span{max(a.From, b.From), a.To}
	if both.To == "" || b.To != "" && b.To < both.To {
		both.To = b.To
	}
	return both
}

// Call runs a function of the rules.
func (x *tripRun) Call(site int, args, results []int64) error {
	f := &x.rules.functions[site]
	result, err := hostFunctions[f.name].call(x, args)
	if err == nil {
		_, err = x.lay(results[:0], reflect.ValueOf(result), f.result)
	}
	return err
}

// layAmounts appends the amounts of a field, one or one for each case.
func layAmounts(to []int64, r *Regime, f *types.Field, row *Row) ([]int64, error) {
	for _, column := range amountColumns(f) {
		units, ok := r.Value(row, column).Amount.Units(f.Type.Decimals)
		if !ok {
			return nil, fmt.Errorf("%s in %s has more than %d decimals", column, row.Currency, f.Type.Decimals)
		}
		to = append(to, units)
	}
	return to, nil
}

// amountColumns returns the columns of a field's amounts.
func amountColumns(f *types.Field) []string {
	if by := f.Type.By; by != nil {
		return by.Cases
	}
	return []string{f.Name}
}

// text returns the number of a text in the run.
func (x *tripRun) text(t Text) int64 {
	code, known := x.codes[t.English]
	if !known {
		code = x.run.Intern(t.English)
		x.codes[t.English], x.texts[t.English] = code, t
	}
	return code
}
