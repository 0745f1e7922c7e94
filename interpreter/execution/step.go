package execution

import (
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// Step is a step of a traced program: the assignment of a name, an argument of a call,
// or a field of a line.
type Step struct {
	Program, Procedure string
	Name               string
	Formula            string
	Cite               string
	At                 diagnostic.Range
	Result             Shown
	Inputs             []StepInput
}

// StepInput is a value that a step reads.
type StepInput struct {
	Name  string
	Value Shown
	From  []Origin
}

// Origin is the origin of a value: the site of a step, or the name of a parameter or
// input.
type Origin struct {
	Site      int // -1 if it is not a step
	Parameter string
	Input     string
}

// StepSites returns the sites at which a traced program sets a name; an empty procedure
// means all procedures. Steps that only copy a value are not traced.
func (e *Executable) StepSites(program, procedure, name string) []int {
	var sites []int
	for i, t := range e.Sites {
		if t.Kind == StepSite && t.Step.Program == program && t.Step.Name == name && (procedure == "" || t.Step.Procedure == procedure) {
			sites = append(sites, i)
		}
	}
	return sites
}

// StepValue is a value set by a step of a traced run.
type StepValue struct {
	run      *Run
	value    *Shown
	emission shownEmission
}

// FirstStep returns the first value that a run set at one of the sites, if any.
func (r *Run) FirstStep(sites []int) (StepValue, bool) {
	for i, e := range r.frame.Emissions() {
		if slices.Contains(sites, e.Site) {
			return StepValue{r, &r.Executable.Sites[e.Site].Step.Result, shownEmission{e, i}}, true
		}
	}
	return StepValue{}, false
}

// Number returns the value if it is a decimal number.
func (v StepValue) Number() (number.Decimal, bool) {
	sh := v.value
	if sh.Kind != types.Number || sh.Places < 0 || !v.run.isThere(sh, v.emission.Emission) {
		return number.Decimal{}, false
	}
	return v.run.decimal(sh, v.emission.Emission), true
}

// Text returns the value as text for an explanation.
func (v StepValue) Text(language Language) string {
	return string(v.run.appendShown(nil, v.value, v.emission, language))
}
