package operations

import (
	"strings"

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

// message is what a failure type says; braces name entries of the context.
// With singular, the message takes that form where the figure it names is 1.
type message struct {
	text     rules.Text
	figure   string
	singular rules.Text
}

var messages = map[string]message{
	typeMissing:         {text: rules.Text{English: "Field required", German: "Pflichtfeld fehlt"}},
	typeExtraForbidden:  {text: rules.Text{English: "Extra inputs are not permitted", German: "Weitere Felder sind nicht erlaubt"}},
	typeLiteral:         {text: rules.Text{English: "Input should be {expected}", German: "Erwartet wird {expected}"}},
	typeInteger:         {text: rules.Text{English: "Input should be a valid integer", German: "Erwartet wird eine ganze Zahl"}},
	typeIntegerFraction: {text: rules.Text{English: "Input should be a valid integer, got a number with a fractional part", German: "Erwartet wird eine ganze Zahl, gesendet wurde eine mit Nachkommastellen"}},
	typeNumber:          {text: rules.Text{English: "Input should be a valid number", German: "Erwartet wird eine Zahl"}},
	typeBoolean:         {text: rules.Text{English: "Input should be a valid boolean", German: "Erwartet wird true oder false"}},
	typeString:          {text: rules.Text{English: "Input should be a valid string", German: "Erwartet wird ein Text"}},
	typeStringTooShort: {
		text:     rules.Text{English: "String should have at least {min_length} characters", German: "Der Text muss mindestens {min_length} Zeichen haben"},
		figure:   "min_length",
		singular: rules.Text{English: "String should have at least {min_length} character"},
	},
	typeStringTooLong: {
		text:     rules.Text{English: "String should have at most {max_length} characters", German: "Der Text darf höchstens {max_length} Zeichen haben"},
		figure:   "max_length",
		singular: rules.Text{English: "String should have at most {max_length} character"},
	},
	typeObject: {text: rules.Text{English: "Input should be a valid dictionary or instance of {class_name}", German: "Erwartet wird ein Objekt ({class_name})"}},
	typeList:   {text: rules.Text{English: "Input should be a valid list", German: "Erwartet wird eine Liste"}},
	typeListTooShort: {
		text:     rules.Text{English: "List should have at least {min_length} items after validation, not {actual_length}", German: "Die Liste muss mindestens {min_length} Einträge haben, nicht {actual_length}"},
		figure:   "min_length",
		singular: rules.Text{English: "List should have at least {min_length} item after validation, not {actual_length}", German: "Die Liste muss mindestens {min_length} Eintrag haben, nicht {actual_length}"},
	},
	typeListTooLong: {
		text:     rules.Text{English: "List should have at most {max_length} items after validation, not {actual_length}", German: "Die Liste darf höchstens {max_length} Einträge haben, nicht {actual_length}"},
		figure:   "max_length",
		singular: rules.Text{English: "List should have at most {max_length} item after validation, not {actual_length}", German: "Die Liste darf höchstens {max_length} Eintrag haben, nicht {actual_length}"},
	},
	typeGreaterThan:      {text: rules.Text{English: "Input should be greater than {gt}", German: "Der Wert muss größer als {gt} sein"}},
	typeGreaterThanEqual: {text: rules.Text{English: "Input should be greater than or equal to {ge}", German: "Der Wert muss mindestens {ge} sein"}},
	typeLessThan:         {text: rules.Text{English: "Input should be less than {lt}", German: "Der Wert muss kleiner als {lt} sein"}},
	typeLessThanEqual:    {text: rules.Text{English: "Input should be less than or equal to {le}", German: "Der Wert darf höchstens {le} sein"}},
	typeMultipleOf:       {text: rules.Text{English: "Input should be a multiple of {multiple_of}", German: "Der Wert muss ein Vielfaches von {multiple_of} sein"}},
	typeMaxPlaces: {
		text:     rules.Text{English: "Decimal input should have no more than {decimal_places} decimal places", German: "Die Zahl darf höchstens {decimal_places} Nachkommastellen haben"},
		figure:   "decimal_places",
		singular: rules.Text{English: "Decimal input should have no more than {decimal_places} decimal place", German: "Die Zahl darf höchstens {decimal_places} Nachkommastelle haben"},
	},
	typeDate:         {text: rules.Text{English: "Input should be a valid date or datetime, {error}", German: "Erwartet wird ein Datum, {error}"}},
	typeLocalTime:    {text: rules.Text{English: "Input should be a valid datetime, {error}", German: "Erwartet wird ein Zeitpunkt, {error}"}},
	typeJSON:         {text: rules.Text{English: "JSON decode error", German: "Kein gültiges JSON"}},
	typeDuplicateKey: {text: rules.Text{English: "Key occurs more than once", German: "Der Schlüssel kommt mehrfach vor"}},
}

// Message is the failure in words.
func (d *Detail) Message(language rules.Language) string {
	message := messages[d.Type]
	text := message.text
	if message.figure != "" {
		for _, context := range d.Context {
			if context.Name == message.figure && context.Text.English == "1" {
				text.English = message.singular.English
				if message.singular.German != "" {
					text.German = message.singular.German
				}
			}
		}
	}
	words := text.In(language)
	for _, context := range d.Context {
		words = strings.Replace(words, "{"+context.Name+"}", context.Text.In(language), 1)
	}
	return words
}

var (
	errorDate       = rules.Text{English: "write a calendar day as YYYY-MM-DD", German: "geschrieben als JJJJ-MM-TT"}
	errorNoSuchDay  = rules.Text{English: "there is no such day", German: "diesen Tag gibt es nicht"}
	errorLocalTime  = rules.Text{English: "write a local time as YYYY-MM-DDTHH:MM, with or without its offset from UTC (Z, +01:00)", German: "geschrieben als JJJJ-MM-TTThh:mm, mit oder ohne Abstand von UTC (Z, +01:00)"}
	errorNoSuchTime = rules.Text{English: "there is no such time", German: "diese Uhrzeit gibt es nicht"}
	errorTooDeep    = rules.Text{English: "values are nested too deep", German: "die Werte sind zu tief verschachtelt"}
	errorTrailing   = rules.Text{English: "extra data after the end of the value", German: "weitere Daten nach dem Ende des Wertes"}
	errorNoValue    = rules.Text{English: "a value is expected", German: "es fehlt ein Wert"}
	errorNoBytes    = rules.Text{English: "unexpected end of the text", German: "der Text endet vorzeitig"}
)
