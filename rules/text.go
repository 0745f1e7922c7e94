package rules

import "strings"

// Language selects the language of rules, notes and messages.
type Language uint8

// The languages that rule files are written in. English is the default.
const (
	English Language = iota
	German
)

// Text is a text for people in every language of the rule book.
type Text struct {
	English string
	German  string
}

// In returns the text in a language; the other one where it is missing.
func (t Text) In(language Language) string {
	if t.German != "" && (language == German || t.English == "") {
		return t.German
	}
	return t.English
}

// fillCountry puts a country's name into a text.
func fillCountry(text, country string) string { return strings.ReplaceAll(text, "{country}", country) }
