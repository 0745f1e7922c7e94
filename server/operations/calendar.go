package operations

import (
	"regexp"
	"time"
)

// The forms of days and of wall-clock times. No zone is farther from UTC than 14 hours.
var (
	dayForm  = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	timeForm = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d|Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$`)
)

// dateProblem names the message that says what is wrong with a day written
// YYYY-MM-DD; empty if nothing is.
func dateProblem(text []byte) string {
	if !dayForm.Match(text) {
		return "date_shape"
	}
	if _, err := time.Parse(time.DateOnly, string(text)); err != nil || string(text[:4]) == "0000" {
		return "no_such_day"
	}
	return ""
}

// localTimeProblem is dateProblem for a wall-clock time.
func localTimeProblem(text []byte) string {
	if !timeForm.Match(text) {
		return "local_time_shape"
	}
	day, clock := text[:len(time.DateOnly)], text[len(time.DateOnly)+1:]
	if problem := dateProblem(day); problem != "" {
		return problem
	}
	layout := "15:04"
	if len(clock) == len(time.TimeOnly) {
		layout = time.TimeOnly
	}
	if _, err := time.Parse(layout, string(clock[:len(layout)])); err != nil {
		return "no_such_time"
	}
	return ""
}
