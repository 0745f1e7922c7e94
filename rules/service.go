package rules

import (
	"strconv"
	"strings"

	"github.com/payslate/payslate/format"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/number"
)

// Service holds the bounds and texts of the service that hold for all
// countries (rules/service.yaml).
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
	// CompareNote says that amounts stay in each country's currency.
	CompareNote Text
	// CompareDisclaimer is the disclaimer of a comparison.
	CompareDisclaimer Text

	disclaimer    Text // of an answer
	yearDefaultAt diagnostic.Range
	texts         map[string]Text
}

const serviceFile = "service.yaml"

// service reads service.yaml.
func (l *loader) service(s *Service) {
	root := l.Map(serviceFile, format.Of("service"))
	if root == nil {
		return
	}
	s.YearMin, s.YearMax = l.integer(root, "year", "min"), l.integer(root, "year", "max")
	s.YearDefault = l.integer(root, "year", "default")
	if n := root.Get("year"); n != nil {
		s.yearDefaultAt = rangeOf(n, "default")
	}
	s.ScenariosMax = l.integer(root, "scenarios", "max")
	s.GrossMax, s.NetMax = l.decimal(root, "gross", "max"), l.decimal(root, "net", "max")
	s.PeriodDefault = l.scalar(root, "period_default")
	if n := root.Get("periods"); n != nil {
		for _, item := range n.Items {
			s.Periods = append(s.Periods, item.Text)
		}
	}
	s.texts = map[string]Text{}
	for _, text := range format.Of("service").Properties("texts") {
		if n := l.at(root, "texts", text.Key.Text); n != nil {
			s.texts[text.Key.Text] = l.text(n)
		}
	}
	s.disclaimer = s.texts["disclaimer"]
	s.CompareNote, s.CompareDisclaimer = s.texts["compare_note"], s.texts["compare_disclaimer"]
}

// at finds the value at a path of keys; a missing one is an error.
func (l *loader) at(root *document.Node, path ...string) *document.Node {
	n := root
	for _, key := range path {
		if n = n.Get(key); n == nil {
			l.fail(root.Range, "missing-value", strings.Join(path, ".")+" is missing", "")
			return nil
		}
	}
	return n
}

func (l *loader) scalar(root *document.Node, path ...string) string {
	if n := l.at(root, path...); n != nil {
		return n.Text
	}
	return ""
}

// flag reads true or false; a missing one is false.
func (l *loader) flag(root *document.Node, key string) bool {
	n := root.Get(key)
	if n != nil && n.Text != "true" && n.Text != "false" {
		l.fail(n.Range, "bad-flag", key+" must be true or false", "")
	}
	return n != nil && n.Text == "true"
}

func (l *loader) integer(root *document.Node, path ...string) int {
	n := l.at(root, path...)
	if n == nil {
		return 0
	}
	v, err := strconv.Atoi(n.Text)
	if err != nil {
		l.fail(n.Range, "bad-number", strings.Join(path, ".")+" must be a whole number", "")
	}
	return v
}

func (l *loader) decimal(root *document.Node, path ...string) number.Decimal {
	n := l.at(root, path...)
	if n == nil {
		return number.Decimal{}
	}
	d, err := number.Parse(n.Text)
	if err != nil {
		l.fail(n.Range, "bad-number", strings.Join(path, ".")+" must be a number", "")
	}
	return d
}
