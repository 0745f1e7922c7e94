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
type Language uint64 // the numbers of up to four languages, the first in the lowest bits

// English is the language that every text has.
const English Language = 0

// bits are the bits of a language's number, and most bounds the languages of a process.
const (
	bits = 16
	most = 1<<bits - 1
)

// known are the languages that have a number. A set is immutable and is replaced by a
// larger one.
type known struct {
	tags    []language.Tag
	names   []string // the tags as texts
	formats []format
	// registered are the languages that readers may ask for.
	registered []Language
	matcher    func() language.Matcher // of the registered languages
}

var (
	numbering sync.Mutex
	languages atomic.Pointer[known]
)

func init() {
	languages.Store(&known{})
	if _, err := Register(language.English.String()); err != nil {
		panic(err) // English is a language
	}
}

// Register returns the language of a BCP 47 tag, and lets readers ask for it.
func Register(tag string) (Language, error) {
	if l, found := Lookup(tag); found {
		return l, nil
	}
	numbering.Lock()
	defer numbering.Unlock()
	l, err := numbered(tag)
	if before := languages.Load(); err == nil && !slices.Contains(before.registered, l) {
		next := *before
		next.registered = append(slices.Clip(before.registered), l)
		next.matcher = sync.OnceValue(func() language.Matcher {
			tags := make([]language.Tag, len(next.registered))
			for i, l := range next.registered {
				tags[i] = next.tags[l]
			}
			return language.NewMatcher(tags)
		})
		languages.Store(&next)
	}
	return l, err
}

// Parse returns the language of a BCP 47 tag. Until the tag is registered, no reader asks
// for it.
func Parse(tag string) (Language, error) {
	numbering.Lock()
	defer numbering.Unlock()
	return numbered(tag)
}

// numbered returns the language of a tag, with a new number for a new one.
func numbered(tag string) (Language, error) {
	before := languages.Load()
	if i := slices.Index(before.names, tag); i >= 0 {
		return Language(i), nil
	}
	parsed, err := language.Parse(tag)
	if err != nil {
		return English, fmt.Errorf("%q is not a language tag such as %s: %w", tag, language.English, err)
	}
	if parsed.String() != tag {
		return English, fmt.Errorf("%q is the language tag %s: write it so", tag, parsed)
	}
	if len(before.tags) == most {
		return English, fmt.Errorf("%q would be one language too many: at most %d are known at a time", tag, most)
	}
	next := *before
	next.tags = append(slices.Clip(before.tags), parsed)
	next.names = append(slices.Clip(before.names), tag)
	next.formats = append(slices.Clip(before.formats), formatOf(parsed))
	languages.Store(&next)
	return Language(len(before.tags)), nil
}

// Lookup returns a registered language.
func Lookup(tag string) (Language, bool) {
	now := languages.Load()
	for _, l := range now.registered {
		if now.names[l] == tag {
			return l, true
		}
	}
	return English, false
}

// Known returns the registered languages with their tags, English first.
func Known() iter.Seq2[Language, string] {
	return func(visit func(Language, string) bool) {
		now := languages.Load()
		for _, l := range now.registered {
			if !visit(l, now.names[l]) {
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
func (l Language) First() Language { return l & most }

// Tag returns the BCP 47 tag of the first language.
func (l Language) Tag() string { return languages.Load().names[l.First()] }

// Or returns the language with another fallback after those that it has.
func (l Language) Or(next Language) Language {
	for shift := 0; shift < 4*bits; shift += bits {
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
	now := languages.Load()
	matcher := now.matcher()
	_, best, confidence := matcher.Match(tags...)
	if confidence == language.No {
		return English
	}
	l := now.registered[best]
	for _, tag := range tags {
		for ; l != English && tag != language.Und; tag = tag.Parent() {
			_, i, confidence := matcher.Match(tag)
			if confidence == language.No {
				continue
			}
			if i == 0 {
				return l
			}
			l = l.Or(now.registered[i])
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
