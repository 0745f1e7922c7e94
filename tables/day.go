package tables

import "time"

// Days are written YYYY-MM-DD, so that their order is that of their texts.

// dayLayout is how days are written.
const dayLayout = "2006-01-02"

func isDay(text string) bool {
	day, err := time.Parse(dayLayout, text)
	return err == nil && day.Format(dayLayout) == text
}

// nextDay is the day after a valid one, dayBefore the one before it.
func nextDay(day string) string   { return moved(day, 1) }
func dayBefore(day string) string { return moved(day, -1) }

func moved(day string, days int) string {
	parsed, err := time.Parse(dayLayout, day)
	if err != nil {
		return ""
	}
	return parsed.AddDate(0, 0, days).Format(dayLayout)
}

// Span is a stretch of days, both ends included; an empty To is open.
type Span struct{ From, To string }

// Has reports whether a day lies in the span.
func (s Span) Has(day string) bool {
	if s.yearly() {
		return s.hasYearly(day)
	}
	return s.From <= day && (s.To == "" || day <= s.To)
}

// covers reports whether all days of another span lie in this one.
func (s Span) covers(other Span) bool {
	return s.From <= other.From && (s.To == "" || other.To != "" && other.To <= s.To)
}

// overlaps reports whether the two spans share a day.
func (s Span) overlaps(other Span) bool {
	return (other.To == "" || s.From <= other.To) && (s.To == "" || other.From <= s.To)
}
