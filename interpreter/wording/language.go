package wording

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Language is the preferred language of a reader with up to three fallbacks before English,
// which is the last one: BCP 47 tags separated by commas, such as nl,de.
type Language string

// English is the language that every text has.
const English Language = ""

// mostFallbacks bounds the languages before English.
const mostFallbacks = 3

// offered are the languages that readers may ask for, English first. A value is immutable.
type offered struct {
	languages []Language
	matcher   func() language.Matcher
}

var (
	offering  sync.Mutex
	languages atomic.Pointer[offered]
)

func init() { languages.Store(offer([]Language{English})) }

func offer(list []Language) *offered {
	return &offered{list, sync.OnceValue(func() language.Matcher {
		var tags []language.Tag
		for _, l := range list {
			tags = append(tags, language.MustParse(l.Tag())) // Parse has accepted it
		}
		return language.NewMatcher(tags)
	})}
}

// Register returns the language of a BCP 47 tag, and lets readers ask for it.
func Register(tag string) (Language, error) {
	l, err := Parse(tag)
	if err != nil {
		return English, err
	}
	offering.Lock()
	defer offering.Unlock()
	if now := languages.Load(); !slices.Contains(now.languages, l) {
		languages.Store(offer(append(slices.Clip(now.languages), l)))
	}
	return l, nil
}

// Parse returns the language of a BCP 47 tag. Until the tag is registered, no reader asks
// for it.
func Parse(tag string) (Language, error) {
	if l, known := Lookup(tag); known {
		return l, nil
	}
	parsed, err := language.Parse(tag)
	if err != nil {
		return English, fmt.Errorf("%q is not a language tag such as %s: %w", tag, English.Tag(), err)
	}
	if parsed.String() != tag {
		return English, fmt.Errorf("%q is the language tag %s: write it so", tag, parsed)
	}
	return Language(tag), nil
}

// Lookup returns a registered language.
func Lookup(tag string) (Language, bool) {
	for _, l := range languages.Load().languages {
		if l.Tag() == tag {
			return l, true
		}
	}
	return English, false
}

// Known returns the registered languages with their tags, English first.
func Known() iter.Seq2[Language, string] {
	return func(visit func(Language, string) bool) {
		for _, l := range languages.Load().languages {
			if !visit(l, l.Tag()) {
				return
			}
		}
	}
}

// Tags returns the tags of the registered languages, English first.
func Tags() (tags []string) {
	for _, tag := range Known() {
		tags = append(tags, tag)
	}
	return tags
}

// First returns the language without its fallbacks.
func (l Language) First() Language {
	first, _ := l.cut()
	return first
}

// cut returns the language without its fallbacks, and those.
func (l Language) cut() (first, fallbacks Language) {
	one, rest, _ := strings.Cut(string(l), ",")
	return Language(one), Language(rest)
}

// Tag returns the BCP 47 tag of the first language.
func (l Language) Tag() string {
	if l == English {
		return "en"
	}
	return string(l.First())
}

// Or returns the language with another fallback after those that it has.
func (l Language) Or(next Language) Language {
	next = next.First()
	switch tags := strings.Split(string(l), ","); {
	case l == English:
		return next
	case next == English, slices.Contains(tags, string(next)), len(tags) > mostFallbacks:
		return l
	}
	return l + "," + next
}

// maxHeader bounds the length of an Accept-Language header.
const maxHeader = 256

// Accept returns the registered languages that an Accept-Language header prefers to
// English, the best first.
func Accept(header string) Language {
	if header == "" || len(header) > maxHeader {
		return English
	}
	tags, _, err := language.ParseAcceptLanguage(header)
	if err != nil {
		return English
	}
	now := languages.Load()
	matcher := now.matcher()
	_, best, confidence := matcher.Match(tags...)
	if confidence == language.No {
		return English
	}
	l := now.languages[best]
	for _, tag := range tags {
		for ; l != English && tag != language.Und; tag = tag.Parent() {
			_, i, confidence := matcher.Match(tag)
			if confidence == language.No {
				continue
			}
			if i == 0 {
				return l
			}
			l = l.Or(now.languages[i])
		}
	}
	return l
}

// format is the number format of a language.
type format struct{ point, group rune }

var formats sync.Map // format by Language without fallbacks

// Separators returns the decimal separator and the group separator of the first language.
func (l Language) Separators() (point, group rune) {
	if l == English {
		return '.', ','
	}
	first := l.First()
	known, is := formats.Load(first)
	if !is {
		known, _ = formats.LoadOrStore(first, formatOf(language.Make(first.Tag())))
	}
	f := known.(format)
	return f.point, f.group
}

// formatOf finds the separators in a formatted number that has both.
func formatOf(tag language.Tag) format {
	written := message.NewPrinter(tag).Sprint(number.Decimal(1234567, number.Scale(1)))
	var marks []rune
	for _, r := range written {
		if r < '0' || r > '9' {
			marks = append(marks, r)
		}
	}
	if len(marks) < 3 {
		return format{'.', ','}
	}
	return format{marks[len(marks)-1], marks[0]}
}
