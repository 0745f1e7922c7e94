package operations

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// failure is what a check finds; the zero failure is none.
type failure struct {
	kind    string
	context []Context
}

// typeFailure is the failure of a value of another type.
func (s *Schema) typeFailure() (string, []Context) {
	switch s.Kind {
	case Object:
		return typeObject, []Context{textContext("class_name", rules.Text{English: s.Name})}
	case Array:
		return typeList, nil
	case Integer:
		return typeInteger, nil
	case Number:
		return typeNumber, nil
	case Boolean:
		return typeBoolean, nil
	case Choice:
		return typeLiteral, []Context{textContext("expected", s.expected)}
	case Date:
		return typeDate, []Context{textContext("error", say("date_shape"))}
	case LocalTime:
		return typeLocalTime, []Context{textContext("error", say("local_time_shape"))}
	default:
		return typeString, nil
	}
}

// scalar judges a value that is neither an array nor an object.
func (d *decoder) scalar(schema *Schema, kind jsontext.Kind, raw []byte, out *Value) {
	var found failure
	switch {
	case kind == '0' && (schema.Kind == Integer || schema.Kind == Number):
		found = schema.number(raw, out)
	case (kind == 't' || kind == 'f') && schema.Kind == Boolean:
		*out = Value{Kind: Boolean, Bool: kind == 't'}
	case kind == '"' && schema.Kind >= Choice:
		text, err := d.unquote(raw)
		if err != nil {
			found.kind, found.context = schema.typeFailure()
			break
		}
		found = schema.text(text, out)
	case kind == '"' && (schema.Kind == Integer || schema.Kind == Number):
		found = schema.notNumber(string(raw[1 : len(raw)-1]))
	default:
		found.kind, found.context = schema.typeFailure()
	}
	if found.kind != "" {
		d.fail(found.kind, raw, found.context...)
	}
}

// number judges a number in JSON's syntax.
func (s *Schema) number(raw []byte, out *Value) failure {
	value, err := number.ParseJSON(raw)
	if err != nil {
		return s.notNumber(string(raw))
	}
	if s.Kind == Integer {
		if !value.IsInteger() {
			return failure{kind: typeIntegerFraction}
		}
	} else if found := s.places(value); found.kind != "" {
		return found
	}
	if found := s.inRange(value); found.kind != "" {
		return found
	}
	if s.RoundedPlaces >= 0 && value.Places() > s.RoundedPlaces {
		if found := s.inRange(value.Round(s.RoundedPlaces, number.HalfUp)); found.kind != "" {
			return found
		}
	}
	*out = Value{Kind: s.Kind, Number: value}
	return failure{}
}

// notNumber is the failure of a text in the place of a number.
func (s *Schema) notNumber(text string) failure {
	kind, context := s.typeFailure()
	example := exampleNumber
	if s.Kind == Integer {
		example = exampleInteger
	}
	return failure{kind, append(context, plainNumber(text, example)...)}
}

// places judges a number's decimals and step.
func (s *Schema) places(value number.Decimal) failure {
	if s.MaxPlaces >= 0 && value.Places() > s.MaxPlaces && value.Trim().Places() > s.MaxPlaces {
		return failure{typeMaxPlaces, []Context{integerContext("decimal_places", s.MaxPlaces)}}
	}
	if s.MultipleOf != nil {
		steps, err := value.Quo(*s.MultipleOf, 0, number.Down)
		if err != nil || steps.Mul(*s.MultipleOf).Cmp(value) != 0 {
			return failure{typeMultipleOf, []Context{numberContext("multiple_of", *s.MultipleOf)}}
		}
	}
	return failure{}
}

// inRange judges a number by its bounds.
func (s *Schema) inRange(value number.Decimal) failure {
	if s.Max != nil {
		order := value.Cmp(*s.Max)
		switch {
		case s.BelowMax && order >= 0:
			return failure{typeLessThan, []Context{numberContext("lt", *s.Max)}}
		case order > 0:
			return failure{typeLessThanEqual, []Context{numberContext("le", *s.Max)}}
		}
	}
	if s.Min != nil {
		order := value.Cmp(*s.Min)
		switch {
		case s.AboveMin && order <= 0:
			return failure{typeGreaterThan, []Context{numberContext("gt", *s.Min)}}
		case order < 0:
			return failure{typeGreaterThanEqual, []Context{numberContext("ge", *s.Min)}}
		}
	}
	return failure{}
}

func numberContext(name string, value number.Decimal) Context {
	return Context{Name: name, Text: rules.Text{English: string(value.AppendJSON(nil))}}
}

// text judges a text without its quotes.
func (s *Schema) text(text []byte, out *Value) failure {
	switch s.Kind {
	case Choice:
		choice, ok := s.choice(text)
		if !ok {
			kind, context := s.typeFailure()
			return failure{kind, context}
		}
		*out = Value{Kind: Choice, Text: choice}
		return failure{}
	case Date:
		if problem := dateProblem(text); problem != "" {
			return failure{typeDate, []Context{textContext("error", say(problem))}}
		}
	case LocalTime:
		if problem := localTimeProblem(text); problem != "" {
			return failure{typeLocalTime, []Context{textContext("error", say(problem))}}
		}
	default:
		if bytes.ContainsFunc(text, unicode.IsControl) {
			return unreadable("control_character")
		}
		length := utf8.RuneCount(text)
		if s.MinLength >= 0 && length < s.MinLength {
			return failure{typeStringTooShort, []Context{integerContext("min_length", s.MinLength)}}
		}
		if s.MaxLength >= 0 && length > s.MaxLength {
			return failure{typeStringTooLong, []Context{integerContext("max_length", s.MaxLength)}}
		}
	}
	*out = Value{Kind: s.Kind, Text: string(text)}
	return failure{}
}

// unreadable is the failure of a text that has characters nobody means to send,
// with the message that says which.
func unreadable(problem string) failure {
	return failure{typeString, []Context{hintContext(problem)}}
}
