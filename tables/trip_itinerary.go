package tables

import (
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
	"slices"
	"strconv"
)

// Times are minutes and days are days since 1970-01-01.
const minutesOfDay = 24 * 60

// itinerary is a journey on the calendar, the input of every regime's rules.
type itinerary struct {
	legs     []*leg
	trips    []*absence
	nights   []night
	meals    []providedMeal
	lodging  map[int64]bool // by the day on which the night begins
	noNights bool
	// offsets reports whether the times have offsets.
	offsets bool
	times   int
	journey *Journey
}

// leg is a stay. Numbers count from 1 in the order of the request.
type leg struct {
	number         int
	place          *Query
	arrive, depart moment
	home           bool
}

// absence is a trip: the time from leaving home to coming back.
type absence struct {
	from, to moment
	legs     []*leg
}

// night is a midnight away from home.
type night struct {
	trip *absence
	date int64 // on which it begins
	at   *leg  // nil on the way
}

// providedMeal is a meal paid by others.
type providedMeal struct {
	date    int64
	meal    string
	paid    number.Decimal
	hasPaid bool
}

// newItinerary puts a journey on the calendar, or refuses an impossible one.
func newItinerary(w *tripTexts, j *Journey) (*itinerary, *Refusal) {
	c := &itinerary{lodging: map[int64]bool{}, noNights: j.NoOvernight, journey: j}
	if refusal := c.readLegs(w, j); refusal != nil {
		return nil, refusal
	}
	from, to, refusal := c.ends(w, j)
	if refusal != nil {
		return nil, refusal
	}
	c.split(from, to)
	for _, trip := range c.trips {
		c.layNights(trip)
	}
	if refusal := c.readMeals(w, j); refusal != nil {
		return nil, refusal
	}
	return c, c.readLodging(w, j)
}

// time reads the time at loc in the request. All times have an offset or none has.
func (c *itinerary) time(w *tripTexts, text string, loc ...any) (moment, *Refusal) {
	field := loc[len(loc)-1]
	m, offset, ok := momentOf(text)
	if !ok {
		return m, w.refuse("bad_time", "field", field, "time", text).at(loc...)
	}
	if c.times++; c.times == 1 {
		c.offsets = offset
	}
	if offset != c.offsets {
		return m, w.refuse("mixed_offsets", "field", field, "time", text).at(loc...)
	}
	return m, nil
}

// outOfOrder refuses times that run backwards. Without offsets it explains how to send
// them, as local clocks may run backwards.
func (c *itinerary) outOfOrder(w *tripTexts, refusal *Refusal) *Refusal {
	if !c.offsets {
		hint := w.texts["send_offsets"]
		refusal.Message = wording.Join([]Text{refusal.Message, hint}, " ")
	}
	return refusal
}

func (c *itinerary) readLegs(w *tripTexts, j *Journey) (refusal *Refusal) {
	if len(j.Legs) == 0 {
		return w.refuse("no_legs").at("legs")
	}
	legs := make([]leg, len(j.Legs))
	for i := range j.Legs {
		given := &j.Legs[i]
		l := &legs[i]
		*l = leg{number: i + 1, place: &given.Place, home: given.Home}
		if l.arrive, refusal = c.time(w, given.Arrive, "legs", i, "arrive"); refusal != nil {
			return refusal
		}
		if l.depart, refusal = c.time(w, given.Depart, "legs", i, "depart"); refusal != nil {
			return refusal
		}
		number := strconv.Itoa(l.number)
		if l.depart.elapsed <= l.arrive.elapsed || l.depart.local <= l.arrive.local {
			return w.refuse("leg_without_time", "leg", number, "arrive", given.Arrive, "depart", given.Depart).at("legs", i, "depart")
		}
		if i > 0 && l.arrive.elapsed < legs[i-1].depart.elapsed {
			return c.outOfOrder(w, w.refuse("legs_overlap", "leg", number, "arrive", given.Arrive, "depart", j.Legs[i-1].Depart).at("legs", i, "arrive"))
		}
		c.legs = append(c.legs, l)
	}
	for _, i := range []int{0, len(legs) - 1} {
		if legs[i].home {
			return w.refuse("home_at_end", "leg", strconv.Itoa(i+1)).at("legs", i, "home")
		}
	}
	return nil
}

