package tables

import "time"

// yearlyLayout is how a day of every year is written.
const yearlyLayout = "01-02"

// commonYear has no 29 February.
const commonYear = "2001-"

// yearly reports whether a stretch repeats each year: its ends are months and days. One
// that ends before it begins runs over New Year.
func (s Span) yearly() bool { return len(s.From) == len(yearlyLayout) }

// MonthDay is the month and day on which the stretch begins.
func (s Span) MonthDay() string { return s.From[max(0, len(s.From)-len(yearlyLayout)):] }

// hasYearly reports whether a day lies in a stretch of every year. 29 February belongs
// to what ends on the day before.
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

// Around is the stretch itself, or that of every year around one of its days.
func (s Span) Around(day string) Span {
	if !s.yearly() {
		return s
	}
	from, to := year(day), year(day)
	if s.From > s.To {
		if day[len(commonYear):] >= s.From {
			to = to.AddDate(1, 0, 0)
		} else {
			from = from.AddDate(-1, 0, 0)
		}
	}
	first, last := from.Format("2006-")+s.From, to.Format("2006-")+s.To
	if s.To == "02-28" && isDay(to.Format("2006-")+"02-29") {
		last = to.Format("2006-") + "02-29"
	}
	return Span{first, last}
}

// year is the first of January of a valid day's year.
func year(day string) time.Time {
	parsed, err := time.Parse(dayLayout, day)
	if err != nil {
		return time.Time{}
	}
	return time.Date(parsed.Year(), time.January, 1, 0, 0, 0, 0, time.UTC)
}

// isYearly reports whether a text is a month and day of every year.
func isYearly(text string) bool { return len(text) == len(yearlyLayout) && isDay(commonYear+text) }

// followsYearly reports whether a stretch of every year begins on the day after
// another has ended.
func (s Span) followsYearly(before Span) bool {
	next := nextDay(commonYear + before.To) // empty where that is no day
	return len(next) > len(commonYear) && next[len(commonYear):] == s.From
}
