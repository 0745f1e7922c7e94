package operations

import (
	"cmp"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// travel answers the operations of the travel service.
type travel struct {
	tables *tables.Book
	names  []ownName
}

// ownName is a language in which answers repeat the names of places.
type ownName struct {
	language rules.Language
	tag      string // ends the names of the members
}

const countryNamePrefix = "country_name_"

// namesOf finds the languages that the schema of a place names.
func namesOf(schemas map[string]*Schema) []ownName {
	var names []ownName
	for _, property := range schemas["Location"].Properties {
		if tag, is := strings.CutPrefix(property.Name, countryNamePrefix); is {
			if language, known := wording.Lookup(tag); known {
				names = append(names, ownName{language, tag})
			}
		}
	}
	return names
}

// register names the runner of each operation by its id.
func (t *travel) register(runners map[string]runner) {
	runners["travel-per-diem/rates"] = t.rates
	runners["travel-per-diem/trip"] = t.trip
	runners["travel-per-diem/regimes"] = t.regimes
	runners["travel-per-diem/locations"] = t.locations
}

// today is the default day.
func today() string { return time.Now().UTC().Format(time.DateOnly) }

func (t *travel) rates(w *writer, input *Value) error {
	query := input.place()
	query.Date = cmp.Or(input.text("date"), today())
	rate, err := t.tables.Resolve(input.text("regime"), &query)
	if err != nil {
		return t.failure(err)
	}
	w.names = t.names
	w.rate(rate)
	return nil
}

func (t *travel) regimes(w *writer, _ *Value) error {
	day := today()
	w.object("regimes", each(w, t.tables.Regimes(), func(regime **tables.Regime) { w.regime(*regime, day) }))
	return nil
}

func (t *travel) locations(w *writer, input *Value) error {
	filter := tables.Filter{
		Text: input.text("q"), Country: input.text("country"), State: input.text("state"), Date: today(),
		Limit: input.whole("limit"), Offset: input.whole("offset"),
	}
	places, total, err := t.tables.Search(input.text("regime"), &filter)
	if err != nil {
		return t.failure(err)
	}
	w.names = t.names
	w.object("regime", input.text("regime"), "total", total, "items", each(w, places, w.place))
	return nil
}

// failure turns a refusal of the tables into a Failure.
func (t *travel) failure(err error) error {
	var refusal *tables.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	failure := &Failure{Status: statusBadRequest, Code: refusal.Code, Message: refusal.Message, Location: refusal.Loc, changes: refusal.Remedies}
	if len(refusal.Candidates) > 0 {
		w := writer{names: t.names}
		list(&w, refusal.Candidates, w.candidate)
		failure.Extra = append(failure.Extra, "candidates", json.RawMessage(w.dst))
	}
	if refusal.Covered != nil {
		failure.Extra = append(failure.Extra, "covered", validity(*refusal.Covered))
	}
	return failure
}
