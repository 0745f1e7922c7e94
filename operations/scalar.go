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

// otherType is the failure of a value of another type.
func (s *Schema) otherType() Detail {
	switch s.Kind {
	case rules.Object:
		return detail("model_type", "class_name", s.Name)
	case rules.Array:
		return detail("list_type")
	case rules.Integer:
		return detail("int_type")
	case rules.Number:
		return detail("float_type")
	case rules.Boolean:
		return detail("bool_type")
	case rules.Choice:
		return detail("literal_error", "expected", enumerate(s.Choices))
	case rules.Date:
		return detail("date_from_datetime_parsing", "error", say("date_shape"))
	case rules.LocalTime:
		return detail("datetime_parsing", "error", say("local_time_shape"))
	default:
		return detail("string_type")
	}
}

// scalar checks a value that is neither an array nor an object.
func (d *decoder) scalar(schema *Schema, kind jsontext.Kind, raw []byte, out *Value) {
	var found Detail
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
	if found.Type != "" && !d.full() {
		schema.slip(&found, raw)
		d.fail(found, raw)
	}
}

// number checks a number in JSON's syntax.
func (s *Schema) number(raw []byte, out *Value) Detail {
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
	return Detail{}
}

// beyond is the failure of a number that breaks a limit.
func (s *Schema) beyond(limit rules.Limit) Detail {
	switch {
	case limit == rules.DecimalPlaces:
		return detail("decimal_max_places", "decimal_places", s.MaxPlaces)
	case limit == rules.Step:
		return detail("multiple_of", "multiple_of", s.MultipleOf.Trim())
	case limit == rules.LowerBound && s.AboveMin:
		return detail("greater_than", "gt", s.Min.Trim())
	case limit == rules.LowerBound:
		return detail("greater_than_equal", "ge", s.Min.Trim())
	case limit == rules.UpperBound && s.BelowMax:
		return detail("less_than", "lt", s.Max.Trim())
	case limit == rules.UpperBound:
		return detail("less_than_equal", "le", s.Max.Trim())
	}
	return detail("int_from_float")
}

// text checks a text without its quotes.
func (s *Schema) text(text []byte, out *Value) Detail {
	switch s.Kind {
	case rules.Choice:
		choice := slices.IndexFunc(s.Choices, func(known string) bool {
			return known == string(text) || s.anyCase && strings.EqualFold(known, string(text))
		})
		if choice < 0 {
			return s.otherType()
		}
		*out = Value{Value: rules.Value{Kind: rules.Choice, Text: s.Choices[choice]}}
		return Detail{}
	case rules.Date:
		if problem := dateProblem(text); problem != "" {
			return detail("date_from_datetime_parsing", "error", say(problem))
		}
	case rules.LocalTime:
		if problem := localTimeProblem(text); problem != "" {
			return detail("datetime_parsing", "error", say(problem))
		}
	default:
		if bytes.ContainsFunc(text, unicode.IsControl) {
			return detail("string_type", hinted("control_character")...)
		}
		length := utf8.RuneCount(text)
		if s.MinLength >= 0 && length < s.MinLength {
			return detail("string_too_short", "min_length", s.MinLength)
		}
		if s.MaxLength >= 0 && length > s.MaxLength {
			return detail("string_too_long", "max_length", s.MaxLength)
		}
	}
	*out = Value{Value: rules.Value{Kind: s.Kind, Text: string(text)}}
	return Detail{}
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
