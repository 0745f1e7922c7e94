package tables

import (
	"strings"
	"time"
)

// moment is a point in time of a journey.
type moment struct {
	// local is the local time in minutes.
	local int64
	// elapsed is the time in minutes of UTC, or local if the request has no offsets.
	elapsed int64
}

// momentOf reads a time to the minute, with or without an offset: 2026-03-10T09:30,
// 2026-03-10T09:30+01:00, 2026-03-10T08:30Z. Without an offset, seconds of 00 may
// follow.
func momentOf(text string) (m moment, offset, ok bool) {
	const layout, seconds = "2006-01-02T15:04", ":00"
	if len(text) == len(layout+seconds) {
		text = strings.TrimSuffix(text, seconds)
	}
	switch len(text) {
	case len(layout):
		t, err := time.Parse(layout, text)
		minutes := t.Unix() / 60
		return moment{minutes, minutes}, false, err == nil
	case len(layout + "Z"), len(layout + "+01:00"):
		t, err := time.Parse(layout+"Z07:00", text)
		_, east := t.Zone() // in seconds
		minutes := t.Unix() / 60
		return moment{minutes + int64(east/60), minutes}, true, err == nil && abs(east) <= maxOffset*60
	}
	return moment{}, false, false
}

// maxOffset is the largest offset from UTC in minutes.
const maxOffset = 14 * 60

// clockTime is a period of a trip, ends included, in one time zone.
type clockTime struct {
	from, to int64 // minutes of UTC
	east     int64 // offset in minutes
}

// clock returns the zones of the traveller's clock: at a place the zone of the arrival
// there, on the way the zone of the destination.
func (a *absence) clock() []clockTime {
	points := []moment{a.from}
	for _, l := range a.legs {
		points = append(points, l.arrive, l.depart)
	}
	points = append(points, a.to)
	var clock []clockTime
	for i, p := range points {
		clock = append(clock, clockTime{p.elapsed, p.elapsed, p.local - p.elapsed})
		if i+1 == len(points) {
			break
		}
		next, zone := points[i+1], p
		if arrival := i%2 == 1; !arrival {
			zone = next
		}
		if p.elapsed+1 < next.elapsed {
			clock = append(clock, clockTime{p.elapsed + 1, next.elapsed - 1, zone.local - zone.elapsed})
		}
	}
	return clock
}

// shows returns when, from a moment of UTC on, the traveller's clock first shows a time
// or is set past it. It reports whether that is before the trip ends.
func (a *absence) shows(local, from int64) (elapsed int64, ok bool) {
	before := a.local(from) - 1 // last time shown
	for _, c := range a.clock() {
		if c.to < from {
			continue
		}
		start := max(c.from, from)
		if before < local && local <= c.to+c.east {
			return max(local-c.east, start), true
		}
		before = c.to + c.east
	}
	return 0, false
}

// local returns the time on the traveller's clock at a moment of UTC.
func (a *absence) local(elapsed int64) int64 {
	east := int64(0)
	for _, c := range a.clock() {
		if c.from <= elapsed {
			east = c.east
		}
	}
	return elapsed + east
}

// away returns the minutes of a day that belong to the trip.
func (a *absence) away(date int64) int64 {
	if date < a.firstDay() || date > a.lastDay() {
		return 0
	}
	from, to := a.from.elapsed, a.to.elapsed
	if date > a.firstDay() {
		from, _ = a.shows(date*minutesOfDay, from)
	}
	if date < a.lastDay() {
		to, _ = a.shows((date+1)*minutesOfDay, a.from.elapsed)
	}
	return to - from
}

// reached returns the last leg reached before a day of the trip ends, and the leg after
// it; each may be nil. On the last day all legs are reached.
func (a *absence) reached(date int64) (reached, next *leg) {
	count := 0
	for i, l := range a.legs {
		if date >= a.lastDay() || l.arrive.local < (date+1)*minutesOfDay {
			count = i + 1
		}
	}
	if count > 0 {
		reached = a.legs[count-1]
	}
	if count < len(a.legs) {
		next = a.legs[count]
	}
	return reached, next
}

// at returns the legs at which the traveller stays when the local clock shows a time:
// two if the clock shows it twice.
func (a *absence) at(local int64) []*leg {
	var there []*leg
	for _, l := range a.legs {
		if l.arrive.local <= local && local < l.depart.local {
			there = append(there, l)
		}
	}
	return there
}

// whereabouts returns the trip at a moment of UTC, and the place reached last, or else
// the first place.
func (c *itinerary) whereabouts(elapsed int64) (*absence, *leg) {
	trip := c.trips[0]
	for _, other := range c.trips {
		if other.from.elapsed <= elapsed {
			trip = other
		}
	}
	place := trip.legs[0]
	for _, l := range trip.legs {
		if l.arrive.elapsed <= elapsed {
			place = l
		}
	}
	return trip, place
}
