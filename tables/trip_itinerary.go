package tables

import (
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// Times are minutes and days are days since 1970-01-01.
const minutesOfDay = 24 * 60

// itinerary is a journey on the calendar, the input of every regime's rules.
type itinerary struct {
	regime  *Regime
	journey *Journey
	legs    []*leg
	trips   []*absence
	nights  []night
	meals   []meal
	lodging map[int64]bool // by the day on which the night begins
	// offsets reports whether the times have offsets.
	offsets bool
	times   int
	refusal *Refusal // the first one
}

// leg is a stay. Its index in the request is the number of its place in the rules.
type leg struct {
	index          int
	place          *Query
	arrive, depart moment
	home           bool
}

// night is a midnight away from home: at is the place there, nil on the way, and next the place
// that is reached next.
type night struct {
	of   *itinerary
	date int64 // on which it begins
	at   *leg
	trip *absence
	next *leg
}

// meal is a meal paid by others; paid is the traveller's share, if sent.
type meal struct {
	date int64
	name string
	paid *number.Decimal
}

// absence is a trip: the time from leaving home to coming back.
type absence struct {
	from, to moment
	legs     []*leg
}

// newItinerary puts a journey on the calendar, or refuses an impossible one.
func newItinerary(r *Regime, j *Journey) (*itinerary, *Refusal) {
	c := &itinerary{regime: r, journey: j, lodging: map[int64]bool{}}
	if len(j.Legs) == 0 {
		c.refuse([]any{listLegs}, "no_legs")
		return nil, c.refusal
	}
	c.readLegs()
	from, to := c.ends()
	if c.refusal != nil {
		return nil, c.refusal
	}
	c.split(from, to)
	for _, trip := range c.trips {
		c.layNights(trip)
	}
	c.readMeals()
	c.readLodging()
	return c, c.refusal
}

// refuse refuses the field of the request at loc, unless another was refused before.
func (c *itinerary) refuse(loc []any, text string, pairs ...any) {
	if c.refusal == nil {
		c.refusal = c.regime.refuse(invalidInput, text, pairs...).at(loc...)
	}
}

// outOfOrder refuses times that run backwards. Without offsets it explains how to send
// them, as local clocks may run backwards.
func (c *itinerary) outOfOrder(loc []any, text string, pairs ...any) {
	first := c.refusal == nil
	c.refuse(loc, text, pairs...)
	if first && !c.offsets {
		c.refusal.Message = wording.Join([]Text{c.refusal.Message, c.regime.text("send_offsets")}, " ")
	}
}

// time reads the time at loc in the request. All times have an offset or none has.
func (c *itinerary) time(text string, loc ...any) moment {
	field := loc[len(loc)-1]
	m, offset, ok := momentOf(text)
	if !ok {
		c.refuse(loc, "bad_time", "field", field, "time", text)
	}
	if c.times++; c.times == 1 {
		c.offsets = offset
	}
	if offset != c.offsets {
		c.refuse(loc, "mixed_offsets", "field", field, "time", text)
	}
	return m
}

func (c *itinerary) readLegs() {
	sent := c.journey.Legs
	for i := range sent {
		l := &leg{i, &sent[i].Place, c.time(sent[i].Arrive, listLegs, i, "arrive"), c.time(sent[i].Depart, listLegs, i, "depart"), sent[i].Home}
		number := strconv.Itoa(i + 1)
		if l.depart.elapsed <= l.arrive.elapsed || l.depart.local <= l.arrive.local {
			c.refuse([]any{listLegs, i, "depart"}, "leg_without_time", "leg", number, "arrive", sent[i].Arrive, "depart", sent[i].Depart)
		}
		if i > 0 && l.arrive.elapsed < c.legs[i-1].depart.elapsed {
			c.outOfOrder([]any{listLegs, i, "arrive"}, "legs_overlap", "leg", number, "arrive", sent[i].Arrive, "depart", sent[i-1].Depart)
		}
		c.legs = append(c.legs, l)
	}
	for _, i := range []int{0, len(sent) - 1} {
		if sent[i].Home {
			c.refuse([]any{listLegs, i, "home"}, "home_at_end", "leg", strconv.Itoa(i+1))
		}
	}
}

// ends returns the beginning and the end of the journey.
func (c *itinerary) ends() (from, to moment) {
	j, last := c.journey, len(c.legs)-1
	from, to = c.legs[0].arrive, c.legs[last].depart
	end := []any{listLegs, last, "depart"}
	if j.LeaveHome != "" {
		if from = c.time(j.LeaveHome, "leave_home"); from.elapsed > c.legs[0].arrive.elapsed {
			c.outOfOrder([]any{"leave_home"}, "leaves_late", "leave_home", j.LeaveHome, "arrive", j.Legs[0].Arrive)
		}
	}
	if j.ReturnHome != "" {
		end = []any{"return_home"}
		if to = c.time(j.ReturnHome, "return_home"); to.elapsed < c.legs[last].depart.elapsed {
			c.outOfOrder(end, "returns_early", "return_home", j.ReturnHome, "depart", j.Legs[last].Depart)
		}
	}
	if most := c.regime.service.days; to.elapsed-from.elapsed > most*minutesOfDay {
		c.refuse(end, "too_long", "days", strconv.FormatInt(most, 10))
	}
	if to.local <= from.local {
		c.refuse([]any{"return_home"}, "home_clock")
	}
	return from, to
}

// split divides the journey into trips at the stops at home.
func (c *itinerary) split(from, to moment) {
	trip := &absence{from: from}
	for _, l := range c.legs {
		if !l.home {
			trip.legs = append(trip.legs, l)
			continue
		}
		if len(trip.legs) > 0 {
			trip.to = l.arrive
			c.trips = append(c.trips, trip)
		}
		trip = &absence{from: l.depart}
	}
	trip.to = to
	c.trips = append(c.trips, trip)
}

// dates returns the days away from home, in order. The day that begins when a trip ends is
// not part of it. Days follow the calendar at home, nights the clocks of the places.
func (c *itinerary) dates() (dates []int64) {
	for _, trip := range c.trips {
		for date := trip.firstDay(); date <= trip.lastDay(); date++ {
			if count := len(dates); count == 0 || dates[count-1] != date {
				dates = append(dates, date)
			}
		}
	}
	return dates
}

// tripsOn returns the trips that have something of a day.
func (c *itinerary) tripsOn(date int64) []*absence {
	return keep(c.trips, func(trip *absence) bool { return trip.firstDay() <= date && date <= trip.lastDay() })
}

// layNights lays out the nights of a trip.
func (c *itinerary) layNights(trip *absence) {
	first, last := trip.firstDay(), trip.lastDay()
	from, to := first, last
	for _, l := range trip.legs {
		from, to = min(from, dayOf(l.arrive.local)-1), max(to, dayOf(l.depart.local))
	}
	for on := from; on <= to; on++ {
		midnight, within := (on+1)*minutesOfDay, first <= on && on < last
		there := trip.at(midnight)
		if len(there) == 0 && within {
			there = []*leg{nil} // on the way
		}
		for _, l := range there {
			if within || l.arrive.local < midnight {
				_, next := trip.reached(on)
				c.nights = append(c.nights, night{c, on, l, trip, next})
			}
		}
	}
}

func (a *absence) firstDay() int64 { return dayOf(a.from.local) }
func (a *absence) lastDay() int64  { return max(dayOf(a.to.local-1), a.firstDay()) }
func (a *absence) length() int64   { return a.to.elapsed - a.from.elapsed }

// handle returns the number of the place of a leg; there is none without a leg.
func (l *leg) handle() (number int, given bool) {
	if l == nil {
		return 0, false
	}
	return l.index, true
}

// day reads a day of the request.
func (c *itinerary) day(text string, loc ...any) int64 {
	day, ok := number.ParseDate(text)
	if !ok {
		c.refuse(loc, "bad_day", "field", loc[0], "date", text)
	}
	return day
}

func (c *itinerary) readMeals() {
	const list = "meals_provided"
	for i := range c.journey.Meals {
		entry := &c.journey.Meals[i]
		on := c.day(entry.Date, list, i, "date")
		var paid *number.Decimal
		if entry.HasPaid {
			paid = new(entry.Paid)
			if paid.Places() > 2 {
				*paid = paid.Round(2, number.HalfUp)
			}
			if len(entry.Meals) != 1 {
				c.refuse([]any{list, i, "paid"}, "paid_for_several", "date", entry.Date)
			}
		}
		for k, name := range entry.Meals {
			if len(c.tripsOn(on)) == 0 {
				c.refuse([]any{list, i, "date"}, "meal_outside", "meal", name, "date", entry.Date)
			}
			if slices.ContainsFunc(c.meals, func(m meal) bool { return m.date == on && m.name == name }) {
				c.refuse([]any{list, i, "meals", k}, "meal_twice", "meal", name, "date", entry.Date)
			}
			c.meals = append(c.meals, meal{on, name, paid})
		}
	}
}

func (c *itinerary) readLodging() {
	const list = "lodging_provided"
	for i, text := range c.journey.Lodging {
		on := c.day(text, list, i)
		within := func(trip *absence) bool {
			midnight := (on + 1) * minutesOfDay
			return trip.from.local < midnight && midnight <= trip.to.local
		}
		if !slices.ContainsFunc(c.trips, within) && !slices.ContainsFunc(c.nights, func(n night) bool { return n.date == on }) {
			c.refuse([]any{list, i}, "lodging_outside", "date", text)
		}
		c.lodging[on] = true
	}
}

func dayOf(minutes int64) int64 {
	if minutes < 0 {
		return -((-minutes + minutesOfDay - 1) / minutesOfDay)
	}
	return minutes / minutesOfDay
}

func dayText(days int64) string { return string(number.AppendDate(nil, days)) }
