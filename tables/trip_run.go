package tables

import (
	"cmp"
	"errors"
	"fmt"
	"github.com/payslate/payslate/interpreter/number"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// tripRun is a run of a regime's rules on a journey.
type tripRun struct {
	rules  *tripRules
	regime *Regime
	c      *itinerary
	run    *run.Run
	// rates are the rates found so far.
	rates []placeRate
	texts map[string]Text // by their English text
	codes map[string]int64
	money []string           // currencies by their numbers
	meals map[int64]dayMeals // by day
	// names are the names in the request and of its places, by their numbers.
	names     []Text
	nameCodes map[string]int64
}

// placeRate is the rate of a place and the days on which it applies. Numbers below 0 are
// places of the rules, others legs.
type placeRate struct {
	place, from, to int64
	rate            *Rate
}

// answer runs the rules on a journey.
func (t *tripRules) answer(r *Regime, c *itinerary) (*Allowances, error) {
	x, err := t.walk(t.executable, r, c)
	if err != nil {
		return nil, err
	}
	defer x.run.Release()
	if refusal := x.run.Outcome().Refusal(); refusal != nil {
		said := &Refusal{Code: refusal.Code, Message: refusal.Message}
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
func (t *tripRules) walk(executable *run.Executable, r *Regime, c *itinerary) (*tripRun, error) {
	x := &tripRun{rules: t, regime: r, c: c, texts: map[string]Text{}, codes: map[string]int64{}, meals: map[int64]dayMeals{}, nameCodes: map[string]int64{}}
	if refusal := x.sortMeals(); refusal != nil {
		return nil, refusal
	}
	for _, l := range c.legs {
		if l.home {
			continue
		}
		if _, err := x.rate(placeOf(l), dayOf(l.arrive.local)); err != nil {
			return nil, err
		}
	}
	x.run = executable.Run()
	clear(x.run.Counts())
	x.run.SetHost(x)
	x.layMeals()
	inputs := reflect.ValueOf(x.inputs()).Elem()
	for i := range t.inputs {
		if refusal := x.set(i, &t.inputs[i], inputs); refusal != nil {
			x.run.Release()
			return nil, refusal
		}
	}
	if err := x.run.Execute(); err != nil {
		x.run.Release()
		var refusal *Refusal
		if errors.As(err, &refusal) {
			return nil, refusal
		}
		return nil, fmt.Errorf("the trip rules of %s: %w", r.ID, err)
	}
	return x, nil
}

// set sets an input of the program.
func (x *tripRun) set(i int, in *tripInput, inputs reflect.Value) *Refusal {
	switch {
	case in.fixed >= 0:
		x.run.SetInt(i, int64(-in.fixed-1))
	case in.sent:
		return x.setSent(i, in)
	case in.record != nil:
		list, refusal := x.layList(inputs.Field(in.index), in.record)
		x.run.SetList(i, list[0], list[1])
		return refusal
	default:
		value := x.layValue(nil, inputs.Field(in.index), nil)[0]
		if in.Type.Kind == types.Boolean {
			x.run.SetBool(i, value == 1)
		} else {
			x.run.SetInt(i, value)
		}
	}
	return nil
}

func placeOf(l *leg) int64 { return int64(l.number - 1) }

// sortMeals sorts the provided meals by day and by the order of the rules' meals.
func (x *tripRun) sortMeals() *Refusal {
	for i := range x.c.meals {
		if meal := x.c.meals[i].meal; !slices.Contains(x.rules.meals, meal) {
			return x.rules.texts.refuse("meal_unknown", "meal", meal)
		}
	}
	slices.SortStableFunc(x.c.meals, func(a, b providedMeal) int {
		return cmp.Or(cmp.Compare(a.date, b.date), slices.Index(x.rules.meals, a.meal)-slices.Index(x.rules.meals, b.meal))
	})
	return nil
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
		query = *x.c.legs[place].place
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
	l := x.c.legs[place]
	named.Message = wording.Fill(x.rules.texts.texts["leg"], "leg", strconv.Itoa(l.number), "message", refusal.Message)
	named.Loc = append([]any{listLegs, int(place)}, refusal.Loc...)
	return &named
}

// timeOf returns the path of the time in the request that makes a day part of the journey.
func (x *tripRun) timeOf(day int64) []any {
	if day < dayOf(x.c.legs[0].arrive.local) {
		return []any{"leave_home"}
	}
	for i, l := range x.c.legs {
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
	if err != nil {
		return err
	}
	if rate, is := result.(*Rate); is {
		return x.layRate(f.result, rate, results)
	}
	x.lay(results[:0], reflect.ValueOf(result), f.result)
	return nil
}

// layRate lays out a rate, with the amounts of its row.
func (x *tripRun) layRate(to layout, rate *Rate, results []int64) error {
	row := rate.Row
	record := reflect.ValueOf(rateRecord{
		Location: words(x.text(rate.Location.Matched)), Source: words(x.text(rate.Area.Edition.Source.Name)),
		Currency: words(x.text(wording.Everywhere(row.Currency))), LodgingCurrency: words(x.text(wording.Everywhere(row.LodgingCurrency))),
		Money: handle(x.currency(row.Currency)), Abroad: rate.Location.Country.Code != x.regime.Country,
	})
	for i := range to {
		f := &to[i]
		if f.index >= 0 {
			x.layValue(results[f.At:f.At], record.Field(f.index), f)
		} else if err := layAmounts(rate.Regime, &f.Field, row, results[f.At:]); err != nil {
			return err
		}
	}
	return nil
}

// layAmounts lays out the amounts of a field, one or one for each case.
func layAmounts(r *Regime, f *types.Field, row *Row, at []int64) error {
	for i, column := range amountColumns(f) {
		units, ok := r.Value(row, column).Amount.Units(f.Type.Decimals)
		if !ok {
			return fmt.Errorf("%s in %s has more than %d decimals", column, row.Currency, f.Type.Decimals)
		}
		at[i] = units
	}
	return nil
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

// currency returns the number of a currency, by which rules compare currencies.
func (x *tripRun) currency(code string) int64 {
	i := slices.Index(x.money, code)
	if i < 0 {
		i = len(x.money)
		x.money = append(x.money, code)
	}
	return int64(i)
}
