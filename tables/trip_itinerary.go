package tables

import (
	"slices"
	"strconv"
	"time"

	"github.com/payslate/payslate/interpreter/number"
)

// Times are minutes, days are days since 1970-01-01.
const minutesOfDay = 24 * 60

// itinerary is a journey on the calendar: what every regime's rules start from.
type itinerary struct {
	legs     []*leg
	trips    []*absence
	days     []calendarDay
	nights   []night
	meals    []providedMeal
	lodging  map[int64]bool // by the day on which the night begins
	noNights bool
}

// leg is a stay; its number counts from 1 as the traveller wrote them.
type leg struct {
	number         int
	place          *Query
	arrive, depart int64
	home           bool
}

// absence is the time from leaving home to coming back, a trip of its own.
type absence struct {
	from, to int64
	legs     []*leg
}

// calendarDay is a day on which the traveller was away for a while.
type calendarDay struct {
	date  int64
	parts []dayPart
}

// dayPart is what one trip has of a day.
type dayPart struct {
	trip        *absence
	date        int64
	first, last bool // day of the trip
}

// night is a midnight away from home.
type night struct {
	trip *absence
	date int64 // on which it begins
}

// providedMeal is a meal that somebody else pays for.
type providedMeal struct {
	date    int64
	meal    string
	paid    number.Decimal
	hasPaid bool
}

// newItinerary puts a journey on the calendar, or says why it cannot have been.
func newItinerary(w *tripWords, j *Journey) (*itinerary, *Refusal) {
	c := &itinerary{lodging: map[int64]bool{}, noNights: j.NoOvernight}
	if refusal := c.readLegs(w, j); refusal != nil {
		return nil, refusal
	}
	from, to, refusal := c.ends(w, j)
	if refusal != nil {
		return nil, refusal
	}
	c.split(from, to)
	c.layDays()
	if refusal := c.readMeals(w, j); refusal != nil {
		return nil, refusal
	}
	return c, c.readLodging(w, j)
}

func (c *itinerary) readLegs(w *tripWords, j *Journey) *Refusal {
	if len(j.Legs) == 0 {
		return w.refuse("no_legs")
	}
	legs := make([]leg, len(j.Legs))
	for i := range j.Legs {
		given := &j.Legs[i]
		l := &legs[i]
		*l = leg{number: i + 1, place: &given.Place, home: given.Home}
		for _, end := range []struct {
			field, text string
			to          *int64
		}{{"arrive", given.Arrive, &l.arrive}, {"depart", given.Depart, &l.depart}} {
			minutes, ok := minutesOf(end.text)
			if !ok {
				return w.refuse("bad_time", "field", end.field, "time", end.text)
			}
			*end.to = minutes
		}
		number := strconv.Itoa(l.number)
		if l.depart <= l.arrive {
			return w.refuse("leg_without_time", "leg", number, "arrive", given.Arrive, "depart", given.Depart)
		}
		if i > 0 && l.arrive < legs[i-1].depart {
			return w.refuse("legs_overlap", "leg", number, "arrive", given.Arrive, "depart", j.Legs[i-1].Depart)
		}
		c.legs = append(c.legs, l)
	}
	for _, i := range []int{0, len(legs) - 1} {
		if legs[i].home {
			return w.refuse("home_at_end", "leg", strconv.Itoa(i+1))
		}
	}
	return nil
}

// ends finds when the journey begins and ends.
func (c *itinerary) ends(w *tripWords, j *Journey) (from, to int64, refusal *Refusal) {
	first, last := c.legs[0], c.legs[len(c.legs)-1]
	from, to = first.arrive, last.depart
	var ok bool
	if j.LeaveHome != "" {
		if from, ok = minutesOf(j.LeaveHome); !ok {
			return 0, 0, w.refuse("bad_time", "field", "leave_home", "time", j.LeaveHome)
		}
		if from > first.arrive {
			return 0, 0, w.refuse("leaves_late", "leave_home", j.LeaveHome, "arrive", j.Legs[0].Arrive)
		}
	}
	if j.ReturnHome != "" {
		if to, ok = minutesOf(j.ReturnHome); !ok {
			return 0, 0, w.refuse("bad_time", "field", "return_home", "time", j.ReturnHome)
		}
		if to < last.depart {
			return 0, 0, w.refuse("returns_early", "return_home", j.ReturnHome, "depart", j.Legs[len(j.Legs)-1].Depart)
		}
	}
	if to-from > w.days*minutesOfDay {
		return 0, 0, w.refuse("too_long", "days", strconv.FormatInt(w.days, 10))
	}
	return from, to, nil
}