// ends returns the beginning and the end of the journey.
func (c *itinerary) ends(w *tripTexts, j *Journey) (from, to moment, refusal *Refusal) {
	first, last := c.legs[0], c.legs[len(c.legs)-1]
	from, to = first.arrive, last.depart
	end := []any{"legs", len(c.legs) - 1, "depart"}
	if j.LeaveHome != "" {
		if from, refusal = c.time(w, j.LeaveHome, "leave_home"); refusal != nil {
			return from, to, refusal
		}
		if from.elapsed > first.arrive.elapsed {
			return from, to, c.outOfOrder(w, w.refuse("leaves_late", "leave_home", j.LeaveHome, "arrive", j.Legs[0].Arrive).at("leave_home"))
		}
	}
	if j.ReturnHome != "" {
		end = []any{"return_home"}
		if to, refusal = c.time(w, j.ReturnHome, "return_home"); refusal != nil {
			return from, to, refusal
		}
		if to.elapsed < last.depart.elapsed {
			return from, to, c.outOfOrder(w, w.refuse("returns_early", "return_home", j.ReturnHome, "depart", j.Legs[len(j.Legs)-1].Depart).at("return_home"))
		}
	}
	if to.elapsed-from.elapsed > w.days*minutesOfDay {
		return from, to, w.refuse("too_long", "days", strconv.FormatInt(w.days, 10)).at(end...)
	}
	if to.local <= from.local {
		return from, to, w.refuse("home_clock").at("return_home")
	}
	return from, to, nil
}

// split divides the journey into trips at the stops at home.
func (c *itinerary) split(from, to moment) {
	trip := &absence{from: from}
	for i, l := range c.legs {
		if !l.home {
			trip.legs = append(trip.legs, l)
			continue
		}
		if len(trip.legs) > 0 {
			trip.to = l.arrive
			c.trips = append(c.trips, trip)
		}
		trip = &absence{from: c.legs[i].depart}
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

func (c *itinerary) layNights(trip *absence) {
	first, last := trip.firstDay(), trip.lastDay()
	from, to := first, last
	for _, l := range trip.legs {
		from, to = min(from, dayOf(l.arrive.local)-1), max(to, dayOf(l.depart.local))
	}
	for date := from; date <= to; date++ {
		midnight, within := (date+1)*minutesOfDay, first <= date && date < last
		there := trip.at(midnight)
		for _, l := range there {
			if within || l.arrive.local < midnight {
				c.nights = append(c.nights, night{trip, date, l})
			}
		}
		if len(there) == 0 && within {
			c.nights = append(c.nights, night{trip, date, nil})
		}
	}
}

func (a *absence) firstDay() int64 { return dayOf(a.from.local) }
func (a *absence) lastDay() int64  { return max(dayOf(a.to.local-1), a.firstDay()) }

func (c *itinerary) readMeals(w *tripTexts, j *Journey) *Refusal {
	for i := range j.Meals {
		entry := &j.Meals[i]
		date, ok := number.ParseDate(entry.Date)
		if !ok {
			return w.refuse("bad_day", "field", "meals_provided", "date", entry.Date).at("meals_provided", i, "date")
		}
		if entry.HasPaid && len(entry.Meals) != 1 {
			return w.refuse("paid_for_several", "date", entry.Date).at("meals_provided", i, "paid")
		}
		for k, meal := range entry.Meals {
			if len(c.tripsOn(date)) == 0 {
				return w.refuse("meal_outside", "meal", meal, "date", entry.Date).at("meals_provided", i, "date")
			}
			if slices.ContainsFunc(c.meals, func(m providedMeal) bool { return m.date == date && m.meal == meal }) {
				return w.refuse("meal_twice", "meal", meal, "date", entry.Date).at("meals_provided", i, "meals", k)
			}
			paid := entry.Paid
			if paid.Places() > 2 {
				paid = paid.Round(2, number.HalfUp)
			}
			c.meals = append(c.meals, providedMeal{date, meal, paid, entry.HasPaid})
		}
	}
	return nil
}

func (c *itinerary) readLodging(w *tripTexts, j *Journey) *Refusal {
	for i, text := range j.Lodging {
		date, ok := number.ParseDate(text)
		if !ok {
			return w.refuse("bad_day", "field", "lodging_provided", "date", text).at("lodging_provided", i)
		}
		within := func(trip *absence) bool {
			midnight := (date + 1) * minutesOfDay
			return trip.from.local < midnight && midnight <= trip.to.local
		}
		if !slices.ContainsFunc(c.trips, within) && !slices.ContainsFunc(c.nights, func(n night) bool { return n.date == date }) {
			return w.refuse("lodging_outside", "date", text).at("lodging_provided", i)
		}
		c.lodging[date] = true
	}
	return nil
}

func dayOf(minutes int64) int64 {
	if minutes < 0 {
		return -((-minutes + minutesOfDay - 1) / minutesOfDay)
	}
	return minutes / minutesOfDay
}

func dayText(days int64) string { return string(number.AppendDate(nil, days)) }
