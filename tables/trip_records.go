package tables

import (
	"fmt"
	"slices"

	"github.com/payslate/payslate/interpreter/host"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// tripInputs are the inputs that the program may have in addition to its own places and
// the fields of the request. Places and names are handles: numbers in a run.
var tripInputs = map[string]host.Field[*tripRun]{
	"overnight":      host.Boolean(func(x *tripRun) bool { return !x.journey.NoOvernight }),                                               // whether nights were spent somewhere
	"overnight_sent": host.Boolean(func(x *tripRun) bool { return x.journey.OvernightSent }),                                              // whether the request says so
	"ends_sent":      host.Boolean(func(x *tripRun) bool { return x.journey.LeaveHome != "" || x.journey.ReturnHome != "" }),              // whether leave_home or return_home was sent
	"first_place":    host.Integer(types.Handle, func(*tripRun) int { return 0 }),                                                         // the place of the first leg
	"leave_home":     host.Integer(types.Time, func(x *tripRun) int64 { return x.trips[0].from.local }),                                   // when the journey begins, in local time
	"offsets":        host.Boolean(func(x *tripRun) bool { return x.offsets }),                                                            // whether the times of the request have offsets from UTC
	listLegs:         host.List(&legRecord, func(x *tripRun) []legOf { return x.of(keep(x.legs, func(l *leg) bool { return !l.home })) }), // the legs away from home, as sent
	"days":           host.List(&dayRecord, (*tripRun).days),                                                                              // the calendar days away from home
	"nights":         host.List(&nightRecord, func(x *tripRun) []night { return x.nights }),                                               // the midnights away from home
	"stays":          host.List(&stayRecord, func(x *tripRun) []*absence { return x.trips }),                                              // each trip from its first arrival to its last departure
}

const listLegs = "legs"

// legOf is a leg of a run.
type legOf struct {
	x *tripRun
	*leg
}

func (x *tripRun) of(legs []*leg) (list []legOf) {
	for _, l := range legs {
		list = append(list, legOf{x, l})
	}
	return list
}

// legRecord is a leg, which may have fields of the request.
var legRecord = host.Record[legOf]{
	Fields: map[string]host.Field[legOf]{
		"index": host.Integer(types.Number, func(l legOf) int { return l.index }), // in the request, from 0
		"place": host.Integer(types.Handle, func(l legOf) int { return l.index }),
		"from":  host.Integer(types.Date, func(l legOf) int64 { return dayOf(l.arrive.local) }), // first and last day there
		"to":    host.Integer(types.Date, func(l legOf) int64 { return dayOf(l.depart.local - 1) }),
		// names of the place; without a city, city is the country
		"city":    host.Integer(types.Handle, func(l legOf) int { return l.x.cityOf(l.leg) }),
		"country": host.Integer(types.Handle, func(l legOf) int { return l.x.countryOf(l.leg) }),
	},
	Other: sentField(func(l legOf, name string) sentValue {
		return sentValue{l.x, l.x.journey.Legs[l.index].Fields, []any{listLegs, l.index, name}}
	}),
}

// itemRecord is an item of any other list of the request.
var itemRecord = host.Record[item]{
	Fields: map[string]host.Field[item]{"index": host.Integer(types.Number, func(i item) int { return i.index })},
	Other:  sentField(func(i item, name string) sentValue { return sentValue{i.x, i.fields, []any{i.list, i.index, name}} }),
}

// dayOfRun is a calendar day of a run.
type dayOfRun struct {
	x    *tripRun
	date int64
}

func (x *tripRun) days() (days []dayOfRun) {
	for _, date := range x.dates() {
		days = append(days, dayOfRun{x, date})
	}
	return days
}

var dayRecord = host.Record[dayOfRun]{Fields: map[string]host.Field[dayOfRun]{
	"date":  host.Integer(types.Date, func(d dayOfRun) int64 { return d.date }),
	"parts": host.List(&partRecord, dayOfRun.parts),
}}

// part is the part of a day that belongs to a trip.
type part struct {
	dayOfRun
	trip *absence
	// reached is the place reached last before midnight, or before the trip ends; next the place
	// reached next. Both may be nil.
	reached, next *leg
}

func (d dayOfRun) parts() (parts []part) {
	for _, trip := range d.x.tripsOn(d.date) {
		reached, next := trip.reached(d.date)
		parts = append(parts, part{d, trip, reached, next})
	}
	return parts
}

func (p part) midnight() int64 { return (p.date + 1) * minutesOfDay }

var partRecord = host.Record[part]{Fields: map[string]host.Field[part]{
	"first":          host.Boolean(func(p part) bool { return p.date == p.trip.firstDay() }), // day of its trip
	"last":           host.Boolean(func(p part) bool { return p.date == p.trip.lastDay() }),
	"away":           host.Integer(types.Duration, func(p part) int64 { return p.trip.away(p.date) }),     // on this day
	"before":         host.Integer(types.Duration, func(p part) int64 { return p.trip.away(p.date - 1) }), // on the day before, by the same trip
	"after":          host.Integer(types.Duration, func(p part) int64 { return p.trip.away(p.date + 1) }), // on the day after, by the same trip
	"trip_days":      host.Integer(types.Number, func(p part) int64 { return p.trip.lastDay() - p.trip.firstDay() + 1 }),
	"trip_away":      host.Integer(types.Duration, func(p part) int64 { return p.trip.length() }),
	"reached":        host.Maybe(types.Handle, func(p part) (int, bool) { return p.reached.handle() }),
	"reached_abroad": host.Boolean(func(p part) bool { return p.reached != nil && p.x.abroad(p.reached) }),
	"next":           host.Maybe(types.Handle, func(p part) (int, bool) { return p.next.handle() }),
	// whether the traveller is at a place at midnight: one reached exactly then is the place of
	// the night, but still next
	"there_at_night": host.Boolean(func(p part) bool { return p.reached != nil && slices.Contains(p.trip.at(p.midnight()), p.reached) }),
	"visits": host.List(&visitRecord, func(p part) []legOf { // places of this day, in order
		return p.x.of(keep(p.trip.legs, func(l *leg) bool {
			return l.arrive.local < p.midnight() && l.depart.local >= p.date*minutesOfDay
		}))
	}),
	"trip_visits": host.List(&visitRecord, func(p part) []legOf { return p.x.of(p.trip.legs) }), // places of the trip, in order
}}

var visitRecord = host.Record[legOf]{Fields: map[string]host.Field[legOf]{
	"place":  host.Integer(types.Handle, func(l legOf) int { return l.index }),
	"abroad": host.Boolean(func(l legOf) bool { return l.x.abroad(l.leg) }),
}}

var nightRecord = host.Record[night]{Fields: map[string]host.Field[night]{
	"date":      host.Integer(types.Date, func(n night) int64 { return n.date }),
	"sleeps_at": host.Maybe(types.Handle, func(n night) (int, bool) { return n.at.handle() }), // place at midnight; absent on the way
	"provided":  host.Boolean(func(n night) bool { return n.of.lodging[n.date] }),
	"trip_away": host.Integer(types.Duration, func(n night) int64 { return n.trip.length() }),
	"next":      host.Maybe(types.Handle, func(n night) (int, bool) { return n.next.handle() }), // place reached next
}}

var stayRecord = host.Record[*absence]{Fields: map[string]host.Field[*absence]{
	"from": host.Integer(types.Time, func(a *absence) int64 { return a.legs[0].arrive.elapsed }),
	"to":   host.Integer(types.Time, func(a *absence) int64 { return a.legs[len(a.legs)-1].depart.elapsed }),
}}

var mealRecord = host.Record[meal]{Fields: map[string]host.Field[meal]{
	"date":    host.Integer(types.Date, func(m meal) int64 { return m.date }),
	fieldMeal: host.Case(func(m meal) string { return m.name }),
	"paid":    host.Amount(func(m meal) *number.Decimal { return m.paid }),
}}

const fieldMeal = "meal"

// rateOf is the rate of a place and a day in a run.
type rateOf struct {
	x *tripRun
	*Rate
}

func rateText(get func(rate *Rate) Text) host.Field[rateOf] {
	return host.Integer(types.Text, func(r rateOf) int64 { return r.x.text(get(r.Rate)) })
}

// rateRecord is the row of the table for a place and a day, which may also have the columns of
// the table.
func (r *Regime) rateRecord() *host.Record[rateOf] {
	return &host.Record[rateOf]{
		Fields: map[string]host.Field[rateOf]{
			"location":         rateText(func(r *Rate) Text { return r.Location.Matched }),
			"currency":         rateText(func(r *Rate) Text { return wording.Everywhere(r.Row.Currency) }),
			"lodging_currency": rateText(func(r *Rate) Text { return wording.Everywhere(r.Row.LodgingCurrency) }),
			"source":           rateText(func(r *Rate) Text { return r.Area.Edition.Source.Name }),
			"money":            host.Integer(types.Handle, func(r rateOf) int { return r.x.name(wording.Everywhere(r.Row.Currency)) }), // the currency, to be compared
			"abroad":           host.Boolean(func(r rateOf) bool { return r.Location.Country.Code != r.x.regime.Country }),             // whether the place lies outside the regime's own country
		},
		Other: columnFields(r, func(of rateOf) rowOf { return rowOf{of.Regime, of.Row} }),
	}
}

// rowOf is a row of the tables of a regime.
type rowOf struct {
	*Regime
	row *Row
}

// columnFields gives the amounts of a row by their columns: one for a field, or one for each case.
func columnFields[T any](r *Regime, row func(T) rowOf) func(*types.Field) (host.Field[T], bool) {
	return func(*types.Field) (host.Field[T], bool) {
		return host.Own(func(c *host.Check, declared *types.Field) host.Put[T] {
			columns, t := amountColumns(declared), declared.Type
			for _, column := range columns {
				if i := r.columnIndex(column); i < 0 || r.columns[i].Type == flagColumn || t.Kind != types.Number || t.Optional {
					c.Unknown(c.At, "unknown-column", "amount", column, r.Columns())
				}
			}
			return func(_ *run.Run, of T, to []int64) (bool, error) {
				row := row(of)
				for i, column := range columns {
					units, fits := row.Value(row.row, column).Amount.Units(t.Decimals)
					if !fits {
						return false, fmt.Errorf("%s in %s has more than %d decimals", column, row.row.Currency, t.Decimals)
					}
					to[i] = units
				}
				return true, nil
			}
		}), true
	}
}

// amountColumns returns the columns of a field's amounts.
func amountColumns(f *types.Field) []string {
	if by := f.Type.By; by != nil {
		return by.Cases
	}
	return []string{f.Name}
}

// whereabouts is the last place reached at a time, within the trip at that time.
type whereabouts struct {
	trip  *absence
	place *leg
	time  int64
}

var whereaboutsRecord = host.Record[whereabouts]{Fields: map[string]host.Field[whereabouts]{
	"place":      host.Integer(types.Handle, func(w whereabouts) int { return w.place.index }),
	"on_the_way": host.Boolean(func(w whereabouts) bool { return w.place.depart.elapsed < w.time }),
	"local":      host.Integer(types.Time, func(w whereabouts) int64 { return w.trip.local(w.time) }),
}}

// shown is when a clock shows a time.
type shown struct {
	moment int64
	within bool // the trip
}

var clockRecord = host.Record[shown]{Fields: map[string]host.Field[shown]{
	"moment": host.Maybe(types.Time, func(s shown) (int64, bool) { return s.moment, s.within }),
}}

var nameRecord = host.Record[int64]{Fields: map[string]host.Field[int64]{
	"words": host.Integer(types.Text, func(text int64) int64 { return text }),
}}

// calendarRecord has the meals, lodging and trips of a day.
var calendarRecord = host.Record[dayOfRun]{Fields: map[string]host.Field[dayOfRun]{
	"provided": host.List(&mealRecord, func(d dayOfRun) []meal { // in their order
		return keep(d.x.meals, func(m meal) bool { return m.date == d.date })
	}),
	"lodging_provided": host.Boolean(func(d dayOfRun) bool { return d.x.lodging[d.date] }),
	"trips":            host.Integer(types.Number, func(d dayOfRun) int { return len(d.x.tripsOn(d.date)) }), // how many have something of the day
}}

// tripFunctions are the functions that the rules of the regime may call.
func (r *Regime) tripFunctions() map[string]host.Function[*tripRun] {
	return map[string]host.Function[*tripRun]{
		"rate": host.Returns(r.rateRecord(), func(x *tripRun, args []int64) (rateOf, error) {
			rate, err := x.rate(args[0], args[1])
			return rateOf{x, rate}, err
		}, types.Handle, types.Date),
		"whereabouts": host.Returns(&whereaboutsRecord, func(x *tripRun, args []int64) (whereabouts, error) {
			trip, place := x.whereabouts(args[0])
			return whereabouts{trip, place, args[0]}, nil
		}, types.Time),
		// when the traveller's clock first shows a time, from a moment on
		"clock": host.Returns(&clockRecord, func(x *tripRun, args []int64) (s shown, err error) {
			trip, _ := x.whereabouts(args[0])
			s.moment, s.within = trip.shows(args[1], args[0])
			return s, nil
		}, types.Time, types.Time),
		"calendar": host.Returns(&calendarRecord, func(x *tripRun, args []int64) (dayOfRun, error) { return dayOfRun{x, args[0]}, nil }, types.Date),
		// a name of the request as first sent
		"name": host.Returns(&nameRecord, func(x *tripRun, args []int64) (int64, error) { return x.text(x.names[args[0]]), nil }, types.Handle),
	}
}

// where returns the location of a leg, whose rate on arrival was found before the run.
func (x *tripRun) where(l *leg) *Location {
	rate, _ := x.rate(int64(l.index), dayOf(l.arrive.local))
	return &rate.Location
}

// abroad reports whether a leg is outside the regime's own country.
func (x *tripRun) abroad(l *leg) bool { return x.where(l).Country.Code != x.regime.Country }

func (x *tripRun) countryOf(l *leg) int { return x.name(x.where(l).Country.Name) }

// cityOf returns the number of a leg's city under its names.
func (x *tripRun) cityOf(l *leg) int {
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
