package review

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// publication matches a word with a year, such as the name of a regulation.
var publication = regexp.MustCompile(`(\pL[\pL.]*) (20\d\d)\b`)

// copiedText reports a citation that was copied from the year before and not revised: it names
// that year as it did there and not its own, or it cites a publication of then although the
// figure has changed. The same law may have set both years; then the parameter says so.
func (r *review) copiedText(before, y rules.Stretch, p *types.Parameter) {
	last, now, old := strconv.Itoa(before.Number), strconv.Itoa(y.Number), before.Parameter(p.Name)
	if renewed(p.Kept, old.Kept) || !strings.Contains(p.Cite, last) && !p.Yearly {
		return
	}
	copied := ""
	if p.Cite == old.Cite && strings.Contains(p.Cite, last) && !strings.Contains(p.Cite, now) {
		copied = last
	}
	for _, found := range publication.FindAllStringSubmatch(p.Cite, -1) {
		recent := found[2] == last || found[2] == strconv.Itoa(before.Number-1)
		if recent && p.Yearly && !sameFigures(old, p) && strings.Contains(old.Cite, found[0]) {
			copied = found[0]
		}
	}
	if copied != "" {
		r.warn(p.Range, "other-year", "the citation of "+p.Name+" names "+copied+", as in "+before.Label+": "+p.Cite, "Cite what sets the figure for "+y.Label+", or say that the law kept it: kept: …")
	}
}

// section matches a section of an act.
var section = regexp.MustCompile(`(?:§§?|[Aa]rts?\.|[Ss]ections?|[Rr]egulations?) (\d+\w*)`)

func sectionsOf(cite string) (list []string) {
	for _, found := range section.FindAllStringSubmatch(cite, -1) {
		list = append(list, found[1])
	}
	return list
}

// othersCitation reports a citation whose sections are no longer those of the year before, or of the
// description that the year's own replaces, and where one of the two is that of another figure.
func (r *review) othersCitation(before, y rules.Stretch, p *types.Parameter) {
	own, each := syntax.ParameterNodes(r.trees[path.Join(y.Country.Folder(), "figures.yaml")], p.Name)
	described := cmp.Or(own.Get("cite"), each.Get("cite"))
	for _, was := range []struct {
		cite, of string
		at       diagnostic.Range
		wrong    string
	}{{before.Parameter(p.Name).Cite, before.Label, p.Range, p.Cite}, {described.Plain(), "its description", rangeOf(described), described.Plain()}} {
		old, now := sectionsOf(was.cite), sectionsOf(p.Cite)
		if len(old) == 0 || len(now) == 0 || slices.ContainsFunc(now, func(one string) bool { return slices.Contains(old, one) }) {
			continue
		}
		for _, other := range before.Parameters {
			if other.Name != p.Name && other.Cite == was.wrong {
				r.warn(was.at, "copied-entry", "the citation of "+p.Name+" was "+was.cite+" in "+was.of+" and is "+p.Cite+" in "+y.Label+"; "+was.wrong+" is that of "+other.Name, "Cite what sets this figure.")
				return
			}
		}
	}
}

// inSeries matches the place of a publication in a inSeries series, such as Stcrt. 2025, 42324.
var inSeries = regexp.MustCompile(`(\pL[\pL.]*\.?) (20\d\d),? (?:I |II )?(?:Nr\. )?(\d{2,})\b`)

// copiedEntries reports what was copied from another figure or source of the year and not revised:
// the address of one publication, and a citation whose number in a series is not that of its source.
func (r *review) copiedEntries(y rules.Stretch) {
	addresses := map[string]string{}
	for _, s := range y.Sources {
		_, page, _ := strings.Cut(strings.TrimPrefix(s.URL, "https://"), "/")
		key := s.Range.File + " " + s.URL // other files may declare a publication again
		if other := addresses[key]; other != "" && strings.ContainsAny(page, "0123456789") {
			r.warn(s.Range, "copied-entry", "the source "+s.ID+" has the address of "+other+", "+s.URL, "Write its own address.")
		}
		addresses[key] = s.ID
	}
	for _, p := range y.Parameters {
		of, known := source(y, p.Source)
		if !known {
			continue
		}
		for _, cited := range inSeries.FindAllStringSubmatch(p.Cite, -1) {
			for _, printed := range inSeries.FindAllStringSubmatch(of.Name.English, -1) {
				if cited[1] == printed[1] && (cited[2] != printed[2] || cited[3] != printed[3]) {
					r.warn(p.Range, "copied-entry", "the citation of "+p.Name+" names "+cited[0]+", but its source "+p.Source+" is "+printed[0], "Correct one of them, or name another source.")
				}
			}
		}
	}
}

// sharedCitations reports citations that name one of two years in a file that both use: the
// other year cites the wrong publication. The number of a law, as in (2026:100), does not count as a year.
func (r *review) sharedCitations(before, y rules.Stretch) {
	last, now := nameOfYear(before.Number), nameOfYear(y.Number)
	used := map[string]bool{}
	for _, p := range declared(before) {
		used[p.Range.File] = true
	}
	for _, p := range declared(y) {
		file := p.Range.File
		if !used[file] {
			continue
		}
		used[file] = false // once
		r.trees[file].Each(func(n *syntax.Node) {
			if cite := n.Get("cite"); cite != nil && last.MatchString(cite.Text) != now.MatchString(cite.Text) {
				r.warn(cite.Range, "other-year", "the years "+before.Label+" and "+y.Label+" share this citation, but it names one of them: "+cite.Text,
					"Cite what holds for both, or take the citation of a figure, which each year has for itself.")
			}
		})
	}
}

func rangeOf(n *syntax.Node) (at diagnostic.Range) {
	if n != nil {
		at = n.Range
	}
	return at
}

func nameOfYear(year int) *regexp.Regexp {
	return regexp.MustCompile(`(^|[^\d(.-])` + strconv.Itoa(year) + `($|[^\d:-])`)
}
