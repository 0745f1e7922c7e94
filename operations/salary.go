package operations

import (
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// salary answers the operations of the salary service.
type salary struct{ *Catalogue }

// register names the runner of each operation by its id.
func (s *salary) register(runners map[string]runner) {
	runners["salary-net/net"] = s.answering("gross", s.net)
	runners["salary-net/explain"] = s.answering("gross", s.explain)
	runners["salary-net/gross"] = s.answering("net", s.gross)
	runners["salary-net/year"] = s.answering("gross", s.year)
	runners["salary-net/compare"] = s.compare
	runners["salary-net/curve"] = s.answering(curveAmount, s.curve)
	runners["salary-net/parameters"] = s.parameters
	runners["salary-net/countries"] = s.countries
}

// answering returns a runner that reads the scenario of a request, lets answer write the
// fields of the answer, and signs it.
func (s *salary) answering(amount string, answer func(w *writer, input *Value, scenario *rules.Scenario) error) runner {
	return func(w *writer, input *Value) error {
		q := questions.Get().(*question)
		defer q.giveBack()
		q.read(s.rules, input, amount, w.language)
		w.raw("{")
		if err := answer(w, input, &q.scenario); err != nil {
			return asked(amount, err)
		}
		s.sign(w)
		return nil
	}
}

func (s *salary) net(w *writer, _ *Value, scenario *rules.Scenario) error {
	result, err := s.rules.Net(scenario)
	if err != nil {
		return err
	}
	defer result.Release()
	w.result(result)
	return nil
}

func (s *salary) explain(w *writer, _ *Value, scenario *rules.Scenario) error {
	explanation, err := s.rules.Explain(scenario)
	if err != nil {
		return err
	}
	defer explanation.Result.Release()
	w.result(explanation.Result)
	w.reasons(explanation)
	return nil
}

func (s *salary) gross(w *writer, _ *Value, scenario *rules.Scenario) error {
	result, err := s.rules.Gross(scenario)
	if err != nil {
		return err
	}
	defer result.Release()
	w.result(result)
	w.wanted("target_net", result.TargetNet, "difference", result.Difference)
	return nil
}

func (s *salary) compare(w *writer, input *Value) error {
	q := questions.Get().(*question)
	defer q.giveBack()
	service := s.rules.Service()
	entries := input.field("scenarios").Members
	assumptions := make([][]string, len(entries))
	var countries []*rules.Country
	var warnings []rules.Warning
	w.raw(`{"rows":[`)
	for i := range entries {
		q.read(s.rules, &entries[i], "gross", w.language)
		q.scenario.WithLabel = true
		result, err := s.rules.Net(&q.scenario)
		if err != nil {
			return inScenario(service, i+1, err)
		}
		if i > 0 {
			w.raw(",")
		}
		w.comparisonRow(result)
		if !slices.Contains(countries, result.Country) {
			countries = append(countries, result.Country)
		}
		for _, note := range result.Notes {
			assumptions[i] = append(assumptions[i], string(note))
		}
		for _, warning := range result.Warnings {
			message := service.ScenarioFailed(i+1, wording.Everywhere(string(warning.Message)))
			warning.Message = []byte(message.In(w.language))
			warning.Field = inScenarioAt(i, warning.Field)
			warning.Remedies = inside(warning.Remedies, "scenarios", i)
			warnings = append(warnings, warning)
		}
		result.Release()
	}
	w.raw("]")
	w.members("notes", comparisonNotes(service, countries, assumptions, w.language),
		"warnings", w.warnings(warnings), "disclaimer", service.CompareDisclaimer)
	s.sign(w)
	return nil
}

// inScenarioAt is the dotted path of a field of a scenario.
func inScenarioAt(i int, field []byte) []byte {
	path := "scenarios[" + strconv.Itoa(i) + "]"
	if len(field) > 0 {
		path += "." + string(field)
	}
	return []byte(path)
}

// comparisonNotes puts the scenarios' notes after those on currencies and on the
// countries: those of every scenario as they are, others with their scenario's number.
func comparisonNotes(service *rules.Service, countries []*rules.Country, scenarios [][]string, language rules.Language) []string {
	notes := []string{service.CompareNote.In(language)}
	for _, country := range countries {
		if note := country.CompareNote().In(language); note != "" {
			notes = append(notes, note)
		}
	}
	for i, own := range scenarios {
		for _, note := range own {
			lacksIt := func(other []string) bool { return !slices.Contains(other, note) }
			switch {
			case slices.ContainsFunc(scenarios, lacksIt):
				failed := service.ScenarioFailed(i+1, wording.Everywhere(note))
				notes = append(notes, failed.In(language))
			case i == 0:
				notes = append(notes, note)
			}
		}
	}
	return notes
}

func (s *salary) parameters(w *writer, input *Value) error {
	country, year := country(s.rules, input)
	parameters, taxYear, err := s.rules.Parameters(country, year, input.text("date"))
	if err != nil {
		return err
	}
	w.object("country", country.Code(), "year", year, "tax_year", taxYear, "currency", country.Currency(),
		"parameters", each(w, parameters, func(p *rules.Parameter) {
			w.object("key", p.Key, "label", p.Label, "value", p.Value, "unit", p.Unit, "source", p.Source)
		}))
	return nil
}

func (s *salary) countries(w *writer, _ *Value) error {
	w.object("countries", each(w, s.rules.Countries(), func(entry **rules.Country) {
		country := *entry
		var fields []string
		for _, field := range country.Fields() {
			fields = append(fields, field.Name)
		}
		w.object("country", country.Code(), "name", country.Name(), "status", string(country.Status()), "currency", country.Currency(),
			"years", each(w, country.Years(), func(year *int) { w.integer(*year) }), "periods", country.Periods(),
			"profile_fields", fields, "conformance", s.Evidence(country), "unproved", s.Judged.Unproved[country.Code()])
	}))
	return nil
}

// sign ends an answer with what computed it.
func (s *salary) sign(w *writer) {
	w.wanted("rules_version", s.RulesVersion, "computed_by", s.ComputedBy())
	w.raw("}")
}