// split makes trips of what lies between the times at home. Stops at home that
// follow each other are one.
func (c *itinerary) split(from, to int64) {
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

// layDays lists the days and nights. A trip that ends at midnight has nothing of
// the day that begins then.
func (c *itinerary) layDays() {
	for _, trip := range c.trips {
		first, last := trip.firstDay(), trip.lastDay()
		for date := first; date <= last; date++ {
			if count := len(c.days); count == 0 || c.days[count-1].date != date {
				c.days = append(c.days, calendarDay{date: date})
			}
			day := &c.days[len(c.days)-1]
			day.parts = append(day.parts, dayPart{trip: trip, date: date, first: date == first, last: date == last})
			if date < last {
				c.nights = append(c.nights, night{trip, date})
			}
		}
	}
}

func (a *absence) firstDay() int64 { return dayOf(a.from) }
func (a *absence) lastDay() int64  { return dayOf(a.to - 1) }

// day finds a day of the journey; nil if the traveller was not away on it.
func (c *itinerary) day(date int64) *calendarDay {
	i, found := slices.BinarySearchFunc(c.days, date, func(d calendarDay, date int64) int { return int(d.date - date) })
	if !found {
		return nil
	}
	return &c.days[i]
}

func (c *itinerary) readMeals(w *tripWords, j *Journey) *Refusal {
	for i := range j.Meals {
		entry := &j.Meals[i]
		date, ok := daysOf(entry.Date)
		if !ok {
			return w.refuse("bad_day", "field", "meals_provided", "date", entry.Date)
		}
		if entry.HasPaid && len(entry.Meals) != 1 {
			return w.refuse("paid_for_several", "date", entry.Date)
		}
		for _, meal := range entry.Meals {
			if c.day(date) == nil {
				return w.refuse("meal_outside", "meal", meal, "date", entry.Date)
			}
			if slices.ContainsFunc(c.meals, func(m providedMeal) bool { return m.date == date && m.meal == meal }) {
				return w.refuse("meal_twice", "meal", meal, "date", entry.Date)
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

func (c *itinerary) readLodging(w *tripWords, j *Journey) *Refusal {
	for _, text := range j.Lodging {
		date, ok := daysOf(text)
		if !ok {
			return w.refuse("bad_day", "field", "lodging_provided", "date", text)
		}
		within := func(trip *absence) bool {
			midnight := (date + 1) * minutesOfDay
			return trip.from < midnight && midnight <= trip.to
		}
		if !slices.ContainsFunc(c.trips, within) {
			return w.refuse("lodging_outside", "date", text)
		}
		c.lodging[date] = true
	}
	return nil
}

// reached is the last leg of the trip that begins before a time, next the first
// that does not; nil if there is none.
func (a *absence) reached(before int64) (reached, next *leg) {
	for _, l := range a.legs {
		if l.arrive >= before {
			return reached, l
		}
		reached = l
	}
	return reached, nil
}

// at is the leg at which the traveller is at a time and stays for a while.
func (a *absence) at(moment int64) *leg {
	for _, l := range a.legs {
		if l.arrive <= moment && moment < l.depart {
			return l
		}
	}
	return nil
}

// away is how long the trip keeps the traveller away on a day.
func (a *absence) away(date int64) int64 {
	return max(min(a.to, (date+1)*minutesOfDay)-max(a.from, date*minutesOfDay), 0)
}

func dayOf(minutes int64) int64 {
	if minutes < 0 {
		return -((-minutes + minutesOfDay - 1) / minutesOfDay)
	}
	return minutes / minutesOfDay
}

// minutesOf reads a time to the minute. Seconds may be written if they are 0.
func minutesOf(text string) (int64, bool) {
	const layout, seconds = "2006-01-02T15:04", ":00"
	if len(text) == len(layout)+len(seconds) && text[len(layout):] == seconds {
		text = text[:len(layout)]
	}
	t, err := time.Parse(layout, text)
	if err != nil || len(text) != len(layout) {
		return 0, false
	}
	return t.Unix() / 60, true
}

func daysOf(text string) (int64, bool) {
	t, err := time.Parse(dayLayout, text)
	if err != nil || len(text) != len(dayLayout) {
		return 0, false
	}
	return dayOf(t.Unix() / 60), true
}

// dayText writes a day.
func dayText(days int64) string { return time.Unix(days*minutesOfDay*60, 0).UTC().Format(dayLayout) }
