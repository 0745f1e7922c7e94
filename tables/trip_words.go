package tables

import (
	"slices"

	"github.com/payslate/payslate/format"
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

// tripWords reads the texts about journeys; nil without the file.
func (l *loader) tripWords() *tripWords {
	names, err := readDir(l.Files, ".")
	if err != nil || !slices.Contains(names, tripFile) {
		return nil
	}
	n := l.Map(tripFile, format.Of("trips"))
	if n == nil {
		return nil
	}
	w := &tripWords{texts: map[string]Text{}}
	if limits := l.Need(n, "limits"); limits != nil {
		if d, err := number.Parse(l.Scalar(limits, "days")); err == nil {
			w.days, _ = d.Int64()
		}
		if w.days <= 0 {
			l.Fail(limits.Range, "bad-number", "days must be a whole number above 0", "")
		}
	}
	texts := l.Need(n, "texts")
	if texts == nil {
		return nil
	}
	l.namedTexts(texts, w.texts, format.Of("trips"), true)
	return w
}

// invalidInput is the code of a journey that cannot have been.
const invalidInput = "invalid_input"

// refuse makes a refusal of a text.
func (w *tripWords) refuse(text string, pairs ...any) *Refusal {
	return &Refusal{Code: invalidInput, Message: wording.Fill(w.texts[text], pairs...)}
}
