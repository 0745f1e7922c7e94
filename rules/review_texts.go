package rules

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
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
