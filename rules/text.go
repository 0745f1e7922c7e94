package rules

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

// In returns the text in a language; English where the other is missing.
func (t Text) In(language Language) string {
	if language == German && t.German != "" {
		return t.German
	}
	return t.English
}
