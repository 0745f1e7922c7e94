package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Admission says what Admit asks of a subject. The zero value asks for the built-in cases.
type Admission struct {
	// Own are the user's own cases.
	Own []*Set
	// Of and Year, if set, ask about one country or regime, and about one of its years.
	Of   string
	Year int
	// AllowUnchecked admits years without a case whose warnings nobody answered.
	AllowUnchecked bool
	// Skip, if set, leaves sets out that need no replay.
	Skip func(*Set) bool
	// Gathered, if set, is told which cases are about to be replayed.
	Gathered func(*Evidence)
}

// Verdict is the answer of Admit: whether rules and tables may go live.
type Verdict struct {
	// Refusals say what speaks against it; without one the subject may go live.
	Refusals []string
	// Reports are those of the sets that were replayed, in order.
	Reports []*Report
	// Evidence is the cases that were replayed, and what they leave open.
	*Evidence
	// Warnings are the findings in years without a case, and Unanswered those years.
	Warnings   diagnostic.List
	Unanswered []Scope
}

// Err is the refusal as an error, nil where the subject may go live.
func (v *Verdict) Err() error {
	if len(v.Refusals) == 0 {
		return nil
	}
	more := ""
	if n := len(v.Refusals) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more reasons; rulecheck check lists them)", n)
	}
	return errors.New(v.Refusals[0] + more)
}

// Admit decides whether a subject, which has no errors, may go live: the labelled cases must
// hold, and a year without one must have no unanswered warning. The error is that of ctx,
// or the reason why the cases cannot be replayed.
func Admit(ctx context.Context, subject Subject, asked Admission) (*Verdict, error) {
	builtIn, err := Load()
	if err != nil {
		return nil, err
	}
	v := &Verdict{Evidence: Gather(builtIn, asked.Own, subject)}
	if asked.Of != "" {
		v.Only(asked.Of, asked.Year, subject)
	}
	if asked.Gathered != nil {
		asked.Gathered(v.Evidence)
	}
	for _, set := range v.Sets {
		if asked.Skip != nil && asked.Skip(set) {
			continue
		}
		report, err := set.Run(ctx, subject, Options{})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, fmt.Errorf("the labelled cases %s cannot be replayed: %w", set.Name, err)
		}
		v.Reports = append(v.Reports, report)
		if !report.Fine() {
			v.Refusals = append(v.Refusals, report.refusal())
		}
	}
	v.warn(&subject)
	if len(v.Warnings) > 0 && !asked.AllowUnchecked {
		v.Refusals = append(v.Refusals, unanswered(v.Warnings))
	}
	return v, nil
}

// refusal names the first difference of a report.
func (r *Report) refusal() string {
	d := r.Differences[0]
	return fmt.Sprintf("%d of %d labelled cases of %s differ, such as %s: %s should be %s, is %s; correct the rules, or where the law has changed, give cases of your own with --cases",
		r.Differing, r.Cases, r.Set.Name, d.Case, d.Output, d.Want, d.Got)
}

// warn collects the findings in the files of years that no case covers.
func (v *Verdict) warn(subject *Subject) {
	if subject.Book == nil || len(v.Unproved) == 0 {
		return
	}
	findings := subject.Book.Findings(time.Now().UTC())
	for _, scope := range v.Unproved {
		before := len(v.Warnings)
		for _, finding := range findings {
			if strings.HasPrefix(finding.Subject.File, strings.ToLower(scope.String())+"/") {
				v.Warnings = append(v.Warnings, finding)
			}
		}
		if len(v.Warnings) > before {
			v.Unanswered = append(v.Unanswered, scope)
		}
	}
}

// unanswered names the first of some warnings.
func unanswered(warnings diagnostic.List) string {
	first := warnings.Sorted()[0]
	return fmt.Sprintf("%s in years without a labelled case, such as %s: %s; correct the figures, add cases with --cases, or serve them with --allow-unchecked",
		diagnostic.Counted(len(warnings), "warning"), first.Subject, first.Summary)
}
