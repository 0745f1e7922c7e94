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

	sum Total
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
	r := &Report{Changes: changes, Tried: len(trials), sum: Total{Class: "total"}, Unnoticed: []Trial{}}
	for _, class := range Classes {
		total := Total{Class: class}
		for _, trial := range trials {
			if trial.Class == class {
				total.count(trial.Verdict)
			}
		}
		if total.Changes > 0 {
			r.Totals = append(r.Totals, total)
		}
	}
	for _, trial := range trials {
		if trial.Verdict == Unnoticed {
			r.Unnoticed = append(r.Unnoticed, trial)
		}
		r.sum.count(trial.Verdict)
	}
	return r
}

func (t *Total) count(verdict Verdict) {
	t.Changes++
	*map[Verdict]*int{Noticed: &t.Noticed, Refused: &t.Refused, Same: &t.Same, Unnoticed: &t.Unnoticed}[verdict]++
}

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%-10s  %7s  %7s  %7s  %7s  %9s\n", "class", "changes", "noticed", "refused", "same", "unnoticed")
	for _, t := range append(r.Totals, r.sum) {
		fmt.Fprintf(w, "%-10s  %7d  %7d  %7d  %7d  %9d\n", t.Class, t.Changes, t.Noticed, t.Refused, t.Same, t.Unnoticed)
	}
	fmt.Fprintf(w, "\n%d of %d changes tried\n", r.Tried, r.Changes)
	for _, t := range r.Unnoticed {
		fmt.Fprintf(w, "  %s: %s: %s %s\n", t.Place, t.Verdict, t.Class, strings.TrimSpace(t.ID+" "+t.By))
	}
	return nil
}
