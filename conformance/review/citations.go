package review

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// copiedText reports a citation that names the year before and is the same there: it was
// copied and not revised. The same law may have set both years; then the parameter says so.
func (r *review) copiedText(before, y rules.Stretch, p *types.Parameter) {
	last, now := strconv.Itoa(before.Number), strconv.Itoa(y.Number)
	if p.Kept == "" && p.Cite == before.Parameter(p.Name).Cite && strings.Contains(p.Cite, last) && !strings.Contains(p.Cite, now) {
		r.warn(p.Range, "other-year", "the citation of "+p.Name+" names "+last+", as in "+before.Label+": "+p.Cite, "Cite what sets the figure for "+y.Label+", or say that the law kept it: kept: …")
	}
}

// sharedCitations reports citations that name one of two years in a file that both use: the
// other year cites the wrong publication. The number of a law, as in (2026:100), is no year.
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

func nameOfYear(year int) *regexp.Regexp {
	return regexp.MustCompile(`(^|[^\d(.-])` + strconv.Itoa(year) + `($|[^\d:-])`)
}
