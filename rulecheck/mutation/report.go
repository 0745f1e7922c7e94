package mutation

import (
	"fmt"
	"io"
	"strings"

	"github.com/payslate/payslate/rulecheck/coverage"
)

// Report is the result of a campaign.
type Report struct {
	Changes int     `json:"changes"` // of the rules, tried or not
	Tried   int     `json:"tried"`
	Totals  []Total `json:"totals"`
	// Unnoticed are the changes that no case notices and no exception excuses.
	Unnoticed []Trial `json:"unnoticed"`
	Excused   []Trial `json:"excused"`
	// Stale are the exceptions that excuse nothing; it is empty for a sample.
	Stale []string `json:"stale_exceptions"`
}

// Total counts the changes of a class.
type Total struct {
	Class     Class `json:"class"`
	Changes   int   `json:"changes"`
	Noticed   int   `json:"noticed"`
	Refused   int   `json:"refused"`
	Same      int   `json:"same"`
	Unnoticed int   `json:"unnoticed"`
	Excused   int   `json:"excused"`
}

// NewReport returns the report of trials out of so many changes.
func NewReport(trials []Trial, changes int, exceptions *coverage.Exceptions) *Report {
	r := &Report{Changes: changes, Tried: len(trials), Unnoticed: []Trial{}, Excused: []Trial{}, Stale: []string{}}
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
		if excuse := coverage.Find(exceptions.Unnoticed, trial.ID); excuse != nil {
			trial.Reason, trial.inside = excuse.Reason, excuse.Inside
			t.Excused++
			r.Excused = append(r.Excused, trial)
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
	if len(trials) == changes {
		r.Stale = append(r.Stale, coverage.Unused(exceptions.Unnoticed)...)
	}
	return r
}

// Fine reports whether cases notice every change that is not excused.
func (r *Report) Fine() bool { return len(r.Unnoticed) == 0 && len(r.Stale) == 0 }

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%-10s  %7s  %7s  %7s  %7s  %9s  %7s\n", "class", "changes", "noticed", "refused", "same", "unnoticed", "excused")
	var sum Total
	for _, t := range r.Totals {
		writeTotal(w, string(t.Class), t)
		sum.Changes += t.Changes
		sum.Noticed += t.Noticed
		sum.Refused += t.Refused
		sum.Same += t.Same
		sum.Unnoticed += t.Unnoticed
		sum.Excused += t.Excused
	}
	writeTotal(w, "total", sum)
	fmt.Fprintf(w, "\n%d of %d changes tried\n", r.Tried, r.Changes)
	for _, t := range r.Unnoticed {
		fmt.Fprintf(w, "  %s: %s: %s %s\n", t.Place, t.Verdict, t.Class, strings.TrimSpace(t.ID+" "+t.By))
	}
	if len(r.Excused) > 0 {
		fmt.Fprintf(w, "%d excuses confirmed, each on %d mixed rows of a program or %d requests of a set\n", len(r.Excused), confirmedRows, confirmedRequests)
	}
	for _, id := range r.Stale {
		fmt.Fprintf(w, "  exceptions.yaml: %s excuses nothing: remove it\n", id)
	}
	return nil
}

func writeTotal(w io.Writer, name string, t Total) {
	fmt.Fprintf(w, "%-10s  %7d  %7d  %7d  %7d  %9d  %7d\n", name, t.Changes, t.Noticed, t.Refused, t.Same, t.Unnoticed, t.Excused)
}
