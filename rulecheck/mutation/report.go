package mutation

import (
	"fmt"
	"io"
	"strings"
)

// Report is the result of a campaign.
type Report struct {
	Changes int     `json:"changes"` // of the rules, tried or not
	Tried   int     `json:"tried"`
	Totals  []Total `json:"totals"`
	// Unnoticed are the changes that no case notices.
	Unnoticed []Trial `json:"unnoticed"`
}

// Total counts the changes of a class.
type Total struct {
	Class     Class `json:"class"`
	Changes   int   `json:"changes"`
	Noticed   int   `json:"noticed"`
	Refused   int   `json:"refused"`
	Same      int   `json:"same"`
	Unnoticed int   `json:"unnoticed"`
}

// NewReport returns the report of trials out of so many changes.
func NewReport(trials []Trial, changes int) *Report {
	r := &Report{Changes: changes, Tried: len(trials), Unnoticed: []Trial{}}
	totals := map[Class]*Total{}
	for _, class := range Classes {
		totals[class] = &Total{Class: class}
	}
	for _, trial := range trials {
		t := totals[trial.Class]
		t.Changes++
		switch trial.Verdict {
		case Noticed:
			t.Noticed++
			continue
		case Refused:
			t.Refused++
			continue
		case Same:
			t.Same++
			continue
		}
		t.Unnoticed++
		r.Unnoticed = append(r.Unnoticed, trial)
	}
	for _, class := range Classes {
		if totals[class].Changes > 0 {
			r.Totals = append(r.Totals, *totals[class])
		}
	}
	return r
}

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%-10s  %7s  %7s  %7s  %7s  %9s\n", "class", "changes", "noticed", "refused", "same", "unnoticed")
	var sum Total
	for _, t := range r.Totals {
		writeTotal(w, string(t.Class), t)
		sum.Changes += t.Changes
		sum.Noticed += t.Noticed
		sum.Refused += t.Refused
		sum.Same += t.Same
		sum.Unnoticed += t.Unnoticed
	}
	writeTotal(w, "total", sum)
	fmt.Fprintf(w, "\n%d of %d changes tried\n", r.Tried, r.Changes)
	for _, t := range r.Unnoticed {
		fmt.Fprintf(w, "  %s: %s: %s %s\n", t.Place, t.Verdict, t.Class, strings.TrimSpace(t.ID+" "+t.By))
	}
	return nil
}

func writeTotal(w io.Writer, name string, t Total) {
	fmt.Fprintf(w, "%-10s  %7d  %7d  %7d  %7d  %9d\n", name, t.Changes, t.Noticed, t.Refused, t.Same, t.Unnoticed)
}
