package wording

import (
	"fmt"
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Language is the preferred language of a reader with up to three fallbacks; English is
// the last one. Languages are comparable.
type Language uint32 // the numbers of up to four languages, the first in the lowest byte

// English is the language that every text has.
const English Language = 0

// most bounds the languages of a process: each is a byte of a Language.
const most = 255

// known are the registered languages. A set is immutable and is replaced by a larger one.
type known struct {
	tags    []language.Tag
	names   []string // the tags as texts
	formats []format
	matcher func() language.Matcher
}

var (
	registering sync.Mutex
	languages   atomic.Pointer[known]
)

func init() {
	languages.Store(&known{})
	if _, err := register(language.English.String()); err != nil {
		panic(err) // English is a language
	}
}

// Register returns the language of a BCP 47 tag, and adds it if it is new.
func Register(tag string) (Language, error) {
	if l, found := Lookup(tag); found {
		return l, nil
	}
	registering.Lock()
	defer registering.Unlock()
	return register(tag)
}

func register(tag string) (Language, error) {
	parsed, err := language.Parse(tag)
	if err != nil {
		return English, fmt.Errorf("%q is not a language tag such as %s: %w", tag, language.English, err)
	}
	before := languages.Load()
	if parsed.String() != tag {
		return English, fmt.Errorf("%q is the language tag %s: write it so", tag, parsed)
	}
	if i := slices.Index(before.tags, parsed); i >= 0 {
		return Language(i), nil
	}
	if len(before.tags) == most {
		return English, fmt.Errorf("%q would be one language too many: at most %d are known at a time", tag, most)
	}
	next := &known{
		tags:    append(slices.Clip(before.tags), parsed),
		names:   append(slices.Clip(before.names), parsed.String()),
		formats: append(slices.Clip(before.formats), formatOf(parsed)),
	}
	next.matcher = sync.OnceValue(func() language.Matcher { return language.NewMatcher(next.tags) })
	languages.Store(next)
	return Language(len(before.tags)), nil
}

// Lookup returns a registered language.
func Lookup(tag string) (Language, bool) {
	i := slices.Index(languages.Load().names, tag)
	return Language(max(i, 0)), i >= 0
}

// Known returns the registered languages with their tags, English first.
func Known() iter.Seq2[Language, string] {
	return func(visit func(Language, string) bool) {
		for i, tag := range languages.Load().names {
			if !visit(Language(i), tag) {
				return
			}
		}
	}
}

// Tags returns the tags of the registered languages, English first.
func Tags() []string { return slices.Clone(languages.Load().names) }

// First returns the language without its fallbacks.
func (l Language) First() Language { return l & most }

// Tag returns the BCP 47 tag of the first language.
func (l Language) Tag() string { return languages.Load().names[l.First()] }

// Or returns the language with another fallback after those that it has.
func (l Language) Or(next Language) Language {
	for shift := 0; shift < 32; shift += 8 {
		switch one := l >> shift & most; one {
		case next.First():
			return l
		case English:
			return l | next.First()<<shift
		}
	}
	return l
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
	matcher := languages.Load().matcher()
	_, best, confidence := matcher.Match(tags...)
	if confidence == language.No {
		return English
	}
	l := Language(best)
	for _, tag := range tags {
		for ; l != English && tag != language.Und; tag = tag.Parent() {
			_, i, confidence := matcher.Match(tag)
			if confidence == language.No {
				continue
			}
			if i == 0 {
				return l
			}
			l = l.Or(Language(i))
		}
	}
	return l
}

// format is the number format of a language.
type format struct{ point, group rune }

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

// Separators returns the decimal separator and the group separator of the first language.
func (l Language) Separators() (point, group rune) {
	f := languages.Load().formats[l.First()]
	return f.point, f.group
}
