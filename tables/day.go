package tables

import "github.com/payslate/payslate/interpreter/number"

// dayLayout is the format of days. Their order is that of their texts.
const dayLayout = "2006-01-02"

func isDay(text string) bool {
	_, ok := number.ParseDate(text)
	return ok
}

// nextDay and dayBefore return the days next to a valid one.
func nextDay(day string) string   { return moved(day, 0, 1) }
func dayBefore(day string) string { return moved(day, 0, -1) }

// moved returns the day some years and days after a valid one.
func moved(day string, years, days int) string {
	parsed, ok := number.ParseDate(day)
	if !ok {
		return ""
	}
	return number.Day(parsed).AddDate(years, 0, days).Format(dayLayout)
}

// Span is a period of days, ends included; an empty To is open.
type Span struct {
	From string `key:"from"`
	To   string `key:"to"`
}

// Has reports whether a day is in the span.
func (s Span) Has(day string) bool {
	if s.yearly() {
		return s.hasYearly(day)
	}
	return s.From <= day && (s.To == "" || day <= s.To)
}

// covers reports whether another span lies within this one.
func (s Span) covers(other Span) bool {
	return s.From <= other.From && (s.To == "" || other.To != "" && other.To <= s.To)
}

// yearlyLayout is the format of a day of every year.
const yearlyLayout = "01-02"

// commonYear has no 29 February.
const commonYear = "2001-"

// yearly reports whether the span repeats each year: its ends are months and days. If it
// ends before it begins, it includes New Year.
func (s Span) yearly() bool { return len(s.From) == len(yearlyLayout) }

// MonthDay returns the month and day on which the span begins.
func (s Span) MonthDay() string { return s.From[max(0, len(s.From)-len(yearlyLayout)):] }

// hasYearly reports whether a day is in a yearly span. 29 February counts as 28 February.
func (s Span) hasYearly(day string) bool {
	day = day[len(commonYear):]
	if day == "02-29" {
		day = "02-28"
	}
	if s.From <= s.To {
		return s.From <= day && day <= s.To
	}
	return s.From <= day || day <= s.To
}

// Around returns the span, or the occurrence of a yearly span around one of its days.
func (s Span) Around(day string) Span {
	if !s.yearly() {
		return s
	}
	from, to := day[:len(commonYear)], day[:len(commonYear)]
	switch {
	case s.From <= s.To:
	case day[len(commonYear):] >= s.From:
		to = moved(day, 1, 0)[:len(commonYear)]
	default:
		from = moved(day, -1, 0)[:len(commonYear)]
	}
	last := to + s.To
	if s.To == "02-28" && isDay(to+"02-29") {
		last = to + "02-29"
	}
	return Span{from + s.From, last}
}

func isYearly(text string) bool { return len(text) == len(yearlyLayout) && isDay(commonYear+text) }

// dayAfter returns the day after one of a date or of every year; it is empty for an invalid
// day.
func dayAfter(day string) string {
	if !isYearly(day) {
		return nextDay(day)
	}
	return nextDay(commonYear + day)[len(commonYear):]
}
