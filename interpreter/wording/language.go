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

// Language is the language that somebody reads, with up to three others to
// take its place where a text is not offered in it. English is the last of
// all. Languages can be compared and are keys of maps.
type Language uint32 // a byte each: the number of a language, the first lowest

// English is the language that every text has.
const English Language = 0

// most bounds the languages of a process: a Language has a byte for each.
const most = 255

// known are the languages registered so far. A set is never changed, only
// replaced by a larger one.
type known struct {
	tags    []language.Tag
	words   []string // the tags as texts
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

// Register finds the language of a BCP 47 tag and makes it known.
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
		words:   append(slices.Clip(before.words), parsed.String()),
		formats: append(slices.Clip(before.formats), formatOf(parsed)),
	}
	next.matcher = sync.OnceValue(func() language.Matcher { return language.NewMatcher(next.tags) })
	languages.Store(next)
	return Language(len(before.tags)), nil
}

// Lookup finds a language that is known.
func Lookup(tag string) (Language, bool) {
	i := slices.Index(languages.Load().words, tag)
	return Language(max(i, 0)), i >= 0
}

// Known visits the languages that are known, English first, with their tags.
func Known() iter.Seq2[Language, string] {
	return func(visit func(Language, string) bool) {
		for i, tag := range languages.Load().words {
			if !visit(Language(i), tag) {
				return
			}
		}
	}
}

// Tags lists the tags of the languages that are known, English first.
func Tags() []string { return slices.Clone(languages.Load().words) }

// First is the language without those that may take its place.
func (l Language) First() Language { return l & most }

// Tag is the BCP 47 tag of the first language.
func (l Language) Tag() string { return languages.Load().words[l.First()] }

// Or is the language with another to take its place, after those that it has.
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

// maxHeader bounds the length of an Accept-Language header that is read.
const maxHeader = 256

// Accept reads an Accept-Language header: the languages that are known and
// preferred to English, the best first.
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

// format is how a language writes numbers.
type format struct{ point, group rune }

// formatOf finds the separators of a language in a number that has both.
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

// Separators are the decimal point of the first language, and what stands
// between groups of three digits.
func (l Language) Separators() (point, group rune) {
	f := languages.Load().formats[l.First()]
	return f.point, f.group
}
