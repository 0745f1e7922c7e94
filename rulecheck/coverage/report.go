package coverage

import (
	"fmt"
	"io"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Report sums up what the cases reach.
type Report struct {
	Cases  int      `json:"cases"`
	Groups []*Group `json:"groups"`
	Totals []Total  `json:"totals"`
	// Unreached lists the items without a case.
	Unreached []*Item `json:"unreached"`
}

// Group is a file.
type Group struct {
	Name   string  `json:"name"`
	Totals []Total `json:"totals"`
}

// Total counts the items of a kind.
type Total struct {
	Kind    ItemKind `json:"kind"`
	Items   int      `json:"items"`
	Reached int      `json:"reached"`
}

// NewReport sums up items, ordered by their files, which so many cases were to reach.
func NewReport(items []*Item, cases int) *Report {
	r := &Report{Cases: cases, Unreached: []*Item{}, Totals: totals(items)}
	for from := 0; from < len(items); {
		to := from
		for to < len(items) && items[to].File == items[from].File {
			to++
		}
		r.Groups = append(r.Groups, &Group{items[from].File, totals(items[from:to])})
		from = to
	}
	for _, item := range items {
		if !item.Reached {
			r.Unreached = append(r.Unreached, item)
		}
	}
	return r
}

func totals(items []*Item) (list []Total) {
	for _, kind := range Kinds {
		t := Total{Kind: kind}
		for _, item := range items {
			if item.Kind == kind {
				t.Items++
			}
			if item.Kind == kind && item.Reached {
				t.Reached++
			}
		}
		if t.Items > 0 {
			list = append(list, t)
		}
	}
	return list
}

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	fmt.Fprintln(w, "reached of all")
	for _, g := range append(r.Groups, &Group{"total", r.Totals}) {
		var parts []string
		for _, t := range g.Totals {
			parts = append(parts, fmt.Sprintf("%s %d/%d", t.Kind, t.Reached, t.Items))
		}
		fmt.Fprintf(w, "%-40s  %s\n", g.Name, strings.Join(parts, ", "))
	}
	fmt.Fprintf(w, "\nunreached by %s: %s\n", diagnostic.Counted(r.Cases, "case"), diagnostic.Counted(len(r.Unreached), "item"))
	for _, item := range r.Unreached {
		fmt.Fprintf(w, "  %s: no case reaches %s %s\n", item.Place, item.Kind, item.ID)
	}
	return nil
}
