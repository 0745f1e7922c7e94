package operations

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// The types of schema failures.
const (
	typeMissing          = "missing"
	typeExtraForbidden   = "extra_forbidden"
	typeLiteral          = "literal_error"
	typeInteger          = "int_type"
	typeIntegerFraction  = "int_from_float"
	typeNumber           = "float_type"
	typeBoolean          = "bool_type"
	typeString           = "string_type"
	typeStringTooShort   = "string_too_short"
	typeStringTooLong    = "string_too_long"
	typeObject           = "model_type"
	typeList             = "list_type"
	typeListTooShort     = "too_short"
	typeListTooLong      = "too_long"
	typeGreaterThan      = "greater_than"
	typeGreaterThanEqual = "greater_than_equal"
	typeLessThan         = "less_than"
	typeLessThanEqual    = "less_than_equal"
	typeMultipleOf       = "multiple_of"
	typeMaxPlaces        = "decimal_max_places"
	typeDate             = "date_from_datetime_parsing"
	typeLocalTime        = "datetime_parsing"
	typeJSON             = "json_invalid"
	typeDuplicateKey     = "duplicate_key"
)

// one is the suffix of a message for the value 1.
const one = "_one"

//go:embed messages.yaml
var messagesText []byte

// messages are the texts of messages.yaml by name: those of the types of schema failures,
// and all others.
var messages = sync.OnceValue(func() (texts struct {
	Types, Messages map[string]rules.Text
	Yes, No         []string
	Failures        map[string]declaredFailure
}) {
	if err := syntax.Decode(messagesText, &texts); err != nil {
		panic(fmt.Errorf("messages.yaml: %w", err)) // the file is part of the program
	}
	return texts
})

// FailureTypes lists the types of schema failures, sorted.
func FailureTypes() []string {
	all := slices.Sorted(maps.Keys(messages().Types))
	return slices.DeleteFunc(all, func(name string) bool { return strings.HasSuffix(name, one) })
}

// say returns a message; values are pairs of a placeholder's name and its value.
func say(name string, values ...any) rules.Text {
	message, known := messages().Messages[name]
	if !known {
		panic("messages.yaml has no message " + name) // the names are those of the code
	}
	if len(values) == 0 {
		return message
	}
	return wording.Fill(message, values...)
}

// Language picks the language of an answer from an Accept-Language header, and those
// that replace it where a text lacks it.
func Language(acceptLanguage string) rules.Language { return wording.Accept(acceptLanguage) }

// Message returns the text of the failure.
func (d *Detail) Message(language rules.Language) string {
	message := messages().Types[d.Type]
	for _, context := range d.Context {
		singular, has := messages().Types[d.Type+one]
		if has && context.Name == wording.Names(singular)[0] && context.Text.English == "1" {
			message = singular
		}
	}
	text := message.In(language)
	for _, context := range d.Context {
		if context.Name == hint {
			text += ". " + context.Text.In(language)
			continue
		}
		text = strings.Replace(text, "{"+context.Name+"}", context.Text.In(language), 1)
	}
	return text
}
