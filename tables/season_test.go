package tables

import "testing"

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
