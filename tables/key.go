package tables

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// maxKey is the maximum length of a name in bytes; longer ones match nothing.
const maxKey = 400

// letters are spellings of letters that do not decompose.
var letters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'đ': "d", 'ð': "d", 'þ': "th", 'ł': "l", 'ı': "i", 'ħ': "h",
}

// digraphs are second spellings, with two letters.
var digraphs = map[rune]string{'ä': "ae", 'ö': "oe", 'ü': "ue", 'ø': "oe", 'å': "aa"}

// keyer makes keys of names. Names that differ only in case, accents, blanks, hyphens or
// the spelling of some words have the same key.
type keyer struct {
	// words gives another spelling of a word; an empty one leaves it out.
	words map[string]string
}

// key returns the key of a name; it is empty for a name without letters and digits.
func (k *keyer) key(name string) string { return k.make(name, false) }

// keys returns the keys of a name in a table: without accents, and with umlauts spelled
// as two letters.
func (k *keyer) keys(name string) []string {
	plain := k.make(name, false)
	if spelled := k.make(name, true); spelled != plain {
		return []string{plain, spelled}
	}
	return []string{plain}
}

// shortened returns a key with pairs of letters read as umlauts, for a name sent as
// Duesseldorf.
var shortener = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

func shortened(key string) string { return shortener.Replace(key) }

func (k *keyer) make(name string, spelled bool) string {
	if len(name) > maxKey {
		return ""
	}
	var scratch, word [64]byte
	dst, current := scratch[:0], word[:0]
	if strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
		name = decompose(name, spelled)
	}
	for i := 0; i <= len(name); {
		r, size := rune(' '), 1
		if i < len(name) {
			r, size = utf8.DecodeRuneInString(name[i:])
		}
		i += size
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			current = append(current, byte(r))
		case 'A' <= r && r <= 'Z':
			current = append(current, byte(r)+'a'-'A')
		case r == '\'' || r == '’' || r == '‘' || r == '`' || r == '´' || r == 'ʻ' || r == 'ʼ' || r == '.' && i < len(name) && name[i] != ' ':
			// An apostrophe, some of which are letters to Unicode, or the point of an
			// abbreviation, does not end a word.
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			current = utf8.AppendRune(current, unicode.ToLower(r))
		default:
			if other, ok := k.words[string(current)]; ok {
				dst = append(dst, other...)
			} else {
				dst = append(dst, current...)
			}
			current = current[:0]
		}
	}
	return string(dst)
}

// decompose removes accents and spells special letters out; with spelled, umlauts become
// two letters.
func decompose(name string, spelled bool) string {
	var out strings.Builder
	for _, r := range norm.NFC.String(name) {
		r = unicode.ToLower(r)
		if other, ok := digraphs[r]; ok && spelled {
			out.WriteString(other)
			continue
		}
		if other, ok := letters[r]; ok {
			out.WriteString(other)
			continue
		}
		for _, part := range norm.NFKD.String(string(r)) {
			if !unicode.Is(unicode.Mn, part) {
				out.WriteRune(part)
			}
		}
	}
	return out.String()
}

// Lengths of names in letters from which one typing error is considered (leastMisspelt),
// or two (leastTwice), or a great city abroad (leastGreat).
const (
	leastMisspelt = 4
	leastTwice    = 8
	leastGreat    = 5
)

// spelling is a key with which others are compared.
type spelling struct {
	key     string
	letters []rune
	slips   int // the typing errors that are considered
}

func spell(key string) *spelling {
	s := &spelling{key: key, letters: []rune(key)}
	switch {
	case len(s.letters) >= leastTwice:
		s.slips = 2
	case len(s.letters) >= leastMisspelt:
		s.slips = 1
	}
	return s
}

// errors returns the number of typing errors by which another key differs, or -1 if there
// are more than are considered.
func (s *spelling) errors(other string) int {
	if other == s.key {
		return 0
	}
	length := utf8.RuneCountInString(other)
	if length < leastMisspelt || abs(length-len(s.letters)) > s.slips {
		return -1
	}
	if errors := diagnostic.Edits(s.letters, []rune(other), s.slips); errors <= s.slips {
		return errors
	}
	return -1
}
