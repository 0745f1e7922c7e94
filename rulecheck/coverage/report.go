package coverage

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Report summarizes what the cases reach.
type Report struct {
	Cases  int      `json:"cases"`
	Groups []*Group `json:"groups"`
	Totals []Total  `json:"totals"`
	// Unreached lists the items without a case.
	Unreached []*Item `json:"unreached"`
}

// Group is a program, the parameters of a year, or a type.
type Group struct {
	Name   string  `json:"name"`
	Totals []Total `json:"totals"`
}

// Total counts the items of a kind.
type Total struct {
	Kind    Kind `json:"kind"`
	Items   int  `json:"items"`
	Reached int  `json:"reached"`
}

// NewReport summarizes a model whose cases were followed.
func NewReport(m *Model, sets []*Set) *Report {
	r := &Report{Unreached: []*Item{}}
	for _, set := range sets {
		r.Cases += len(set.taken)
	}
	groups := map[string]*Group{}
	for _, item := range m.Items {
		if !item.Reached() {
			r.Unreached = append(r.Unreached, item)
		}
		g := groups[item.Group]
		if g == nil {
			g = &Group{Name: item.Group}
			groups[item.Group] = g
			r.Groups = append(r.Groups, g)
		}
		g.Totals = count(g.Totals, item)
		r.Totals = count(r.Totals, item)
	}
	slices.SortStableFunc(r.Groups, func(a, b *Group) int { return strings.Compare(a.Name, b.Name) })
	return r
}

func count(totals []Total, item *Item) []Total {
	order := func(t Total, kind Kind) int { return slices.Index(Kinds, t.Kind) - slices.Index(Kinds, kind) }
	at, known := slices.BinarySearchFunc(totals, item.Kind, order)
	if !known {
		totals = slices.Insert(totals, at, Total{Kind: item.Kind})
	}
	totals[at].add(item)
	return totals
}

// add counts an item of any kind.
func (t *Total) add(item *Item) {
	t.Items++
	if item.Reached() {
		t.Reached++
	}
}

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	width := len("total")
	for _, g := range r.Groups {
		width = max(width, len(g.Name))
	}
	fmt.Fprintf(w, "%-*s", width, "reached of all")
	fmt.Fprintln(w)
	for _, g := range r.Groups {
		writeTotals(w, width, g.Name, g.Totals)
	}
	writeTotals(w, width, "total", r.Totals)
	fmt.Fprintf(w, "\n%d cases leave %d items unreached\n", r.Cases, len(r.Unreached))
	for _, item := range r.Unreached {
		fmt.Fprintf(w, "  %s: no case reaches %s %s\n", item.Place, item.Kind, item.ID)
	}
	return nil
}

func writeTotals(w io.Writer, width int, name string, totals []Total) {
	var parts []string
	for _, t := range totals {
		parts = append(parts, fmt.Sprintf("%s %d/%d", t.Kind, t.Reached, t.Items))
	}
	fmt.Fprintf(w, "%-*s  %s\n", width, name, strings.Join(parts, ", "))
}
