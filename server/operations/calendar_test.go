package operations

import (
	"regexp"
	"testing"
	"time"
)

// FuzzDates holds the days and times of requests to the standard library's: the
// same texts are dates, and what is refused is refused for its form or its value.
func FuzzDates(f *testing.F) {
	for _, seed := range []string{
		"2026-02-28", "2024-02-29", "2025-02-29", "1900-02-29", "2000-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "2026-13-01", "2026-00-10",
		"2026-04-31", "2026-1-01", "26-01-01", "2026-01-01 ", "2026-01-01T", "２０２６-01-01", "2026-01-01T23:59", "2026-01-01T24:00",
		"2026-01-01T23:59:60", "2026-01-01T23:59:59", "2026-01-01T1:05", "2026-01-01T01:05Z", "2026-01-01T01:05+14:00", "2026-01-01T01:05-14:30", "2026-01-01T24:05+01:00", "2026-01-01 01:05", "2026-01-01T01:05:00.5", "2026-02-30T01:05:00", "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		want, wantTime := "", ""
		switch {
		case !dayForm.Match(text):
			want = "date_shape"
		case !reads(time.DateOnly, string(text)):
			want = "no_such_day"
		}
		switch form := timeForm.Match(text); {
		case !form:
			wantTime = "local_time_shape"
		case !reads(time.DateOnly, string(text[:10])):
			wantTime = "no_such_day"
		case !reads("15:04", string(text[11:16])) || len(text) == len(time.DateTime) && !reads(time.TimeOnly, string(text[11:])):
			wantTime = "no_such_time"
		}
		if got := dateProblem(text); got != want {
			t.Errorf("%q as a day: %q, want %q", text, got, want)
		}
		if got := localTimeProblem(text); got != wantTime {
			t.Errorf("%q as a local time: %q, want %q", text, got, wantTime)
		}
	})
}

var (
	dayForm  = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`)
	timeForm = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}|Z|[+-](0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)?$`)
)

// reads says whether the standard library reads a text of the right form. Requests
// have no year 0.
func reads(layout, text string) bool {
	_, err := time.Parse(layout, text)
	return err == nil && text[:4] != "0000"
}
