package tables

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
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
	nameCodes map[string]int
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
		return nil, &Refusal{Refusal: *refusal}
	}
	return x.result(), nil
}

// walk runs the program on a journey. The caller releases the run.
func (t *tripRules) walk(c *itinerary) (x *tripRun, err error) {
	x = &tripRun{itinerary: c, rules: t, texts: map[string]Text{}, codes: map[string]int64{}, nameCodes: map[string]int{}}
	inDay := func(m meal) int { return slices.Index(t.meals, m.name) }
	for _, m := range c.meals {
		if inDay(m) < 0 {
			return nil, c.regime.refuse(invalidInput, "meal_unknown", "meal", m.name)
		}
	}
	slices.SortStableFunc(c.meals, func(a, b meal) int { return inDay(a) - inDay(b) })
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
	err = t.inputs.Set(x.run, x)
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
	named.Refusal = *refusal.In(listLegs, int(place))
	named.Message = x.regime.text("leg", "leg", strconv.Itoa(int(place)+1), "message", refusal.Message)
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
	return x.rules.functions[site](x, x.run, args, results)
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
