package operations

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/document"
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

// one ends the name of a message for a figure that is 1.
const one = "_one"

// failureTypes lists the types of schema failures with the names that the
// message of each may show in braces, the figure first that decides between
// singular and plural.
var failureTypes = map[string][]string{
	typeStringTooShort:   {"min_length"},
	typeStringTooLong:    {"max_length"},
	typeListTooShort:     {"min_length", "actual_length"},
	typeListTooLong:      {"max_length", "actual_length"},
	typeMaxPlaces:        {"decimal_places"},
	typeMissing:          {},
	typeExtraForbidden:   {},
	typeLiteral:          {"expected"},
	typeInteger:          {},
	typeIntegerFraction:  {},
	typeNumber:           {},
	typeBoolean:          {},
	typeString:           {},
	typeObject:           {"class_name"},
	typeList:             {},
	typeGreaterThan:      {"gt"},
	typeGreaterThanEqual: {"ge"},
	typeLessThan:         {"lt"},
	typeLessThanEqual:    {"le"},
	typeMultipleOf:       {"multiple_of"},
	typeDate:             {"error"},
	typeLocalTime:        {"error"},
	typeJSON:             {"error"},
	typeDuplicateKey:     {},
}

// messageNames lists the other messages in the same way.
var messageNames = map[string][]string{
	"date_shape":              {},
	"no_such_day":             {},
	"local_time_shape":        {},
	"no_such_time":            {},
	"nested_too_deep":         {},
	"trailing_data":           {},
	"no_value":                {},
	"text_ends":               {},
	"syntax":                  {"error", "offset"},
	"plain_number":            {"example"},
	"plain_text":              {},
	"field_meant":             {"field"},
	"alternatives":            {"others", "last"},
	"list":                    {},
	"default":                 {},
	"missing_key":             {},
	"invalid_key":             {},
	"expired_key":             {},
	"insufficient_credits":    {},
	"budget_used_up":          {"missing", "day"},
	"scope_missing":           {"scope"},
	"not_found":               {},
	"method_not_allowed":      {},
	"idempotency_conflict":    {},
	"idempotency_in_progress": {},
	"invalid_idempotency_key": {},
	"missing_credits":         {"missing"},
	"body_too_large":          {"limit"},
	"line_too_large":          {"limit"},
	"stream_not_repeatable":   {},
	"header_too_large":        {},
	"malformed":               {},
	"unreadable_body":         {},
	"client_gone":             {},
	"rate_limited":            {},
	"refused_too_often":       {},
	"demo_limited":            {"results"},
	"foreign_page":            {},
	"internal":                {},
	"empty_span":              {"to", "from"},
	"message_batch":           {},
	"message_long":            {"limit"},
	"message_shape":           {},
	"message_json":            {},
	"message_id":              {},
	"message_key":             {},
	"message_type":            {},
	"no_notifications":        {},
	"protocol_refusal":        {"reason"},
	"forbidden_origin":        {},
	"forbidden_host":          {},
	"wrapped_arguments":       {"wrapper"},
	"bad_escape":              {},
	"bad_utf8":                {},
	"control_character":       {},
}

//go:embed messages.yaml
var messagesText []byte

// messages are the texts of messages.yaml, by name.
var messages = sync.OnceValue(func() map[string]rules.Text {
	texts, err := readMessages(messagesText)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return texts
})

func readMessages(text []byte) (map[string]rules.Text, error) {
	var texts map[string]rules.Text
	if err := document.Decode(text, &texts); err != nil {
		return nil, fmt.Errorf("messages.yaml: %w", err)
	}
	for _, name := range slices.Concat(slices.Collect(maps.Keys(failureTypes)), slices.Collect(maps.Keys(messageNames))) {
		if wording.IsEmpty(texts[name]) {
			return nil, fmt.Errorf("messages.yaml: the message %s is missing", name)
		}
	}
	for name, message := range texts {
		allowed, known := messageNames[name]
		if !known {
			allowed, known = failureTypes[strings.TrimSuffix(name, one)]
		}
		if !known {
			return nil, fmt.Errorf("messages.yaml: nothing says the message %s", name)
		}
		for _, shown := range wording.Names(message) {
			if !slices.Contains(allowed, shown) {
				return nil, fmt.Errorf("messages.yaml: the message %s cannot show {%s}, but %v", name, shown, allowed)
			}
		}
	}
	return texts, nil
}

// say is a message: values are names and what stands for them in turn.
func say(name string, values ...any) rules.Text {
	message, known := messages()[name]
	if !known {
		panic("messages.yaml has no message " + name) // the names are those of the code
	}
	if len(values) == 0 {
		return message
	}
	return wording.Fill(message, values...)
}

// Message is the failure in words.
func (d *Detail) Message(language rules.Language) string {
	message := messages()[d.Type]
	for _, context := range d.Context {
		singular, has := messages()[d.Type+one]
		if has && context.Name == failureTypes[d.Type][0] && context.Text.English == "1" {
			message = singular
		}
	}
	words := message.In(language)
	for _, context := range d.Context {
		if context.Name == hint {
			words += ". " + context.Text.In(language)
			continue
		}
		words = strings.Replace(words, "{"+context.Name+"}", context.Text.In(language), 1)
	}
	return words
}
