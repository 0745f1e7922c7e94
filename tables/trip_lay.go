package tables

import (
	"slices"

	"github.com/payslate/payslate/interpreter/number"
)

// set sets an input of the program.
func (x *tripRun) set(i int, in *tripInput) (refusal *Refusal) {
	switch {
	case in.fixed >= 0:
		x.run.SetInt(i, int64(-in.fixed-1))
	case in.sent:
		return x.setSent(i, in)
	case in.Name == inputOvernight:
		x.run.SetBool(i, !x.c.noNights)
	case in.Name == inputOffsets:
		x.run.SetBool(i, x.c.offsets)
	case in.Name == inputLeaveHome:
		x.run.SetInt(i, x.c.trips[0].from.local)
	case in.Name == inputFirstPlace:
		x.run.SetInt(i, placeOf(x.c.legs[0]))
	case in.Name == listLegs:
		legs := slices.DeleteFunc(slices.Clone(x.c.legs), func(l *leg) bool { return l.home })
		x.setList(i, layList(x, legs, in.record, func(f *layoutField, l **leg, to []int64) []int64 {
			to, wrong := x.layLeg(f, l, to)
			if wrong != nil {
				refusal = wrong
			}
			return to
		}))
	case in.Name == listDays:
		x.setList(i, layList(x, x.c.days, in.record, x.layDay))
	case in.Name == listNights:
		x.setList(i, layList(x, x.c.nights, in.record, x.layNight))
	case in.Name == listStays:
		x.setList(i, layList(x, x.c.trips, in.record, x.layStay))
	}
	return refusal
}

func (x *tripRun) setList(i int, at [2]int64) { x.run.SetList(i, at[0], at[1]) }

// layList lays out a list, the lists in its records first, and returns its two addresses.
func layList[T any](x *tripRun, things []T, to *layout, lay func(*layoutField, *T, []int64) []int64) [2]int64 {
	var laid []int64
	for i := range things {
		for j := range to.fields {
			laid = lay(&to.fields[j], &things[i], laid)
		}
	}
	from := x.run.Append(laid...)
	return [2]int64{from, from + int64(len(laid))}
}

func (x *tripRun) layDay(f *layoutField, day *calendarDay, to []int64) []int64 {
	switch f.Name {
	case "date":
		return append(to, day.date)
	default:
		at := layList(x, day.parts, f.element, x.layPart)
		return append(to, at[0], at[1])
	}
}

func (x *tripRun) layPart(f *layoutField, p *dayPart, to []int64) []int64 {
	trip, midnight := p.trip, (p.date+1)*minutesOfDay
	reached, next := trip.reached(p.date)
	switch f.Name {
	case "first":
		return append(to, bit(p.first))
	case "last":
		return append(to, bit(p.last))
	case "away":
		return append(to, trip.away(p.date))
	case "before":
		return append(to, trip.away(p.date-1))
	case "after":
		return append(to, trip.away(p.date+1))
	case "trip_days":
		return append(to, trip.lastDay()-trip.firstDay()+1)
	case "trip_away":
		return append(to, trip.to.elapsed-trip.from.elapsed)
	case "reached":
		return layPlace(to, reached)
	case "reached_abroad":
		return append(to, bit(reached != nil && x.abroad(reached)))
	case "next":
		return layPlace(to, next)
	case "there_at_night":
		// A place reached exactly at midnight is the place of the night, but still next.
		return append(to, bit(reached != nil && slices.Contains(trip.at(midnight), reached)))
	case listVisits:
		var visits []*leg
		for _, l := range trip.legs {
			if l.arrive.local < midnight && l.depart.local >= p.date*minutesOfDay {
				visits = append(visits, l)
			}
		}
		return x.layVisits(f, visits, to)
	}
	return x.layVisits(f, trip.legs, to)
}

func (x *tripRun) layVisits(f *layoutField, visits []*leg, to []int64) []int64 {
	at := layList(x, visits, f.element, func(f *layoutField, l **leg, to []int64) []int64 {
		if f.Name == "abroad" {
			return append(to, bit(x.abroad(*l)))
		}
		return append(to, placeOf(*l))
	})
	return append(to, at[0], at[1])
}

// abroad reports whether a leg is outside the regime's own country. The rate of its
// arrival was found before.
func (x *tripRun) abroad(l *leg) bool {
	rate, err := x.rate(placeOf(l), dayOf(l.arrive.local))
	return err == nil && rate.Location.Country.Code != x.regime.Country
}

func layPlace(to []int64, l *leg) []int64 {
	if l == nil {
		return append(to, 0, 0)
	}
	return append(to, placeOf(l), 1)
}

func (x *tripRun) layNight(f *layoutField, n *night, to []int64) []int64 {
	switch f.Name {
	case "date":
		return append(to, n.date)
	case "provided":
		return append(to, bit(x.c.lodging[n.date]))
	case "trip_away":
		return append(to, n.trip.to.elapsed-n.trip.from.elapsed)
	}
	if f.Name == "next" {
		_, next := n.trip.reached(n.date)
		return layPlace(to, next)
	}
	return layPlace(to, n.at)
}

func (x *tripRun) layStay(f *layoutField, trip **absence, to []int64) []int64 {
	legs := (*trip).legs
	if f.Name == "from" {
		return append(to, legs[0].arrive.elapsed)
	}
	return append(to, legs[len(legs)-1].depart.elapsed)
}

// layMeals lays out the provided meals of each day for the calendar.
func (x *tripRun) layMeals() {
	var meals *layout
	for _, f := range x.rules.functions {
		for _, field := range f.result.fields {
			if f.name == functionCalendar && field.Name == listProvided {
				meals = field.element
			}
		}
	}
	if meals == nil {
		return
	}
	for all := x.c.meals; len(all) > 0; {
		count := 1
		for count < len(all) && all[count].date == all[0].date {
			count++
		}
		x.meals[all[0].date] = layList(x, all[:count], meals, x.layMeal)
		all = all[count:]
	}
}

func (x *tripRun) layMeal(f *layoutField, m *providedMeal, to []int64) []int64 {
	switch f.Name {
	case "date":
		return append(to, m.date)
	case fieldMeal:
		return append(to, int64(slices.Index(x.rules.meals, m.meal)))
	}
	units, _ := m.paid.Round(f.Type.Decimals, number.HalfUp).Units(f.Type.Decimals)
	return append(to, units, bit(m.hasPaid))
}
