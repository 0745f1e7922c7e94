package tables

import (
	"strings"
	"time"
)

// moment is a point of a journey.
type moment struct {
	// local is what the clock of the place shows, in minutes.
	local int64
	// elapsed is the same moment in minutes of UTC; local where the times of the
	// request have no offsets.
	elapsed int64
}

// momentOf reads a time to the minute, with or without an offset: 2026-03-10T09:30,
// 2026-03-10T09:30+01:00, 2026-03-10T08:30Z. Seconds may be written if they are 0 and
// no offset follows.
func momentOf(text string) (m moment, offset, ok bool) {
	const layout, seconds = "2006-01-02T15:04", ":00"
	if len(text) < len(layout) {
		return moment{}, false, false
	}
	t, err := time.Parse(layout, text[:len(layout)])
	if err != nil {
		return moment{}, false, false
	}
	minutes := t.Unix() / 60
	zone := text[len(layout):]
	if zone == "" || zone == seconds {
		return moment{minutes, minutes}, false, true
	}
	east, ok := offsetOf(zone)
	return moment{minutes, minutes - east}, true, ok
}

// maxOffset bounds offsets, in minutes: no zone is farther from UTC.
const maxOffset = 14 * 60

// offsetOf reads the offset of a zone, Z or ±HH:MM, in minutes east.
func offsetOf(zone string) (minutes int64, ok bool) {
	if zone == "Z" {
		return 0, true
	}
	t, err := time.Parse("15:04", strings.TrimLeft(zone, "+-"))
	if err != nil || len(zone) != len("+00:00") {
		return 0, false
	}
	minutes = int64(t.Hour()*60 + t.Minute())
	if zone[0] == '-' {
		minutes = -minutes
	}
	return minutes, minutes >= -maxOffset && minutes <= maxOffset
}

// clockTime is a stretch of a trip, both ends included, in which the traveller's
// clock is a zone's.
type clockTime struct {
	from, to int64 // minutes of UTC
	east     int64 // of the zone
}

// clock is what clocks the traveller goes by: at a place that of the arrival there,
// on the way that of where it leads.
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

// shows is when the traveller's clock first shows a time, or is set past it, from a
// moment of UTC on; false where it does not before the trip ends.
func (a *absence) shows(local, from int64) (elapsed int64, ok bool) {
	before := a.local(from) - 1 // what the clock showed last
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

// local is what the traveller's clock shows at a moment of UTC.
func (a *absence) local(elapsed int64) int64 {
	east := int64(0)
	for _, c := range a.clock() {
		if c.from <= elapsed {
			east = c.east
		}
	}
	return elapsed + east
}

// away is how long the trip keeps the traveller away on a day.
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

// reached is the leg reached last before a day of the trip ends, next the one
// after it; nil if there is none. On its last day all are reached.
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

// at lists the legs at which the traveller is when the clock there shows a time,
// and stays for a while: two where a day is lived twice.
func (a *absence) at(local int64) []*leg {
	var there []*leg
	for _, l := range a.legs {
		if l.arrive.local <= local && local < l.depart.local {
			there = append(there, l)
		}
	}
	return there
}

// whereabouts is the place reached last at a moment of UTC, or else the first of
// the trip of that moment.
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
