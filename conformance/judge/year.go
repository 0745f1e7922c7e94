package judge

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/payslate/payslate/conformance/mutation"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rules"
)

// yearJudge judges one year of a country.
type yearJudge struct {
	*Verdict
	matter           *Matter
	country          *rules.Country
	number           int
	before           string // the folder of the year before; empty without one
	newest, archived bool
	noticing         *mutation.Noticing
}

func (j *yearJudge) name() string { return j.country.Code() + "/" + strconv.Itoa(j.number) }

// told reports whether a labelled case checks a result of the year.
func (j *yearJudge) told() bool { return j.noticing.Told() }

// judge asks what a year needs beyond files without findings and cases that match.
func (j *yearJudge) judge(ctx context.Context) error {
	if err := j.plan(); err != nil {
		return err
	}
	if !j.noticing.HasChecks() {
		j.refuse(false, j.name()+" has no checks: say how its figures follow from each other (docs/rules.md)")
	}
	key := j.noticing.Year
	own, shared := j.noticing.Digests()
	known := j.matter.Known[key]
	year := &Year{Own: own, Shared: shared, Noticed: map[string]string{}}
	j.Record[key] = year
	switch {
	case j.archived:
		year.Own, year.Shared = "", ""
		return nil
	case known != nil && known.Own == own && (known.Shared == shared || !j.newest && !j.matter.All):
		*year = *known
		j.unnoticed(nil, year)
		return nil
	case known != nil:
		j.noticing.Known = known.Noticed
	}
	return j.try(ctx, year)
}

// try tries what the labelled cases of the year notice.
func (j *yearJudge) try(ctx context.Context, year *Year) error {
	n := j.noticing
	if j.matter.Progress != nil {
		n.Progress = j.matter.Progress(n.Tries(j.country, j.number, j.before))
	}
	lines, err := n.Lines(j.country, j.number)
	if err != nil {
		return err
	}
	paydays, err := n.Paydays(ctx, j.country, j.number)
	if err != nil {
		return err
	}
	figures, err := n.Figures(ctx, j.before)
	if err != nil {
		return err
	}
	var open []mutation.Figure
	for _, f := range figures {
		switch {
		case f.Unproved != "":
			year.Unproved = append(year.Unproved, f.Name+": "+f.Unproved)
		case f.By == "":
			open = append(open, f)
		default:
			year.Noticed[f.Name] = f.By
		}
	}
	requests := n.Requests(j.country, j.number, open)
	var missed []Unnoticed
	for _, f := range open {
		missed = append(missed, Unnoticed{What: f.Name + " " + f.Value + " " + f.Unit, At: f.At, Request: requests[f.Name]})
	}
	for _, s := range slices.Concat(lines, paydays) {
		if s.By == "" {
			missed = append(missed, Unnoticed{What: s.Name, At: s.At})
		} else {
			year.Noticed[s.Name] = s.By
		}
	}
	for i := range missed {
		year.Unnoticed = append(year.Unnoticed, missed[i].What)
	}
	j.unnoticed(missed, year)
	return nil
}

// unnoticed refuses the year for what no case notices; found has the places, where it was tried
// now.
func (j *yearJudge) unnoticed(found []Unnoticed, year *Year) {
	if found == nil {
		for _, name := range year.Unnoticed {
			found = append(found, Unnoticed{What: name})
		}
	}
	for _, one := range found {
		one.Year, one.Place = j.name(), one.At.String()
		j.Unnoticed = append(j.Unnoticed, one)
	}
	if len(found) > 0 {
		j.refuse(false, fmt.Sprintf("no labelled case of %s notices a change of %s, such as %s: add cases that depend on them", j.name(), diagnostic.Counted(len(found), "figure or line"), found[0].What))
	}
}
