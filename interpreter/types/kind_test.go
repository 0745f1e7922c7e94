package types

import (
	"regexp"
	"strconv"
	"testing"
	"time"
)

// FuzzDates compares judgeDate and judgeTime with the standard library: both accept the same texts and refuse the others for the same reason.
func FuzzDates(f *testing.F) {
	for _, seed := range []string{
		"2026-02-28", "2024-02-29", "2025-02-29", "1900-02-29", "2000-02-29", "0000-01-01", "0001-01-01", "9999-12-31", "2026-13-01", "2026-00-10",
		"2026-04-31", "2026-1-01", "26-01-01", "2026-01-01 ", "2026-01-01T", "２０２６-01-01", "2026-01-01T23:59", "2026-01-01T24:00",
		"2026-01-01T23:59:60", "2026-01-01T23:59:59", "2026-01-01T1:05", "2026-01-01T01:05Z", "2026-01-01T01:05+14:00", "2026-01-01T01:05-14:30", "2026-01-01T24:05+01:00", "2026-01-01 01:05", "2026-01-01T01:05:00.5", "2026-02-30T01:05:00", "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		want, wantTime := parsedDate(string(text)), parsedTime(string(text))
		if got := judgeDate(text); got != want {
			t.Errorf("%q as a day: %d, want %d", text, got, want)
		}
		if got := judgeTime(text); got != wantTime {
			t.Errorf("%q as a local time: %d, want %d", text, got, wantTime)
		}
	})
}

var (
	writtenDay  = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	writtenTime = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(?::(\d\d)|Z|[+-](\d\d):([0-5]\d))?$`)
)

// maxOffset bounds offsets from UTC, in minutes. No time zone exceeds it.
const maxOffset = 14 * 60

// parsedDate is judgeDate by the standard library.
func parsedDate(text string) Problem {
	if !writtenDay.MatchString(text) {
		return WrongForm
	}
	if day, err := time.Parse(time.DateOnly, text); err != nil || day.Year() < 1 {
		return NoSuchDay
	}
	return 0
}

// parsedTime is judgeTime in the same way.
func parsedTime(text string) Problem {
	parts := writtenTime.FindStringSubmatch(text)
	if parts == nil {
		return WrongForm
	}
	number := func(part int) int {
		n, _ := strconv.Atoi(parts[part]) // 0 if it is missing
		return n
	}
	switch problem := parsedDate(parts[1]); {
	case number(5)*60+number(6) > maxOffset:
		return WrongForm
	case problem != 0:
		return problem
	case number(2) > 23 || number(3) > 59 || number(4) > 59:
		return NoSuchTime
	}
	return 0
}
