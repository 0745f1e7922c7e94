package tables

import (
	"reflect"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// tripInputs are the inputs that the program may have in addition to its own places and
// the fields of the request.
type tripInputs struct {
	Overnight  bool          `rules:"overnight"`   // whether nights were spent somewhere
	FirstPlace handle        `rules:"first_place"` // the place of the first leg
	LeaveHome  instant       `rules:"leave_home"`  // when the journey begins, in local time
	Offsets    bool          `rules:"offsets"`     // whether the times of the request have offsets from UTC
	Legs       []legRecord   `rules:"legs"`        // the legs away from home, as sent
	Days       []dayRecord   `rules:"days"`        // the calendar days away from home
	Nights     []nightRecord `rules:"nights"`      // the midnights away from home
	Stays      []stayRecord  `rules:"stays"`       // each trip from its first arrival to its last departure
}

const listLegs = "legs"

// legRecord is a leg, which may have fields of the request.
type legRecord struct {
	Index int    `rules:"index"` // in the request, from 0
	Place handle `rules:"place"`
	From  date   `rules:"from"` // first and last day there
	To    date   `rules:"to"`
	// City and Country are names of the place; without a city, City is the country.
	City    func() handle `rules:"city"`
	Country func() handle `rules:"country"`

	fields Sent
}

func (l legRecord) request() (Sent, []any) { return l.fields, []any{listLegs, l.Index} }

// itemRecord is an item of any other list of the request.
type itemRecord struct {
	Index int `rules:"index"`

	list   string
	fields Sent
}

func (i itemRecord) request() (Sent, []any) { return i.fields, []any{i.list, i.Index} }

type dayRecord struct {
	Date  date         `rules:"date"`
	Parts []partRecord `rules:"parts"`
}

// partRecord is the part of a day that belongs to a trip. Functions are called where the
// rules declare the field.
type partRecord struct {
	First        bool                 `rules:"first"` // day of its trip
	Last         bool                 `rules:"last"`
	Away         func() duration      `rules:"away"`      // on this day
	Before       func() duration      `rules:"before"`    // on the day before, by the same trip
	After        func() duration      `rules:"after"`     // on the day after, by the same trip
	TripDays     int                  `rules:"trip_days"` // of the trip as a whole
	TripAway     duration             `rules:"trip_away"`
	Reached      *handle              `rules:"reached"` // place reached last before midnight, or before the trip ends
	Abroad       func() bool          `rules:"reached_abroad"`
	Next         *handle              `rules:"next"`           // place reached next
	ThereAtNight bool                 `rules:"there_at_night"` // whether the traveller is at a place at midnight
	Visits       func() []visitRecord `rules:"visits"`         // places of this day, in order
	TripVisits   func() []visitRecord `rules:"trip_visits"`    // places of the trip, in order
}

type visitRecord struct {
	Place  handle      `rules:"place"`
	Abroad func() bool `rules:"abroad"`
}

type nightRecord struct {
	Date     date     `rules:"date"`
	SleepsAt *handle  `rules:"sleeps_at"` // place at midnight; absent on the way
	Provided bool     `rules:"provided"`
	TripAway duration `rules:"trip_away"`
	Next     *handle  `rules:"next"` // place reached next
}

type stayRecord struct {
	From instant `rules:"from"`
	To   instant `rules:"to"`
}

type mealRecord struct {
	Date date            `rules:"date"`
	Meal word            `rules:"meal"`
	Paid *number.Decimal `rules:"paid"`
}

// rateRecord is the row of the table for a place and a day, which may also have the
// columns of the table.
type rateRecord struct {
	Location        words  `rules:"location"`
	Currency        words  `rules:"currency"`
	LodgingCurrency words  `rules:"lodging_currency"`
	Source          words  `rules:"source"`
	Money           handle `rules:"money"`  // the currency, to be compared
	Abroad          bool   `rules:"abroad"` // whether the place lies outside the regime's own country
}

// whereaboutsRecord is the last place reached at a time, within the trip at that time.
type whereaboutsRecord struct {
	Place    handle  `rules:"place"`
	OnTheWay bool    `rules:"on_the_way"`
	Local    instant `rules:"local"`
}

type clockRecord struct {
	Moment *instant `rules:"moment"`
}

type nameRecord struct {
	Words words `rules:"words"`
}

// calendarRecord has the meals, lodging and trips of a day.
type calendarRecord struct {
	Provided        dayMeals `rules:"provided"` // in their order
	LodgingProvided bool     `rules:"lodging_provided"`
	Trips           int      `rules:"trips"` // how many trips have something of the day
}

// hostFunction is a function that the rules may call.
type hostFunction struct {
	in     []types.Kind
	result reflect.Type
	call   func(x *tripRun, args []int64) (any, error)
}

const functionRate = "rate"

var hostFunctions = map[string]hostFunction{
	functionRate: function2(func(x *tripRun, place handle, on date) (*Rate, error) { return x.rate(int64(place), int64(on)) }),
	"whereabouts": function1(func(x *tripRun, at instant) (whereaboutsRecord, error) {
		trip, place := x.c.whereabouts(int64(at))
		return whereaboutsRecord{handle(placeOf(place)), place.depart.elapsed < int64(at), instant(trip.local(int64(at)))}, nil
	}),
	// when the traveller's clock first shows a time, from a moment on
	"clock": function2(func(x *tripRun, from, shows instant) (clockRecord, error) {
		trip, _ := x.c.whereabouts(int64(from))
		at, shown := trip.shows(int64(shows), int64(from))
		if !shown {
			return clockRecord{}, nil
		}
		return clockRecord{new(instant(at))}, nil
	}),
	"calendar": function1(func(x *tripRun, day date) (calendarRecord, error) {
		return calendarRecord{x.meals[int64(day)], x.c.lodging[int64(day)], len(x.c.tripsOn(int64(day)))}, nil
	}),
	// a name of the request as first sent
	"name": function1(func(x *tripRun, name handle) (nameRecord, error) {
		return nameRecord{words(x.text(x.names[name]))}, nil
	}),
}

func function1[A ~int64, R any](f func(*tripRun, A) (R, error)) hostFunction {
	return hostFunction{[]types.Kind{ruleKinds[reflect.TypeFor[A]()]}, reflect.TypeFor[R](), func(x *tripRun, args []int64) (any, error) {
		return f(x, A(args[0]))
	}}
}

func function2[A, B ~int64, R any](f func(*tripRun, A, B) (R, error)) hostFunction {
	return hostFunction{[]types.Kind{ruleKinds[reflect.TypeFor[A]()], ruleKinds[reflect.TypeFor[B]()]}, reflect.TypeFor[R](), func(x *tripRun, args []int64) (any, error) {
		return f(x, A(args[0]), B(args[1]))
	}}
}

// inputs returns the inputs of a journey.
func (x *tripRun) inputs() *tripInputs {
	c := x.c
	in := &tripInputs{Overnight: !c.noNights, Offsets: c.offsets, LeaveHome: instant(c.trips[0].from.local), FirstPlace: handle(placeOf(c.legs[0]))}
	for _, l := range c.legs {
		if !l.home {
			in.Legs = append(in.Legs, legRecord{
				Index: l.number - 1, Place: handle(placeOf(l)), From: date(dayOf(l.arrive.local)), To: date(dayOf(l.depart.local - 1)),
				City: func() handle { return x.cityOf(l) }, Country: func() handle { return x.countryOf(l) }, fields: c.journey.Legs[l.number-1].Fields,
			})
		}
	}
	for _, on := range c.dates() {
		day := dayRecord{Date: date(on)}
		for _, trip := range c.tripsOn(on) {
			day.Parts = append(day.Parts, x.part(trip, on))
		}
		in.Days = append(in.Days, day)
	}
	for _, n := range c.nights {
		_, next := n.trip.reached(n.date)
		in.Nights = append(in.Nights, nightRecord{date(n.date), placeIf(n.at), c.lodging[n.date], n.trip.length(), placeIf(next)})
	}
	for _, trip := range c.trips {
		in.Stays = append(in.Stays, stayRecord{instant(trip.legs[0].arrive.elapsed), instant(trip.legs[len(trip.legs)-1].depart.elapsed)})
	}
	return in
}

func (a *absence) length() duration { return duration(a.to.elapsed - a.from.elapsed) }

// placeIf returns the place of a leg, nil without one.
func placeIf(l *leg) *handle {
	if l == nil {
		return nil
	}
	return new(handle(placeOf(l)))
}

// part returns the part of a day that belongs to a trip.
func (x *tripRun) part(trip *absence, date int64) partRecord {
	midnight := (date + 1) * minutesOfDay
	reached, next := trip.reached(date)
	away := func(on int64) func() duration { return func() duration { return duration(trip.away(on)) } }
	return partRecord{
		First: date == trip.firstDay(), Last: date == trip.lastDay(), Away: away(date), Before: away(date - 1), After: away(date + 1),
		TripDays: int(trip.lastDay() - trip.firstDay() + 1), TripAway: trip.length(), Reached: placeIf(reached), Next: placeIf(next),
		Abroad: func() bool { return reached != nil && x.abroad(reached) },
		// A place reached exactly at midnight is the place of the night, but still next.
		ThereAtNight: reached != nil && slices.Contains(trip.at(midnight), reached),
		Visits: func() []visitRecord {
			return x.visits(keep(trip.legs, func(l *leg) bool { return l.arrive.local < midnight && l.depart.local >= date*minutesOfDay }))
		},
		TripVisits: func() []visitRecord { return x.visits(trip.legs) },
	}
}

func (x *tripRun) visits(legs []*leg) []visitRecord {
	var visits []visitRecord
	for _, l := range legs {
		visits = append(visits, visitRecord{handle(placeOf(l)), func() bool { return x.abroad(l) }})
	}
	return visits
}

// abroad reports whether a leg is outside the regime's own country. The rate of its
// arrival was found before.
func (x *tripRun) abroad(l *leg) bool {
	rate, err := x.rate(placeOf(l), dayOf(l.arrive.local))
	return err == nil && rate.Location.Country.Code != x.regime.Country
}

// where returns the location of a leg. The rate of its arrival was found before.
func (x *tripRun) where(l *leg) *Location {
	rate, err := x.rate(placeOf(l), dayOf(l.arrive.local))
	if err != nil {
		return nil
	}
	return &rate.Location
}

func (x *tripRun) countryOf(l *leg) handle { return handle(x.name(x.where(l).Country.Name)) }

// cityOf returns the number of a leg's city under its names.
func (x *tripRun) cityOf(l *leg) handle {
	where := x.where(l)
	if where.City == "" {
		return x.countryOf(l)
	}
	forms := []Text{wording.Everywhere(where.City), wording.Everywhere(l.place.City)}
	world := x.regime.gazetteer
	for _, p := range world.atlas.find(world.key(l.place.City)) {
		if p.country == where.Country.Code && p.state == where.State { // the largest
			forms = append(forms, p.name)
			break
		}
	}
	return handle(x.name(forms...))
}

// layMeals lays out the provided meals of each day for the calendar.
func (x *tripRun) layMeals() {
	if x.rules.mealLayout == nil {
		return
	}
	for all := x.c.meals; len(all) > 0; {
		day := all[0].date
		var meals []mealRecord
		for ; len(all) > 0 && all[0].date == day; all = all[1:] {
			meal := mealRecord{Date: date(day), Meal: word(slices.Index(x.rules.meals, all[0].meal))}
			if all[0].hasPaid {
				meal.Paid = &all[0].paid
			}
			meals = append(meals, meal)
		}
		x.meals[day], _ = x.layList(reflect.ValueOf(meals), x.rules.mealLayout)
	}
}
