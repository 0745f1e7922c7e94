package operations

import "testing"

// FuzzDates compares dateProblem and localTimeProblem with a count of digits and days:
// both accept the same texts and refuse the others for the same reason.
func FuzzDates(f *testing.F) {
	for _, seed := range []string{
		"2026-02-28", "2024-02-29", "2025-02-29", "1900-02-29", "2000-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "2026-13-01", "2026-00-10",
		"2026-04-31", "2026-1-01", "26-01-01", "2026-01-01 ", "2026-01-01T", "２０２６-01-01", "2026-01-01T23:59", "2026-01-01T24:00",
		"2026-01-01T23:59:60", "2026-01-01T23:59:59", "2026-01-01T1:05", "2026-01-01T01:05Z", "2026-01-01T01:05+14:00", "2026-01-01T01:05-14:30", "2026-01-01T24:05+01:00", "2026-01-01 01:05", "2026-01-01T01:05:00.5", "2026-02-30T01:05:00", "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		want, wantTime := countedDate(text), countedTime(text)
		if got := dateProblem(text); got != want {
			t.Errorf("%q as a day: %q, want %q", text, got, want)
		}
		if got := localTimeProblem(text); got != wantTime {
			t.Errorf("%q as a local time: %q, want %q", text, got, wantTime)
		}
	})
}

const (
	dateShape    = "0000-00-00"
	minuteShape  = "T00:00"
	secondsShape = ":00"
	offsetShape  = "00:00"
)

// countedDate is dateProblem by counting digits and days.
func countedDate(text []byte) string {
	if !hasShape(text, dateShape) {
		return "date_shape"
	}
	year, month, day := digits(text[:4]), digits(text[5:7]), digits(text[8:])
	if year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return "no_such_day"
	}
	return ""
}

// countedTime is localTimeProblem in the same way.
func countedTime(text []byte) string {
	text, offset := cutOffset(text)
	if !offset || !hasShape(text, dateShape+minuteShape) && !hasShape(text, dateShape+minuteShape+secondsShape) {
		return "local_time_shape"
	}
	if problem := countedDate(text[:len(dateShape)]); problem != "" {
		return problem
	}
	hour, minute, second := digits(text[11:13]), digits(text[14:16]), 0
	if len(text) > len(dateShape+minuteShape) {
		second = digits(text[17:])
	}
	if hour > 23 || minute > 59 || second > 59 {
		return "no_such_time"
	}
	return ""
}

// cutOffset removes the offset from UTC after a time to the minute. It returns false if
// the rest is not an offset.
func cutOffset(text []byte) (local []byte, ok bool) {
	minutes := len(dateShape + minuteShape)
	if len(text) <= minutes || text[minutes] == ':' {
		return text, true
	}
	local, offset := text[:minutes], text[minutes:]
	if string(offset) == "Z" {
		return local, true
	}
	if offset[0] != '+' && offset[0] != '-' || !hasShape(offset[1:], offsetShape) {
		return local, false
	}
	hours, rest := digits(offset[1:3]), digits(offset[4:])
	return local, rest < 60 && hours*60+rest <= maxOffset
}

// maxOffset bounds offsets from UTC, in minutes. No time zone exceeds it.
const maxOffset = 14 * 60

// hasShape reports whether the text has a digit where the shape has one and equals the
// shape elsewhere.
func hasShape(text []byte, shape string) bool {
	if len(text) != len(shape) {
		return false
	}
	for i, c := range text {
		if shape[i] == '0' {
			if c < '0' || c > '9' {
				return false
			}
		} else if c != shape[i] {
			return false
		}
	}
	return true
}

func digits(text []byte) int {
	n := 0
	for _, c := range text {
		n = n*10 + int(c-'0')
	}
	return n
}

func daysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	default:
		return 31
	}
}
