package judge

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/syntax"
)

// Said is what a year said of its figures when it last passed, so that what is lost or replaced since
// is seen where no year before has it.
type Said struct {
	// Checks are the relations that the year required.
	Checks []string `json:"checks,omitempty"`
	// Cites has, of each parameter, a digest of its figures and then the numbers of its citation.
	Cites map[string]string `json:"cites,omitempty"`
}

var (
	citedNumber = regexp.MustCompile(`\d+\w*`)
	readFigure  = regexp.MustCompile(`\bp\.(\w+)`)
)

// said returns what the year says now, and refuses what it no longer says of figures that are as
// before, unless a figure says why: accepted.
func (j *yearJudge) said(before Said) Said {
	parameters, checks := j.noticing.Says()
	now, byName := Said{Cites: map[string]string{}}, map[string]*syntax.Parameter{}
	for _, p := range parameters {
		figures, numbers := citedOf(p)
		was, old, had := strings.Cut(before.Cites[p.Name], " ")
		if had && was == figures && old != numbers && p.Accepted == "" {
			j.refuse(false, fmt.Sprintf("%s: %s has the same figures as when %s last passed, but another place in the law: %q, which had the numbers %s; correct it, or say why beside it: accepted: …", p.Range, p.Name, j.name(), p.Cite, old))
		}
		now.Cites[p.Name], byName[p.Name] = figures+" "+numbers, p
	}
	anew := map[string]bool{} // figures of new checks
	for _, check := range checks {
		that := check.That.Tree.String()
		now.Checks = append(now.Checks, that)
		for _, read := range readFigure.FindAllStringSubmatch(that, -1) {
			anew[read[1]] = anew[read[1]] || !slices.Contains(before.Checks, that)
		}
	}
	slices.Sort(now.Checks)
	for _, that := range before.Checks {
		answered := slices.Contains(now.Checks, that)
		for _, read := range readFigure.FindAllStringSubmatch(that, -1) {
			p := byName[read[1]]
			answered = answered || p == nil || p.Accepted != "" || anew[read[1]]
		}
		if !answered {
			j.refuse(false, fmt.Sprintf("%s lacks the check %s, which it had when it last passed: add it, or one that holds now; if the law no longer has the relation, say so beside a figure of it: accepted: …", j.name(), that))
		}
	}
	return now
}

// citedOf returns a digest of the figures of a parameter, and the numbers of its citation.
func citedOf(p *syntax.Parameter) (figures, numbers string) {
	sum := sha256.New()
	for _, cell := range p.Cells() {
		fmt.Fprintln(sum, cell.Name(p.Name), cell.Node.Text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:4]), strings.Join(citedNumber.FindAllString(p.Cite, -1), " ")
}

// keepSaid keeps what the judged years say if all of them passed, and otherwise what they said when
// they did.
func (v *Verdict) keepSaid(known Record) {
	for key, now := range v.said {
		if len(v.Rules) == 0 {
			v.Record[key].Said = now
		} else if before := known[key]; before != nil {
			v.Record[key].Said = before.Said
		}
	}
}
