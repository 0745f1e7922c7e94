package operations

import (
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
	language      rules.Language
	country, city string // the members, with comma and colon
}

const countryNamePrefix = "country_name_"

// namesOf finds the languages that the schema of a place names.
func namesOf(schemas map[string]*Schema) []ownName {
	var names []ownName
	for _, property := range schemas["Location"].Properties {
		if tag, is := strings.CutPrefix(property.Name, countryNamePrefix); is {
			if language, known := wording.Lookup(tag); known {
				names = append(names, ownName{language, `,"` + countryNamePrefix + tag + `":`, `,"city_` + tag + `":`})
			}
		}
	}
	return names
}

// register names the runner of each operation by its id.
func (t *travel) register(runners map[string]func(*Operation) runner) {
	runners["travel-per-diem/rates"] = t.rates
	runners["travel-per-diem/trip"] = t.trip
	runners["travel-per-diem/regimes"] = t.regimes
	runners["travel-per-diem/locations"] = t.locations
}

// today is the default day.
func today() string { return time.Now().UTC().Format(time.DateOnly) }

func (t *travel) rates(operation *Operation) runner {
	at := operation.Input.Index
	regime, country, state, county, city, postalCode, date := at("regime"), at("country"), at("state"), at("county"), at("city"), at("postal_code"), at("date")
	return func(w *writer, input *Value) error {
		m := input.Members
		query := tables.Query{
			Country: m[country].Text, State: m[state].Text, County: m[county].Text, City: m[city].Text,
			PostalCode: m[postalCode].Text, Date: m[date].Text,
		}
		if query.Date == "" {
			query.Date = today()
		}
		rate, err := t.tables.Resolve(m[regime].Text, &query)
		if err != nil {
			return t.failure(err)
		}
		w.names = t.names
		w.rate(rate)
		return nil
	}
}

func (t *travel) regimes(*Operation) runner {
	return func(w *writer, _ *Value) error {
		day := today()
		list(w, `{"regimes":`, t.tables.Regimes(), func(regime **tables.Regime) { w.regime(*regime, day) })
		w.raw("}")
		return nil
	}
}

func (t *travel) locations(operation *Operation) runner {
	at := operation.Input.Index
	regime, text, country, state, limit, offset := at("regime"), at("q"), at("country"), at("state"), at("limit"), at("offset")
	count := func(value *Value, index int) int {
		if value.Given() {
			n, _ := value.Number.Int64()
			return int(n)
		}
		preset := operation.Input.Properties[index].Schema.Default
		if preset == nil {
			return 0
		}
		n, _ := preset.Number.Int64()
		return int(n)
	}
	return func(w *writer, input *Value) error {
		m := input.Members
		filter := tables.Filter{
			Text: m[text].Text, Country: m[country].Text, State: m[state].Text, Date: today(),
			Limit: count(&m[limit], limit), Offset: count(&m[offset], offset),
		}
		places, total, err := t.tables.Search(m[regime].Text, &filter)
		if err != nil {
			return t.failure(err)
		}
		w.text(`{"regime":`, m[regime].Text)
		w.integer(`,"total":`, total)
		w.names = t.names
		list(w, `,"items":`, places, w.place)
		w.raw("}")
		return nil
	}
}

// failure turns a refusal of the tables into a Failure.
func (t *travel) failure(err error) error {
	var refusal *tables.Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	failure := &Failure{Status: statusBadRequest, Code: refusal.Code, Message: refusal.Message, Location: locationOf(refusal.Loc)}
	if len(refusal.Candidates) > 0 {
		w := writer{names: t.names}
		list(&w, "", refusal.Candidates, w.candidate)
		failure.Extra = append(failure.Extra, Extra{"candidates", string(w.dst)})
	}
	if refusal.Covered != nil {
		w := writer{names: t.names}
		w.span(`{"valid_from":`, `,"valid_to":`, *refusal.Covered)
		w.raw("}")
		failure.Extra = append(failure.Extra, Extra{"covered", string(w.dst)})
	}
	return failure
}
