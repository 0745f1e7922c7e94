package tables

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/wording"
)

// Codes of refusals.
const (
	unknownRegime     = "unknown_regime"
	unknownLocation   = "unknown_location"
	ambiguousLocation = "ambiguous_location"
	dateNotCovered    = "date_not_covered"
)

// Refusal is the error for a request without an answer.
type Refusal struct {
	remedy.Refusal
	// Candidates are the areas that the request may mean.
	Candidates []Candidate
	// Covered is the period with tables, if the requested day is outside it.
	Covered *Span
}

// mostRemedies bounds the candidates that are offered as remedies.
const mostRemedies = 5

// remedies offers the candidates of a refused query that have a rate.
func (f *finder) remedies(asked *Query, refusal *Refusal) {
	for _, c := range refusal.Candidates[:min(mostRemedies, len(refusal.Candidates))] {
		query := Query{Country: c.Country.Code, City: c.City.English, State: c.State, Date: asked.Date}
		tried := finder{regime: f.regime.Root(), query: query, rate: &Rate{Date: asked.Date}}
		if tried.find() != nil {
			continue
		}
		offer := remedy.Remedy{Label: wording.Join(slices.DeleteFunc([]Text{c.City, wording.Everywhere(c.State), c.Country.Name}, func(t Text) bool { return wording.IsEmpty(t) }), ", ")}
		for _, field := range []struct{ name, asked, value string }{
			{fieldCountry, asked.Country, query.Country}, {fieldState, asked.State, query.State}, {fieldCity, asked.City, query.City},
			{fieldCounty, asked.County, ""}, {fieldPostalCode, asked.PostalCode, ""},
		} {
			switch set := (remedy.Setting{Loc: []any{field.name}, Value: field.value}); {
			case field.value == field.asked:
			case field.value == "":
				set.Value = nil
				fallthrough
			default:
				offer.Set = append(offer.Set, set)
			}
		}
		if len(offer.Set) > 0 {
			refusal.Remedies = append(refusal.Remedies, offer)
		}
	}
}

// at sets the field at fault of a refusal, which may be nil, and returns it.
func (r *Refusal) at(loc ...any) *Refusal {
	if r != nil {
		r.Loc = loc
	}
	return r
}

// Error returns the code and the English message.
func (r *Refusal) Error() string { return r.Code + ": " + r.Message.English }

// maxNames bounds the names in a message.
const maxNames = 3

// nearest returns a sentence with the countries or states with names most similar to an
// unknown one, or an empty text.
func (r *Regime) nearest(name string, among *register) Text {
	key := among.key(name)
	letters := []rune(key)
	near := make([][]Text, min(2+len(letters)/3, len(letters))) // by distance
	for _, candidate := range sortedKeys(among.byKey) {
		distance := diagnostic.Edits(letters, []rune(candidate), len(near)-1)
		if len(key) > 2 && strings.HasPrefix(candidate, key) {
			distance = 0
		}
		if country := among.byKey[candidate]; distance < len(near) && !country.outside {
			label := country.Name
			if among == r.lookup.states {
				label = wording.Join([]Text{label, wording.Everywhere("(" + country.Code + ")")}, " ")
			}
			near[distance] = append(near[distance], label)
		}
	}
	var names []Text
	for _, text := range slices.Concat(near...) {
		if len(names) < maxNames {
			names = appendOnce(names, text)
		}
	}
	if len(names) == 0 {
		return Text{}
	}
	return r.text("nearest", "names", wording.Join(names, ", "))
}

func abs(n int) int { return max(n, -n) }

// refuse makes a refusal with one of the regime's texts.
func (r *Regime) refuse(code, text string, pairs ...any) *Refusal {
	message := r.text(text, pairs...)
	// Empty values leave extra blanks.
	return &Refusal{Refusal: remedy.Refusal{Code: code, Message: wording.Map(message, func(_ wording.Language, text string) string { return strings.Join(strings.Fields(text), " ") })}}
}
