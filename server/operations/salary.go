package operations

import "github.com/payslate/payslate/rules"

// salary answers the operations of the salary service.
type salary struct {
	rules                    Rules
	rulesVersion, computedBy string
}

// register names the runner of each operation by its id.
func (s *salary) register(runners map[string]func(*Operation) runner) {
	runners["salary-net/net"] = s.net
	runners["salary-net/gross"] = s.gross
	runners["salary-net/compare"] = s.compare
	runners["salary-net/parameters"] = s.parameters
	runners["salary-net/countries"] = s.countries
}

func (s *salary) net(operation *Operation) runner {
	reader := newScenarioReader(s.rules, operation.Input, "gross")
	return func(w *writer, input *Value) error {
		q := questions.Get().(*question)
		defer q.giveBack()
		if err := reader.read(input, q); err != nil {
			return err
		}
		result, err := s.rules.Net(&q.scenario)
		if err != nil {
			return err
		}
		w.result(result)
		s.sign(w)
		return nil
	}
}

func (s *salary) gross(operation *Operation) runner {
	reader := newScenarioReader(s.rules, operation.Input, "net")
	places := operation.Input.Properties[reader.amount].Schema.RoundedPlaces
	return func(w *writer, input *Value) error {
		q := questions.Get().(*question)
		defer q.giveBack()
		if err := reader.read(input, q); err != nil {
			return err
		}
		target := amountUsed(&q.scenario, places)
		result, err := s.rules.Gross(&q.scenario)
		if err != nil {
			return err
		}
		w.result(result)
		w.number(`,"target_net":`, target)
		w.number(`,"difference":`, result.Net.Sub(target))
		s.sign(w)
		return nil
	}
}

func (s *salary) compare(operation *Operation) runner {
	scenarios := operation.Input.Index("scenarios")
	reader := newScenarioReader(s.rules, operation.Input.Properties[scenarios].Schema.Items, "gross")
	return func(w *writer, input *Value) error {
		q := questions.Get().(*question)
		defer q.giveBack()
		entries := input.Members[scenarios].Members
		w.raw(`{"rows":[`)
		for i := range entries {
			if err := reader.read(&entries[i], q); err != nil {
				return inScenario(i+1, err)
			}
			result, err := s.rules.Net(&q.scenario)
			if err != nil {
				return inScenario(i+1, err)
			}
			if i > 0 {
				w.raw(",")
			}
			w.comparisonRow(result)
		}
		service := s.rules.Service()
		w.raw(`],"notes":[`)
		w.words("", service.CompareNote)
		w.words(`],"disclaimer":`, service.CompareDisclaimer)
		s.sign(w)
		return nil
	}
}

func (s *salary) parameters(operation *Operation) runner {
	reader := newCountryReader(s.rules, operation.Input)
	return func(w *writer, input *Value) error {
		country, year, err := reader.read(input)
		if err != nil {
			return err
		}
		parameters, taxYear, err := s.rules.Parameters(country, year)
		if err != nil {
			return err
		}
		w.text(`{"country":`, country.Code())
		w.integer(`,"year":`, year)
		w.text(`,"tax_year":`, taxYear)
		w.text(`,"currency":`, country.Currency())
		list(w, `,"parameters":`, parameters, func(parameter *rules.Parameter) {
			w.text(`{"key":`, parameter.Key)
			w.words(`,"label":`, parameter.Label)
			w.number(`,"value":`, parameter.Value)
			w.text(`,"unit":`, parameter.Unit)
			w.text(`,"source":`, parameter.Source)
			w.raw("}")
		})
		w.raw("}")
		return nil
	}
}

func (s *salary) countries(*Operation) runner {
	return func(w *writer, _ *Value) error {
		list(w, `{"countries":`, s.rules.Countries(), func(entry **rules.Country) {
			country := *entry
			w.text(`{"country":`, country.Code())
			w.words(`,"name":`, country.Name())
			w.text(`,"status":`, string(country.Status()))
			w.text(`,"currency":`, country.Currency())
			list(w, `,"years":`, country.Years(), func(year *int) { w.integer("", *year) })
			list(w, `,"periods":`, country.Periods(), func(period *string) { w.text("", *period) })
			list(w, `,"profile_fields":`, country.Fields(), func(field *rules.Field) { w.text("", field.Name) })
			w.words(`,"conformance":`, country.Conformance())
			w.raw("}")
		})
		w.raw("}")
		return nil
	}
}

// sign ends an answer with what computed it.
func (s *salary) sign(w *writer) {
	w.text(`,"rules_version":`, s.rulesVersion)
	w.text(`,"computed_by":`, s.computedBy)
	w.raw("}")
}
