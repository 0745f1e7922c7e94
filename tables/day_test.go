package tables

import (
	"testing"

	"github.com/payslate/payslate/interpreter/number"
)

// FuzzDays checks that tables and trips agree on what is a day, write days as they read
// them, and order them as their texts.
func FuzzDays(f *testing.F) {
	for _, seed := range []string{"2026-02-28", "2024-02-29", "2025-02-29", "1969-12-31", "0001-01-01", "9999-12-31", "2026-1-1", "2026-01-01x", ""} {
		f.Add(seed, "2026-03-01", "T09:30")
		f.Add("1970-01-01", seed, "T09:30:00")
		f.Add("1970-01-01", seed, "T09:30-09:30")
	}
	f.Add("2026-01-31", "2026-02-01", "T24:00")
	f.Add("2026-01-31", "2026-02-01", "T09:30:01")
	f.Fuzz(func(t *testing.T, one, other, clock string) {
		day, ok := number.ParseDate(one)
		if ok != isDay(one) {
			t.Fatalf("%q is a day of a trip: %t, of a table: %t", one, ok, isDay(one))
		}
		at, offset, timed := momentOf(one + clock)
		if !ok {
			return
		}
		if got := dayText(day); got != one {
			t.Fatalf("%q is written %q", one, got)
		}
		if next, _ := number.ParseDate(nextDay(one)); one != "9999-12-31" && next != day+1 {
			t.Fatalf("after %q comes %q", one, nextDay(one))
		}
		if timed && !offset && at.elapsed != at.local || timed && (dayOf(at.local) != day || at.local < day*minutesOfDay || max(at.local-at.elapsed, at.elapsed-at.local) > maxOffset) {
			t.Fatalf("%q is on %q", one+clock, dayText(dayOf(at.local)))
		}
		if midnight, _, is := momentOf(one + "T00:00"); !is || midnight.local != day*minutesOfDay {
			t.Fatalf("%q begins at minute %d, %t", one, midnight.local, is)
		}
		if second, is := number.ParseDate(other); is && (one < other) != (day < second) {
			t.Fatalf("%q and %q are in another order as days: %d, %d", one, other, day, second)
		}
	})
}

func TestYearlySeasons(t *testing.T) {
	for _, c := range []struct {
		season     Span
		day        string
		has        bool
		from, last string
	}{
		{Span{"01-01", "12-31"}, "2026-06-01", true, "2026-01-01", "2026-12-31"},
		{Span{"12-15", "04-14"}, "2026-01-20", true, "2025-12-15", "2026-04-14"},
		{Span{"12-15", "04-14"}, "2026-12-31", true, "2026-12-15", "2027-04-14"},
		{Span{"12-15", "04-14"}, "2026-04-15", false, "", ""},
		{Span{"04-15", "12-14"}, "2026-04-15", true, "2026-04-15", "2026-12-14"},
		{Span{"12-01", "02-28"}, "2028-02-29", true, "2027-12-01", "2028-02-29"},
		{Span{"03-01", "11-30"}, "2028-02-29", false, "", ""},
		{Span{"2026-01-01", "2026-03-31"}, "2026-02-01", true, "2026-01-01", "2026-03-31"},
	} {
		if got := c.season.Has(c.day); got != c.has {
			t.Errorf("%v has %s: %t", c.season, c.day, got)
		}
		if got := c.season.Around(c.day); c.has && got != (Span{c.from, c.last}) {
			t.Errorf("%v around %s: %v", c.season, c.day, got)
		}
	}
}
