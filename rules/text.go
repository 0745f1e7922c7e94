package rules

import (
	"strconv"

	"github.com/payslate/payslate/interpreter/wording"
)

// Text is a text for people, in every language that it is offered in.
type Text = wording.Text

// Language is a language of rules, notes and messages, with those to take its
// place where a text lacks it.
type Language = wording.Language

// English is the language that every text has.
const English = wording.English

// text fills a text of the service: values are names and what stands for them,
// a string or a Text, in turn.
func (s *Service) text(name string, values ...any) Text {
	return wording.Fill(s.texts[name], values...)
}

// ScenarioFailed puts the number of a comparison's scenario before the message
// of its refusal.
func (s *Service) ScenarioFailed(n int, message Text) Text {
	return s.text("scenario_failed", "number", strconv.Itoa(n), "message", message)
}
