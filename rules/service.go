package rules

import (
	"slices"
	"strconv"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules/format"
)

// Service has the limits and texts that all countries share (rules/service.yaml).
type Service struct {
	// YearMin, YearMax and YearDefault are the schema's range and default.
	YearMin     int `key:"year.min"`
	YearMax     int `key:"year.max"`
	YearDefault int `key:"year.default"`
	// Periods lists all pay periods of the schema; PeriodDefault is the default.
	Periods       []string `key:"periods"`
	PeriodDefault string   `key:"period_default"`
	// PeriodsCalled has other names that people give pay periods.
	PeriodsCalled []PeriodNames `key:"periods_called"`
	// CountryFirst is the code of the country that lists and examples begin with.
	CountryFirst string `key:"country_first"`
	// GrossMax and NetMax bound the amounts; both must be above 0.
	GrossMax number.Decimal `key:"gross.max"`
	NetMax   number.Decimal `key:"net.max"`
	// ScenariosMax bounds a comparison.
	ScenariosMax int `key:"scenarios.max"`
	// CompareNote states that amounts stay in each country's currency.
	CompareNote Text `key:"texts.compare_note"`
	// CompareDisclaimer is the disclaimer of a comparison.
	CompareDisclaimer Text `key:"texts.compare_disclaimer"`

	// YearDefaultAt is where YearDefault is stated.
	YearDefaultAt diagnostic.Range `key:"year.default,at"`

	disclaimer Text // of an answer
	texts      map[string]Text
	warnings   map[string]Warning // by the name of the text
	remedies   map[string][]hostfile.Remedy
}

// PeriodNames are names in place of a pay period's, such as biweekly.
type PeriodNames struct {
	Period string   `key:"@"`
	Names  []string `key:"="`
}

const serviceFile = "service.yaml"

// service reads service.yaml.
func (l *loader) service(s *Service) {
	root := l.Map(serviceFile, format.Of("service"))
	if root == nil {
		return
	}
	var also struct {
		Texts      map[string]Text `key:"texts"`
		RateOfBase *syntax.Text    `key:"texts.rate_of_base"`
	}
	l.Decode(root, s)
	l.Decode(root, &also)
	texts := root.Get("texts")
	l.answered = []*syntax.Node{texts.Get("disclaimer"), texts.Get("compare_disclaimer"), texts.Get("rate_of_base"), texts.Get(periodDoubtful), texts.Get(periodDivided), texts.Get(percentDoubtful), texts.Get(percentBounded)}
	l.rateOfBase = also.RateOfBase
	s.texts, s.disclaimer = also.Texts, also.Texts["disclaimer"]
	s.warnings = hostfile.ReadWarnings(root.Get("warnings"), s.texts, ownInputs, &l.Findings)
	s.remedies = hostfile.ReadRemedies(root.Get("remedies"), s.texts, slices.Concat(ownInputs, []string{"first", "last", "date", "from", "in"}), &l.Findings)
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
