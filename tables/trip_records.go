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
	Overnight  bool          `rules:"overnight"`      // whether nights were spent somewhere
	NightsSent bool          `rules:"overnight_sent"` // whether the request says so
	EndsSent   bool          `rules:"ends_sent"`      // whether leave_home or return_home was sent
	FirstPlace handle        `rules:"first_place"`    // the place of the first leg
	LeaveHome  instant       `rules:"leave_home"`     // when the journey begins, in local time
	Offsets    bool          `rules:"offsets"`        // whether the times of the request have offsets from UTC
	Legs       []legRecord   `rules:"legs"`           // the legs away from home, as sent
	Days       []dayRecord   `rules:"days"`           // the calendar days away from home
	Nights     []nightRecord `rules:"nights"`         // the midnights away from home
	Stays      []stayRecord  `rules:"stays"`          // each trip from its first arrival to its last departure
}

// lay lays out a place that the rules declare, a list of the request, or another of its
// fields; nothing if that was not sent.
func (tripInputs) lay(x *tripRun, f *layoutField, to []int64) ([]int64, error) {
	if at := slices.Index(x.rules.places, f.Name); at >= 0 {
		return append(to, int64(-at-1)), nil
	}
	if f.element != nil {
		from, until, err := x.layList(reflect.ValueOf(x.sentItems(f.Name)), f.element)
		return append(to, from, until), err
	}
	if _, given := x.journey.Fields[f.Name]; !given {
		return to, nil
	}
	return x.laySent(to, f, x.journey.Fields, f.Name)
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

func (l legRecord) lay(x *tripRun, f *layoutField, to []int64) ([]int64, error) {
	return x.laySent(to, f, l.fields, listLegs, l.Index, f.Name)
}

// itemRecord is an item of any other list of the request.
type itemRecord struct {
	Index int `rules:"index"`

	list   string
	fields Sent
}

func (i itemRecord) lay(x *tripRun, f *layoutField, to []int64) ([]int64, error) {
	return x.laySent(to, f, i.fields, i.list, i.Index, f.Name)
}

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
	Date     date        `rules:"date"`
	SleepsAt *handle     `rules:"sleeps_at"` // place at midnight; absent on the way
	Provided func() bool `rules:"provided"`
	TripAway duration    `rules:"trip_away"`
	Next     *handle     `rules:"next"` // place reached next
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

	rate *Rate
}

func (r rateRecord) lay(_ *tripRun, f *layoutField, to []int64) ([]int64, error) {
	return layAmounts(to, r.rate.Regime, &f.Field, r.rate.Row)
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
	Provided        []mealRecord `rules:"provided"` // in their order
	LodgingProvided bool         `rules:"lodging_provided"`
	Trips           int          `rules:"trips"` // how many trips have something of the day
}

// hostFunction is a function that the rules may call.
type hostFunction struct {
	in     []types.Kind
	result reflect.Type
	call   func(x *tripRun, args []int64) (any, error)
}

var hostFunctions = map[string]hostFunction{
	"rate": function2(func(x *tripRun, place handle, on date) (rateRecord, error) {
		rate, err := x.rate(int64(place), int64(on))
		if err != nil {
			return rateRecord{}, err
		}
		text := func(t Text) words { return words(x.text(t)) }
		return rateRecord{
			text(rate.Location.Matched), text(wording.Everywhere(rate.Row.Currency)), text(wording.Everywhere(rate.Row.LodgingCurrency)), text(rate.Area.Edition.Source.Name),
			x.name(wording.Everywhere(rate.Row.Currency)), rate.Location.Country.Code != x.regime.Country, rate,
		}, nil
	}),
	"whereabouts": function1(func(x *tripRun, at instant) (whereaboutsRecord, error) {
		trip, place := x.whereabouts(int64(at))
		return whereaboutsRecord{handle(place.index), place.depart.elapsed < int64(at), instant(trip.local(int64(at)))}, nil
	}),
	// when the traveller's clock first shows a time, from a moment on
	"clock": function2(func(x *tripRun, from, shows instant) (clockRecord, error) {
		trip, _ := x.whereabouts(int64(from))
		at, shown := trip.shows(int64(shows), int64(from))
		if !shown {
			return clockRecord{}, nil
		}
		return clockRecord{new(instant(at))}, nil
	}),
	"calendar": function1(func(x *tripRun, day date) (calendarRecord, error) {
		provided := keep(x.meals, func(m mealRecord) bool { return m.Date == day })
		return calendarRecord{provided, x.lodging[int64(day)], len(x.tripsOn(int64(day)))}, nil
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
	in := &tripInputs{Overnight: !x.journey.NoOvernight, NightsSent: x.journey.OvernightSent, EndsSent: x.journey.LeaveHome != "" || x.journey.ReturnHome != "", Offsets: x.offsets, LeaveHome: instant(x.trips[0].from.local), Nights: x.nights}
	for _, l := range x.legs {
		if !l.home {
			in.Legs = append(in.Legs, legRecord{
				l.index, handle(l.index), date(dayOf(l.arrive.local)), date(dayOf(l.depart.local - 1)),
				func() handle { return x.cityOf(l) }, func() handle { return x.countryOf(l) }, x.journey.Legs[l.index].Fields,
			})
		}
	}
	for _, on := range x.dates() {
		day := dayRecord{Date: date(on)}
		for _, trip := range x.tripsOn(on) {
			day.Parts = append(day.Parts, x.part(trip, on))
		}
		in.Days = append(in.Days, day)
	}
	for _, trip := range x.trips {
		in.Stays = append(in.Stays, stayRecord{instant(trip.legs[0].arrive.elapsed), instant(trip.legs[len(trip.legs)-1].depart.elapsed)})
	}
	return in
}

// part returns the part of a day that belongs to a trip.
func (x *tripRun) part(trip *absence, date int64) partRecord {
	midnight := (date + 1) * minutesOfDay
	reached, next := trip.reached(date)
	away := func(on int64) func() duration { return func() duration { return duration(trip.away(on)) } }
	return partRecord{
		First: date == trip.firstDay(), Last: date == trip.lastDay(), Away: away(date), Before: away(date - 1), After: away(date + 1),
		TripDays: int(trip.lastDay() - trip.firstDay() + 1), TripAway: trip.length(), Reached: reached.handle(), Next: next.handle(),
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
		visits = append(visits, visitRecord{handle(l.index), func() bool { return x.abroad(l) }})
	}
	return visits
}

// where returns the location of a leg, whose rate on arrival was found before the run.
func (x *tripRun) where(l *leg) *Location {
	rate, _ := x.rate(int64(l.index), dayOf(l.arrive.local))
	return &rate.Location
}

// abroad reports whether a leg is outside the regime's own country.
func (x *tripRun) abroad(l *leg) bool { return x.where(l).Country.Code != x.regime.Country }

func (x *tripRun) countryOf(l *leg) handle { return x.name(x.where(l).Country.Name) }

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
	return x.name(forms...)
}
