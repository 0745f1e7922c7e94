package rules

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// copiedText reports a citation that names the year before and is the same there: it was
// copied and not revised. The same law may have set both years; then the parameter says so.
func (r *review) copiedText(before, y *year, p *types.Parameter) {
	last, now := strconv.Itoa(before.number), strconv.Itoa(y.number)
	if p.Kept == "" && p.Cite == before.parameter(p.Name).Cite && strings.Contains(p.Cite, last) && !strings.Contains(p.Cite, now) {
		r.warn(p.Range, "other-year", "the citation of "+p.Name+" names "+last+", as in "+before.label+": "+p.Cite, "Cite what sets the figure for "+y.label+", or say that the law kept it: kept: …")
	}
}

// sharedCitations reports citations that name one of two years in a file that both use: the
// other year cites the wrong publication. The number of a law, as in (2026:100), is no year.
func (r *review) sharedCitations(b *Book, before, y *year) {
	last, now := nameOfYear(before.number), nameOfYear(y.number)
	used := map[string]bool{}
	for _, p := range before.declared() {
		used[p.Range.File] = true
	}
	for _, p := range y.declared() {
		file := p.Range.File
		if !used[file] || b.texts[file] == nil {
			continue
		}
		used[file] = false // once
		root, list := syntax.Parse(file, b.texts[file])
		if list.HasErrors() {
			continue
		}
		root.Each(func(n *syntax.Node) {
			if cite := n.Get("cite"); cite != nil && last.MatchString(cite.Text) != now.MatchString(cite.Text) {
				r.warn(cite.Range, "other-year", "the years "+before.label+" and "+y.label+" share this citation, but it names one of them: "+cite.Text,
					"Cite what holds for both, or take the citation of a figure, which each year has for itself.")
			}
		})
	}
}

func nameOfYear(year int) *regexp.Regexp {
	return regexp.MustCompile(`(^|[^\d(.-])` + strconv.Itoa(year) + `($|[^\d:-])`)
}

// translated is a text in several languages.
type translated struct {
	node  *syntax.Node
	words map[string][]string // by language
}

// texts reports texts whose languages are swapped: the words of each are typical of the other
// one in the files of the book.
func (r *review) texts(b *Book) {
	var all []translated
	counts := map[string]map[string]int{} // of words, by language
	for _, name := range slices.Sorted(maps.Keys(b.texts)) {
		root, list := syntax.Parse(name, b.texts[name])
		if list.HasErrors() {
			continue
		}
		root.Each(func(n *syntax.Node) {
			t := translatedOf(n)
			if len(t.words) < 2 {
				return
			}
			all = append(all, t)
			for language, words := range t.words {
				if counts[language] == nil {
					counts[language] = map[string]int{}
				}
				for _, word := range words {
					counts[language][word]++
				}
			}
		})
	}
	// typical counts the words that occur much more in one language than in another.
	typical := func(words []string, of, other string) (count int) {
		for _, word := range words {
			if counts[of][word] > 2*counts[other][word] {
				count++
			}
		}
		return count
	}
	for _, t := range all {
		languages := slices.Sorted(maps.Keys(t.words))
		for i, one := range languages {
			for _, other := range languages[i+1:] {
				const fewest = 2
				here, there := t.words[one], t.words[other]
				if n := typical(here, other, one); n >= fewest && n > typical(here, one, other) && typical(there, one, other) > typical(there, other, one) {
					r.warn(t.node.Range, "swapped-languages", "the texts in "+one+" and "+other+" seem to be swapped", "Write each text under its own language.")
				}
			}
		}
	}
}

// translatedOf returns the texts of a node by language.
func translatedOf(n *syntax.Node) translated {
	t := translated{n, map[string][]string{}}
	for _, e := range n.Entries {
		if _, is := wording.Lookup(e.Key.Text); is && e.Value.Kind == syntax.Scalar {
			t.words[e.Key.Text] = strings.FieldsFunc(strings.ToLower(e.Value.Text), func(r rune) bool { return !unicode.IsLetter(r) })
		}
	}
	return t
}
