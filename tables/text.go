package tables

import "strings"

// Text is a text for people in every language of the tables.
type Text struct {
	English string
	German  string
}

// IsZero says whether there is no text.
func (t Text) IsZero() bool { return t.English == "" && t.German == "" }

// fill puts values into the {names} of a text; pairs are names and values in
// turn. A value may differ by language.
func (t Text) fill(pairs ...any) Text {
	filled := t
	for i := 0; i+1 < len(pairs); i += 2 {
		name := "{" + pairs[i].(string) + "}"
		value, ok := pairs[i+1].(Text)
		if !ok {
			plain := pairs[i+1].(string)
			value = Text{plain, plain}
		}
		if value.German == "" {
			value.German = value.English
		}
		filled.English = strings.ReplaceAll(filled.English, name, value.English)
		filled.German = strings.ReplaceAll(filled.German, name, value.German)
	}
	return filled
}

// placeholders lists the names in braces of a text.
func placeholders(text string) []string {
	var names []string
	for {
		_, rest, found := strings.Cut(text, "{")
		if !found {
			return names
		}
		name, behind, closed := strings.Cut(rest, "}")
		if !closed {
			return names
		}
		names, text = append(names, name), behind
	}
}
