package tables

import (
	"maps"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// tripFile holds what is said of journeys under every regime.
const tripFile = "trip.yaml"

// tripWords are the texts about journeys, and their bounds.
type tripWords struct {
	texts map[string]Text
	// days is how long a journey may be.
	days int64
}

// tripTexts lists the texts about journeys with the names that each may show.
var tripTexts = map[string][]string{
	"bad_time":         {"field", "time"},
	"mixed_offsets":    {"field", "time"},
	"send_offsets":     {},
	"home_clock":       {},
	"unasked_field":    {"field", "regime"},
	"bad_value":        {"field", "value"},
	"no_legs":          {},
	"leg_without_time": {"leg", "arrive", "depart"},
	"legs_overlap":     {"leg", "arrive", "depart"},
	"leaves_late":      {"leave_home", "arrive"},
	"returns_early":    {"return_home", "depart"},
	"home_at_end":      {"leg"},
	"too_long":         {"days"},
	"bad_day":          {"field", "date"},
	"meal_outside":     {"meal", "date"},
	"meal_unknown":     {"meal"},
	"meal_twice":       {"meal", "date"},
	"paid_for_several": {"date"},
	"lodging_outside":  {"date"},
	"leg":              {"leg", "message"},
}

// TripTexts lists the texts about journeys with the names that each may show in
// braces.
func TripTexts() map[string][]string { return maps.Clone(tripTexts) }

// tripWords reads the texts about journeys; nil without the file.
func (l *loader) tripWords() *tripWords {
	names, err := readDir(l.Files, ".")
	if err != nil || !slices.Contains(names, tripFile) {
		return nil
	}
	n := l.Map(tripFile)
	if n == nil {
		return nil
	}
	l.Known(n, "limits", "texts")
	w := &tripWords{texts: map[string]Text{}}
	if limits := l.need(n, "limits"); limits != nil {
		l.Known(limits, "days")
		if d, err := number.Parse(l.scalar(limits, "days")); err == nil {
			w.days, _ = d.Int64()
		}
		if w.days <= 0 {
			l.fail(limits.Range, "bad-number", "days must be a whole number above 0", "")
		}
	}
	texts := l.need(n, "texts")
	if texts == nil {
		return nil
	}
	for _, entry := range texts.Entries {
		allowed, known := tripTexts[entry.Key.Text]
		if !known {
			l.unknown(entry.Key.Range, "unknown-text", "text", entry.Key.Text, sortedKeys(tripTexts))
			continue
		}
		w.texts[entry.Key.Text] = l.filledText(entry.Value, allowed)
	}
	for _, name := range sortedKeys(tripTexts) {
		if wording.IsEmpty(w.texts[name]) {
			l.fail(texts.Range, "missing-text", "the text "+name+" is missing", "")
		}
	}
	return w
}

// invalidInput is the code of a journey that cannot have been.
const invalidInput = "invalid_input"

// refuse makes a refusal of a text.
func (w *tripWords) refuse(text string, pairs ...any) *Refusal {
	return &Refusal{Code: invalidInput, Message: wording.Fill(w.texts[text], pairs...)}
}
