package judge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/mutation"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
)

// yearJudge judges one year of a country.
type yearJudge struct {
	*Verdict
	matter           *Matter
	sets             []*conformance.Set // of all years
	country          *rules.Country
	number           int
	before           string // the folder of the year before; empty without one
	newest, archived bool
	noticing         *mutation.Noticing
}

func (j *yearJudge) name() string { return j.country.Code + "/" + strconv.Itoa(j.number) }

// told reports whether a labelled case checks a result of the year.
func (j *yearJudge) told() bool { return j.noticing.Told() }

// differs reports whether a labelled case of the year differs.
func (j *yearJudge) differs() bool {
	scope := conformance.Scope{Of: j.country.Code, Year: j.number}
	return slices.ContainsFunc(j.Reports, func(r *conformance.Report) bool { return r.DiffersIn(scope) })
}

// judge asks what a year needs beyond files without findings and cases that match.
func (j *yearJudge) judge(ctx context.Context) error {
	if err := j.plan(); err != nil {
		return err
	}
	key := j.noticing.Year
	known := j.matter.Known[key]
	if !j.noticing.HasChecks() {
		j.refuse(false, j.name()+" has no checks: say how its figures follow from each other (docs/rules.md)")
	}
	own, shared := j.noticing.Digests()
	year := &Year{Own: own, Shared: shared, Noticed: map[string]string{}}
	j.Record[key] = year
	if j.archived {
		year.Own, year.Shared = "", ""
		return nil
	}
	j.compare(j.matter, j.noticing.Files, key, j.before, j.noticing.Cases(), false)
	switch {
	case known != nil && known.Own == own && (known.Shared == shared || !j.newest && !j.matter.All):
		*year = *known
		j.unnoticed(year)
		return nil
	case j.differs():
		j.Untried = append(j.Untried, j.name())
		if known == nil {
			delete(j.Record, key)
		} else {
			*year = *known
		}
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
	moved := n.MovedSince(j.before)
	paydays, err := n.Paydays(ctx, j.country, j.number, func(name string) map[string]any {
		if _, frame := j.noticedBefore(name, moved); frame.Answer == conformance.YearAnswer {
			return frame.Request
		}
		return nil
	})
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
		case f.By != "":
			year.Noticed[f.Name] = f.By
		case f.Unproved != "":
			year.Unproved = append(year.Unproved, f.Name+": "+f.Unproved)
		default:
			open = append(open, f)
		}
	}
	like := map[string]map[string]any{}
	miss := func(name, what string, at diagnostic.Range) {
		missed := Unnoticed{Year: j.name(), What: what, Place: at.String()}
		before, frame := j.noticedBefore(name, moved)
		if missed.Before = before; frame.Answer == conformance.NetAnswer {
			like[name] = frame.Request
		}
		missed.ask(frame)
		year.Unnoticed = append(year.Unnoticed, missed)
	}
	for _, f := range open {
		miss(f.Name, f.Name+" "+f.Value+" "+f.Unit, f.At)
	}
	requests, err := n.Requests(ctx, j.country, j.number, open, like)
	if err != nil {
		return err
	}
	for i, f := range open {
		missed := &year.Unnoticed[i]
		switch request := requests[f.Name]; {
		case request != "" && request != missed.Request:
			missed.Answer, missed.Request, missed.Expected = conformance.NetAnswer, request, `{"net":null,"employer_cost":null}`
		case request == "" && missed.Expected == "{}": // a case of a program, whose inputs do not tell enough
			missed.ask(conformance.Frame{})
		}
	}
	for _, s := range slices.Concat(lines, paydays) {
		if s.By == "" {
			miss(s.Name, s.Name, s.At)
			missed := &year.Unnoticed[len(year.Unnoticed)-1]
			missed.Request = cmp.Or(s.Request, missed.Request)
		} else {
			year.Noticed[s.Name] = s.By
		}
	}
	j.unnoticed(year)
	return nil
}

// noticedBefore returns the set and case that noticed something in the year before, and that case as
// one of this year, if it is one of a country's pay.
func (j *yearJudge) noticedBefore(name string, moved func(number.Decimal) number.Decimal) (by string, frame conformance.Frame) {
	for _, record := range []Record{j.Record, j.matter.Known} {
		if year := record[j.before]; year != nil && by == "" && !mutation.OfRules(year.Noticed[name]) {
			by = year.Noticed[name]
		}
	}
	set, id, _ := strings.Cut(by, " ")
	for _, s := range j.sets {
		if s.Name == set {
			if i := slices.Index(s.Cases(), id); i >= 0 {
				frame = s.Frame(i, j.country, j.number, moved)
			}
		}
	}
	return by, frame
}

// ask sets the question of a frame, whose texts were read from JSON.
func (u *Unnoticed) ask(frame conformance.Frame) {
	u.Answer, u.Request, u.Expected = frame.Answer, "", ""
	if frame.Answer != "" {
		request, _ := json.Marshal(frame.Request)
		expected, _ := json.Marshal(frame.Expected)
		u.Request, u.Expected = string(request), string(expected)
	}
}

// unnoticed refuses the year for what no case notices.
func (j *yearJudge) unnoticed(year *Year) {
	j.Unnoticed = append(j.Unnoticed, year.Unnoticed...)
	if len(year.Unnoticed) > 0 {
		j.refuse(false, fmt.Sprintf("no labelled case of %s notices another value of %s, such as %s: add cases that depend on them", j.name(), diagnostic.Counted(len(year.Unnoticed), "thing"), year.Unnoticed[0].What))
	}
}
