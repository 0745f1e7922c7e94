package review

import (
	"cmp"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/payslate/payslate/internal/law"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// translated is a text in several languages.
type translated struct {
	node  *syntax.Node
	words map[string][]string // by language
}

// aWord matches a word, aValue a word or number; aside is what a text in any language may have: values, names, words in brackets.
var (
	aWord  = regexp.MustCompile(`\pL{2,}`)
	aValue = regexp.MustCompile(`\w+`)
	aside  = regexp.MustCompile(`\{[^}]*\}|\([^)]*\)|\w*_\w*`)
)

// translatedOf returns the texts of a node by language.
func translatedOf(n *syntax.Node) translated {
	t := translated{n, map[string][]string{}}
	for _, e := range n.Entries {
		if _, is := wording.Lookup(e.Key.Text); is && e.Value.Kind == syntax.Scalar {
			t.words[e.Key.Text] = aWord.FindAllString(aside.ReplaceAllString(strings.ToLower(e.Value.Text), " "), -1)
		}
	}
	return t
}

// swapped reports texts whose languages are swapped: the words of each are typical of the other
// one in all files. It also reports those that are in the language of another.
func (r *review) swapped() {
	var all []translated
	counts := map[string]map[string]int{} // of words, by language
	texts := map[string]int{}             // by language
	for _, name := range r.names {
		r.trees[name].Each(func(n *syntax.Node) {
			one := translatedOf(n)
			if len(one.words) < 2 {
				return
			}
			all = append(all, one)
			for language, words := range one.words {
				if counts[language] == nil {
					counts[language] = map[string]int{}
				}
				texts[language]++
				for _, word := range words {
					counts[language][word]++
				}
			}
		})
	}
	// foreign reports whether words under one language are typical of the other.
	foreign := func(words []string, under, of string) bool {
		wrong, right := 0, 0
		for _, word := range slices.Compact(slices.Sorted(slices.Values(words))) {
			here, there := counts[under][word]-1, counts[of][word] // without this text
			switch {
			case there > 1 && there*texts[under] > 4*here*texts[of]:
				wrong++
			case here > 1 && here*texts[of] > 4*there*texts[under]:
				right++
			}
		}
		return wrong > 2 && wrong > 3*right
	}
	// only reports whether other texts have the words under one language only in the other one. A text
	// that explains a name in brackets has it on purpose.
	only := func(text translated, under, of string) bool {
		elsewhere := func(language, word string) int {
			return counts[language][word] - len(slices.DeleteFunc(slices.Clone(text.words[language]), func(own string) bool { return own != word }))
		}
		words := text.words[under]
		return !strings.Contains(text.node.Get(under).Text, "(") &&
			slices.ContainsFunc(words, func(word string) bool { return len(word) > 3 }) &&
			!slices.ContainsFunc(words, func(word string) bool { return elsewhere(under, word) > 0 || elsewhere(of, word) == 0 })
	}
	for _, text := range all {
		languages := slices.Sorted(maps.Keys(text.words))
		for i, one := range languages {
			for _, other := range languages[i+1:] {
				if here, there := text.words[one], text.words[other]; !slices.Equal(here, there) && swappedWords(counts, one, other, here, there) {
					r.warn(text.node.Range, "swapped-languages", "the texts in "+one+" and "+other+" seem to be swapped", "Write each text under its own language.")
				} else if foreign(here, one, other) || only(text, one, other) {
					r.warn(text.node.Get(one).Range, "swapped-languages", "the text in "+one+" seems to be in "+other, "Write it in "+one+".")
				} else if foreign(there, other, one) || only(text, other, one) {
					r.warn(text.node.Get(other).Range, "swapped-languages", "the text in "+other+" seems to be in "+one, "Write it in "+other+".")
				}
			}
		}
	}
}

// swappedWords reports whether the words of two languages are swapped: elsewhere each occur much
// more often in the other language. counts are those of all texts, by language.
func swappedWords(counts map[string]map[string]int, one, other string, here, there []string) bool {
	// typical counts the words of a text in language in that occur mainly in language of.
	typical := func(words, opposite []string, in, of, other string) (count int) {
		own := map[string]int{}
		for _, word := range words {
			own[word]++
		}
		for word, times := range own {
			elsewhere := map[string]int{of: counts[of][word], other: counts[other][word]}
			elsewhere[in] -= times
			if elsewhere[of] > 2*elsewhere[other] && !slices.Contains(opposite, word) {
				count++
			}
		}
		return count
	}
	wrongHere, rightHere := typical(here, there, one, other, one), typical(here, there, one, one, other)
	wrongThere, rightThere := typical(there, here, other, one, other), typical(there, here, other, other, one)
	many := wrongHere >= 2 && wrongHere > rightHere && wrongThere > rightThere
	few := wrongHere+wrongThere > 0 && rightHere+rightThere == 0
	return many || few
}

// copied reports a label or explanation that is that of another entry beside it: of another figure,
// field, kind or choice. What all countries share may say one thing twice.
func (r *review) copied() {
	for _, name := range r.names {
		if !strings.Contains(name, "/") {
			continue
		}
		all := &syntax.Node{Kind: syntax.Mapping} // figures of all groups
		for _, group := range syntax.ParameterMaps(r.trees[name]) {
			all.Entries = append(all.Entries, group.Entries...)
		}
		r.siblings(all, "label")
		r.trees[name].Each(func(n *syntax.Node) {
			r.siblings(n, "label")
			r.siblings(n, "about")
			if types := n.Get("types"); types != nil {
				for _, e := range types.Entries {
					r.siblings(e.Value, "")
				}
			}
		})
	}
}

// siblings reports entries of a map that have the same text under a key, or as their value.
func (r *review) siblings(n *syntax.Node, key string) {
	known := map[string]string{}
	for _, e := range n.Entries {
		text := e.Value.Get(key)
		if key == "" {
			text = e.Value
		} else if e.Value.Get("label") == nil || text == nil {
			continue
		}
		for _, in := range text.Entries {
			if _, is := wording.Lookup(in.Key.Text); !is || in.Value.Kind != syntax.Scalar {
				continue
			}
			same := in.Key.Text + " " + in.Value.Text
			if other := known[same]; other != "" && other != e.Key.Text {
				r.warn(in.Value.Range, "copied-entry", e.Key.Text+" has the text of "+other+", "+strconv.Quote(in.Value.Text), "Write what tells the two apart.")
			}
			known[same] = e.Key.Text
		}
	}
}

// licences reports a licence that one source alone has, a letter or two beside one that several have.
func (r *review) licences() {
	found := map[string][]*syntax.Node{}
	for _, name := range r.names {
		r.trees[name].Each(func(n *syntax.Node) {
			if licence := n.Get("license"); licence.Plain() != "" {
				found[licence.Text] = append(found[licence.Text], licence)
			}
		})
	}
	letters := func(text string) []rune {
		return slices.DeleteFunc([]rune(text), func(r rune) bool { return unicode.IsDigit(r) }) // §§ may differ
	}
	for _, text := range slices.Sorted(maps.Keys(found)) {
		for _, other := range slices.Sorted(maps.Keys(found)) {
			if one, many := letters(text), letters(other); len(found[text]) == 1 && len(found[other]) > 2 && !slices.Equal(one, many) && diagnostic.Edits(one, many, 2) <= 2 {
				r.warn(found[text][0].Range, "similar-name", "the licence "+strconv.Quote(text)+" is easily confused with "+strconv.Quote(other)+" of other sources", "Correct its letters.")
			}
		}
	}
}

// made matches what rulecheck new writes for what it does not know.
var made = regexp.MustCompile(`^to be checked$|^https://www\.example\.org/$`)

// shownRate matches a figure of the law in the text of a rule.
var shownRate = regexp.MustCompile(`(^|[^{\w.,-])\d+([.,]\d+)? ?%`)

// texts reviews the texts of a country's files.
func (r *review) texts(c *rules.Country) {
	if c.Status != rules.Available {
		return
	}
	r.lawPlaces(c.Folder())
	r.spouses(c)
	last := c.Years[len(c.Years)-1]
	for _, name := range r.names {
		if !strings.HasPrefix(name, c.Folder()+"/") {
			continue
		}
		r.trees[name].Each(func(n *syntax.Node) { r.node(c, n, last) })
	}
	if _, has := r.text(path.Join(c.Folder(), law.File)); !has {
		r.warn(diagnostic.Range{File: path.Join(c.Folder(), "country.yaml")}, "missing-law", c.Code+" has no "+law.File, "Write the register of what the country computes and leaves out, with the law of each: docs/new-country.md.")
	}
	for i, year := range c.Years {
		if i > 0 {
			r.sources(c.Folder(), c.Years[i-1], year)
		}
	}
}

// lawPlaces reports places in a register that nothing has: files, programs and parameters of its
// folder, and in that of the tables the folders of regimes.
func (r *review) lawPlaces(folder string) {
	known := []string{"limits"} // a page of the documentation
	for _, name := range r.names {
		within, of := strings.CutPrefix(name, strings.TrimPrefix(folder+"/", "/"))
		if !of {
			continue
		}
		file, _, _ := strings.Cut(path.Base(within), ".")
		known = append(known, file, path.Join(path.Dir(within), file), path.Dir(within), path.Dir(within)+" tables")
		for _, declared := range append(syntax.ParameterMaps(r.trees[name]), r.trees[name].Get("programs")) {
			if declared != nil {
				known = append(known, diagnostic.Names(declared.Entries, func(e syntax.Entry) string { return e.Key.Text })...)
			}
		}
	}
	entries := r.trees[path.Join(folder, law.File)].Get("law").List()
	if slices.ContainsFunc(entries, func(entry *syntax.Node) bool {
		return entry.Get("of") != nil && !slices.Contains(known, entry.Get("of").Text)
	}) {
		return // only some of the regimes are reviewed
	}
	for _, entry := range entries {
		for place := range strings.SplitSeq(entry.Get("where").Plain(), ", ") {
			if !slices.Contains(known, place) {
				r.warn(entry.Get("where").Range, "unknown-name", "no file, program or parameter is "+place, "Write the name of what does as the law says, such as "+cmp.Or(diagnostic.Nearest(place, known), known[1])+".")
			}
		}
	}
}

// spouses reports pairs of values that contradict the labels: one that names a value names that of
// the spouse.
func (r *review) spouses(c *rules.Country) {
	for _, field := range c.Fields {
		partners := map[string][]string{}
		for _, pair := range field.Spouses {
			for _, other := range pair.Values {
				partners[pair.Name], partners[other] = append(partners[pair.Name], other), append(partners[other], pair.Name)
			}
		}
		for _, choice := range field.ChoiceLabels {
			named := slices.DeleteFunc(aValue.FindAllString(choice.Label.English, -1), func(word string) bool {
				return !slices.ContainsFunc(field.ChoiceLabels, func(other rules.ChoiceLabel) bool { return other.Value == word })
			})
			has := slices.Compact(slices.Sorted(slices.Values(partners[choice.Value])))
			if slices.Sort(named); len(partners) > 0 && len(named) > 0 && !slices.Equal(slices.Compact(named), has) {
				r.warn(field.Spouses[0].Range, "contradiction", "spouses pairs "+field.Name+" "+choice.Value+" with "+cmp.Or(strings.Join(has, ", "), "none")+", and its label says "+choice.Label.English, "Correct the pairs or the label.")
			}
		}
	}
}

// node reviews a node of a country's file, whose newest year is given.
func (r *review) node(c *rules.Country, n *syntax.Node, newest int) {
	if n.Kind == syntax.Scalar && made.MatchString(n.Text) {
		r.warn(n.Range, "made-up", "nobody has replaced "+strconv.Quote(n.Text), "Write what the publication says.")
	}
	if at, err := url.Parse(n.Get("url").Plain()); err == nil && at.Host != "" {
		domain := at.Host[strings.LastIndex(at.Host, ".")+1:]
		if len(domain) == 2 && domain != "eu" && domain != "io" && !strings.EqualFold(domain, c.Code) && !slices.ContainsFunc(c.Aliases, func(alias string) bool { return strings.EqualFold(domain, alias) }) {
			r.warn(n.Get("url").Range, "foreign-source", "the address of this source is in ."+domain+", not in the country "+c.Code, "Write the address of the publication.")
		}
	}
	for _, e := range n.Entries {
		switch e.Key.Text {
		case "rule":
			for _, text := range append([]*syntax.Node{e.Value}, values(e.Value)...) {
				if text.Kind == syntax.Scalar && shownRate.MatchString(text.Text) {
					r.warn(text.Range, "figure-in-text", "the text of a rule has a rate of its own: "+shownRate.FindString(text.Text), "Show the figure that the line is computed with: {p.NAME} %.")
					return
				}
			}
		case "cite", "name":
			r.future(e.Value, newest)
		}
	}
	if n.Kind == syntax.Mapping && path.Base(n.Range.File) == law.File {
		for _, e := range n.Entries {
			r.future(e.Key, newest)
			r.future(e.Value, newest)
		}
	}
}

func values(n *syntax.Node) (list []*syntax.Node) {
	for _, e := range n.Entries {
		list = append(list, e.Value)
	}
	return list
}

var aYear = regexp.MustCompile(`\b20\d\d\b`)

// farAhead is how many years after the newest one the law is known at most.
const farAhead = 5

// future reports a year that is far ahead.
func (r *review) future(n *syntax.Node, newest int) {
	for _, item := range append([]*syntax.Node{n}, n.Items...) {
		for _, found := range aYear.FindAllString(item.Text, -1) {
			if year, _ := strconv.Atoi(found); year > newest+farAhead {
				r.warn(item.Range, "other-year", "the year "+found+" is far after "+strconv.Itoa(newest), "Correct its digits.")
				return
			}
		}
	}
}

// numbered matches the numbers of publications, which are longer than those of years and no part of
// an authority's file reference.
var numbered = regexp.MustCompile(`(?:^|[^/\d])(\d{5,})(?:$|[^/\d])`)

func numbersIn(n *syntax.Node) (list []string) {
	for _, found := range numbered.FindAllStringSubmatch(textOf(n), -1) {
		list = append(list, found[1])
	}
	return list
}

// sources reports a source that was renamed since the year before, but has the number or address of
// the same publication.
func (r *review) sources(folder string, before, year int) {
	of := func(year int) *syntax.Node {
		return r.trees[path.Join(folder, strconv.Itoa(year), "parameters.yaml")].Get("sources")
	}
	old, now := of(before), of(year)
	if old == nil || now == nil {
		return
	}
	for _, e := range now.Entries {
		was := old.Get(e.Key.Text)
		if was == nil || textOf(was.Get("name")) == textOf(e.Value.Get("name")) {
			continue
		}
		for _, key := range []string{"name", "url", "digest"} {
			for _, found := range numbersIn(e.Value.Get(key)) {
				if slices.Contains(numbersIn(was.Get(key)), found) {
					r.warn(e.Value.Get(key).Range, "old-source", "the source "+e.Key.Text+" has another name than in "+strconv.Itoa(before)+", but its "+key+" still has the number "+found, "Write the number of the publication for "+strconv.Itoa(year)+".")
				}
			}
		}
	}
}

// textOf returns a text, or the English one of several.
func textOf(n *syntax.Node) string {
	if english := n.Get("en"); english != nil {
		return english.Plain()
	}
	return n.Plain()
}
