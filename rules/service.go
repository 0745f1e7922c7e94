package rules

import (
	"strconv"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules/format"
)

// Service has the limits and texts that all countries share (rules/service.yaml).
type Service struct {
	// YearMin, YearMax and YearDefault are the schema's range and default.
	YearMin, YearMax, YearDefault int
	// Periods lists all pay periods of the schema; PeriodDefault is the default.
	Periods       []string
	PeriodDefault string
	// GrossMax and NetMax bound the amounts; both must be above 0.
	GrossMax, NetMax number.Decimal
	// ScenariosMax bounds a comparison.
	ScenariosMax int
	// CompareNote states that amounts stay in each country's currency.
	CompareNote Text
	// CompareDisclaimer is the disclaimer of a comparison.
	CompareDisclaimer Text

	disclaimer    Text // of an answer
	yearDefaultAt diagnostic.Range
	texts         map[string]Text
	warnings      map[string]syntax.Warning // by the name of the text
}

const serviceFile = "service.yaml"

// service reads service.yaml.
func (l *loader) service(s *Service) {
	root := l.Map(serviceFile, format.Of("service"))
	if root == nil {
		return
	}
	s.YearMin, s.YearMax = l.Count(root, "year", "min"), l.Count(root, "year", "max")
	s.YearDefault = l.Count(root, "year", "default")
	if n := root.Get("year"); n != nil {
		s.yearDefaultAt = rangeOf(n, "default")
	}
	s.ScenariosMax = l.Count(root, "scenarios", "max")
	s.GrossMax, s.NetMax = l.Decimal(root, "gross", "max"), l.Decimal(root, "net", "max")
	s.PeriodDefault = l.Scalar(root, "period_default")
	s.Periods = l.Words(root.Get("periods"))
	s.texts = map[string]Text{}
	for _, text := range format.Of("service").Properties("texts") {
		s.texts[text.Key.Text] = syntax.ReadText(l.Need(root, "texts", text.Key.Text), &l.Findings)
	}
	s.warnings = syntax.ReadWarnings(root.Get("warnings"), s.texts, []string{AmountField, periodInput, yearInput, payDateInput}, &l.Findings)
	s.disclaimer = s.texts["disclaimer"]
	s.CompareNote, s.CompareDisclaimer = s.texts["compare_note"], s.texts["compare_disclaimer"]
}

// Text is a text for people in one or more languages.
type Text = wording.Text

// Language is a language of rules, notes and messages, with its fallbacks for texts that
// lack it.
type Language = wording.Language

// English is the language that every text has.
const English = wording.English

// text fills in a text of the service: values are pairs of a placeholder's name and its
// value, a string or a Text.
func (s *Service) text(name string, values ...any) Text {
	return wording.Fill(s.texts[name], values...)
}

// ScenarioFailed adds the number of a scenario to the message of its refusal.
func (s *Service) ScenarioFailed(n int, message Text) Text {
	return s.text("scenario_failed", "number", strconv.Itoa(n), "message", message)
}
