package operations

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// failure is the result of a check; the zero failure means none.
type failure struct {
	kind    string
	context []Context
}

// otherType is the failure of a value of another type.
func (s *Schema) otherType() failure {
	switch s.Kind {
	case rules.Object:
		return failure{typeObject, []Context{textContext("class_name", rules.Text{English: s.Name})}}
	case rules.Array:
		return failure{kind: typeList}
	case rules.Integer:
		return failure{kind: typeInteger}
	case rules.Number:
		return failure{kind: typeNumber}
	case rules.Boolean:
		return failure{kind: typeBoolean}
	case rules.Choice:
		return failure{typeLiteral, []Context{textContext("expected", s.expected)}}
	case rules.Date:
		return failure{typeDate, []Context{textContext("error", say("date_shape"))}}
	case rules.LocalTime:
		return failure{typeLocalTime, []Context{textContext("error", say("local_time_shape"))}}
	default:
		return failure{kind: typeString}
	}
}

// scalar checks a value that is neither an array nor an object.
func (d *decoder) scalar(schema *Schema, kind jsontext.Kind, raw []byte, out *Value) {
	var found failure
	switch {
	case kind == '0' && (schema.Kind == rules.Integer || schema.Kind == rules.Number):
		found = schema.number(raw, out)
	case (kind == 't' || kind == 'f') && schema.Kind == rules.Boolean:
		*out = Value{Value: rules.Value{Kind: rules.Boolean, Bool: kind == 't'}}
	case kind == '"' && schema.Kind >= rules.Choice:
		text, err := d.unquote(raw)
		if err != nil {
			found = schema.otherType()
			break
		}
		found = schema.text(text, out)
	default:
		found = schema.otherType()
	}
	if found.kind != "" && !d.full() {
		d.fail(found.kind, raw, append(found.context, schema.slip(raw)...)...)
	}
}

// number checks a number in JSON's syntax.
func (s *Schema) number(raw []byte, out *Value) failure {
	value, err := number.ParseJSON(raw)
	if err != nil {
		return s.otherType()
	}
	limit := s.Breaks(value)
	if s.Zero && value.IsZero() {
		limit = 0 // the object judges it
	} else if limit == 0 && s.RoundedPlaces >= 0 && value.Places() > s.RoundedPlaces {
		limit = s.BreaksBound(value.Round(s.RoundedPlaces, number.HalfUp))
	}
	if limit != 0 {
		return s.beyond(limit)
	}
	*out = Value{Value: rules.Value{Kind: s.Kind, Number: value}}
	return failure{}
}

// beyond is the failure of a number that breaks a limit.
func (s *Schema) beyond(limit rules.Limit) failure {
	kind, name, bound := typeIntegerFraction, "", s.Min
	switch limit {
	case rules.DecimalPlaces:
		return failure{typeMaxPlaces, []Context{integerContext("decimal_places", s.MaxPlaces)}}
	case rules.Step:
		kind, name, bound = typeMultipleOf, "multiple_of", s.MultipleOf
	case rules.LowerBound:
		if kind, name = typeGreaterThanEqual, "ge"; s.AboveMin {
			kind, name = typeGreaterThan, "gt"
		}
	case rules.UpperBound:
		bound = s.Max
		if kind, name = typeLessThanEqual, "le"; s.BelowMax {
			kind, name = typeLessThan, "lt"
		}
	}
	if name == "" {
		return failure{kind: kind}
	}
	return failure{kind, []Context{{Name: name, Text: rules.Text{English: string(bound.AppendJSON(nil))}}}}
}

// text checks a text without its quotes.
func (s *Schema) text(text []byte, out *Value) failure {
	switch s.Kind {
	case rules.Choice:
		choice := slices.IndexFunc(s.Choices, func(known string) bool {
			return known == string(text) || s.anyCase && strings.EqualFold(known, string(text))
		})
		if choice < 0 {
			return s.otherType()
		}
		*out = Value{Value: rules.Value{Kind: rules.Choice, Text: s.Choices[choice]}}
		return failure{}
	case rules.Date:
		if problem := dateProblem(text); problem != "" {
			return failure{typeDate, []Context{textContext("error", say(problem))}}
		}
	case rules.LocalTime:
		if problem := localTimeProblem(text); problem != "" {
			return failure{typeLocalTime, []Context{textContext("error", say(problem))}}
		}
	default:
		if bytes.ContainsFunc(text, unicode.IsControl) {
			return failure{typeString, hintContext("control_character")}
		}
		length := utf8.RuneCount(text)
		if s.MinLength >= 0 && length < s.MinLength {
			return failure{typeStringTooShort, []Context{integerContext("min_length", s.MinLength)}}
		}
		if s.MaxLength >= 0 && length > s.MaxLength {
			return failure{typeStringTooLong, []Context{integerContext("max_length", s.MaxLength)}}
		}
	}
	*out = Value{Value: rules.Value{Kind: s.Kind, Text: string(text)}}
	return failure{}
}

// The forms of days and of wall-clock times. No zone is farther from UTC than 14 hours.
var (
	dayForm  = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	timeForm = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d|Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$`)
)

// dateProblem returns the name of the message about an invalid day YYYY-MM-DD; empty if
// it is valid.
func dateProblem(text []byte) string {
	if !dayForm.Match(text) {
		return "date_shape"
	}
	if _, is := number.ParseDate(string(text)); !is || string(text[:4]) == "0000" {
		return "no_such_day"
	}
	return ""
}

// localTimeProblem is dateProblem for a wall-clock time.
func localTimeProblem(text []byte) string {
	if !timeForm.Match(text) {
		return "local_time_shape"
	}
	day, clock := text[:len(time.DateOnly)], text[len(time.DateOnly)+1:]
	if problem := dateProblem(day); problem != "" {
		return problem
	}
	layout := "15:04"
	if len(clock) == len(time.TimeOnly) {
		layout = time.TimeOnly
	}
	if _, err := time.Parse(layout, string(clock[:len(layout)])); err != nil {
		return "no_such_time"
	}
	return ""
}
