package wording

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/number"
)

// Of is a value for people in one or more languages.
type Of[T any] struct {
	// English is always set, unless the whole value is empty.
	English T

	others []other[T]
	every  bool
}

type other[T any] struct {
	language Language
	value    T
}

// Text is a text in one or more languages. The zero Text is empty.
type Text = Of[string]

// String returns the English value, for debugging.
func (o Of[T]) String() string { return fmt.Sprint(o.English) }

// Everywhere returns a value that is the same in every language, such as a proper name.
// Set may override it for a language.
func Everywhere[T any](value T) Of[T] { return Of[T]{English: value, every: true} }

// SameEverywhere reports whether the value was made by Everywhere.
func (o *Of[T]) SameEverywhere() bool { return o.every }

// Set sets the value in a language.
func (o *Of[T]) Set(language Language, value T) {
	language = language.First()
	if language == English {
		o.English = value
		return
	}
	for i := range o.others {
		if o.others[i].language == language {
			o.others[i].value = value
			return
		}
	}
	o.others = append(slices.Clip(o.others), other[T]{language, value})
}

// Pick returns the value for a reader and its language.
func (o *Of[T]) Pick(reader Language) (T, Language) {
	for rest := reader; rest != English; {
		var wanted Language
		wanted, rest = rest.cut()
		for i := range o.others {
			if o.others[i].language == wanted {
				return o.others[i].value, wanted
			}
		}
	}
	if o.every {
		return o.English, reader.First()
	}
	return o.English, English
}

// In returns the value for a reader.
func (o Of[T]) In(reader Language) T {
	value, _ := o.Pick(reader)
	return value
}

// Each returns the values by language, English first.
func (o *Of[T]) Each() iter.Seq2[Language, T] {
	return func(visit func(Language, T) bool) {
		if !visit(English, o.English) {
			return
		}
		for _, one := range o.others {
			if !visit(one.language, one.value) {
				return
			}
		}
	}
}

// Map converts the value in each language.
func Map[T, U any](o Of[T], change func(Language, T) U) Of[U] {
	changed := Of[U]{English: change(English, o.English), every: o.every}
	for _, one := range o.others {
		changed.others = append(changed.others, other[U]{one.language, change(one.language, one.value)})
	}
	return changed
}

// Plain reports whether a text needs no escapes in a JSON string. It looks at eight bytes at a time.
func Plain[T string | []byte](text T) bool {
	const each, high = 0x0101010101010101, 0x8080808080808080
	i, beyondASCII := 0, uint64(0)
	for ; i+8 <= len(text); i += 8 {
		x := uint64(text[i]) | uint64(text[i+1])<<8 | uint64(text[i+2])<<16 | uint64(text[i+3])<<24 |
			uint64(text[i+4])<<32 | uint64(text[i+5])<<40 | uint64(text[i+6])<<48 | uint64(text[i+7])<<56
		quote, backslash := x^each*'"', x^each*'\\'
		// A borrow reaches only bytes after one that is found.
		if ((x-each*' ')&^x|(quote-each)&^quote|(backslash-each)&^backslash)&high != 0 {
			return false
		}
		beyondASCII |= x & high
	}
	for ; i < len(text); i++ {
		c := text[i]
		if c < ' ' || c == '"' || c == '\\' {
			return false
		}
		beyondASCII |= uint64(c & utf8.RuneSelf)
	}
	return beyondASCII == 0 || utf8.ValidString(string(text))
}

// Compose returns a text in English and in each language of its parts.
func Compose(parts []Text, write func(Language) string) Text {
	t := Text{English: write(English), every: true}
	for i := range parts {
		t.every = t.every && parts[i].every
		for _, one := range parts[i].others {
			t.Set(one.language, write(one.language))
		}
	}
	return t
}

// Join joins texts with a separator.
func Join(texts []Text, separator string) Text {
	return Compose(texts, func(language Language) string {
		list := make([]string, len(texts))
		for i := range texts {
			list[i] = texts[i].In(language)
		}
		return strings.Join(list, separator)
	})
}

// Amount formats a decimal for each language, with groups of digits and at least the
// given decimals.
func Amount(d number.Decimal, places int) func(Language) string {
	return func(language Language) string {
		point, group := language.Separators()
		return string(d.AppendText(nil, places, point, group))
	}
}

// Number formats a decimal for each language, with its decimals.
func Number(d number.Decimal) func(Language) string {
	return func(language Language) string {
		point, _ := language.Separators()
		return string(d.AppendText(nil, d.Places(), point, 0))
	}
}

// Name is a name with its forms in sentences: a text that shows {x} may show {in_x}, such as
// "in den Niederlanden", and {the_x}, such as "die Niederlande".
type Name struct{ Plain, Within, Article Text }

// Fill replaces the {names} of a text. values alternates between names and their values:
// a Text, a function of the language, or a value for every language. The result has the languages
// of the text, or those of the values if the text is the same in every language.
func Fill(t Text, values ...any) Text {
	fill := func(language Language) string {
		pairs := make([]string, len(values))
		for i := 0; i+1 < len(values); i += 2 {
			pairs[i] = "{" + values[i].(string) + "}"
			switch value := values[i+1].(type) {
			case string:
				pairs[i+1] = value
			case Text:
				pairs[i+1] = value.In(language)
			case Name:
				name := values[i].(string)
				pairs[i+1] = value.Plain.In(language)
				pairs = append(pairs, "{in_"+name+"}", value.Within.In(language), "{the_"+name+"}", value.Article.In(language))
			case func(Language) string:
				pairs[i+1] = value(language)
			default:
				pairs[i+1] = fmt.Sprint(value)
			}
		}
		return strings.NewReplacer(pairs...).Replace(t.In(language))
	}
	if !t.every {
		return Map(t, func(language Language, _ string) string { return fill(language) })
	}
	parts := []Text{}
	for _, value := range values {
		if text, is := value.(Text); is {
			parts = append(parts, text)
		}
	}
	return Compose(parts, fill)
}

// All returns the versions of a text, English first.
func All(t Text) []string {
	var all []string
	for _, text := range t.Each() {
		all = append(all, text)
	}
	return all
}

// Equal reports whether two texts are the same in every language.
func Equal(a, b Text) bool {
	return a.English == b.English && a.every == b.every && slices.Equal(a.others, b.others)
}

// IsEmpty reports whether a text is empty in every language.
func IsEmpty(t Text) bool { return t.English == "" && len(t.others) == 0 }

// Names returns the distinct {names} of a text in all its languages.
func Names(t Text) []string {
	var names []string
	for _, text := range t.Each() {
		for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(names, found[1]) {
				names = append(names, found[1])
			}
		}
	}
	return names
}

var placeholder = regexp.MustCompile(`\{([^}]*)\}`)
