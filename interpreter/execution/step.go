package execution

import (
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// Step is a step that a traced run may take: a name that is set, an argument
// of a call, or a field of a line.
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

// Origin is where a value comes from: a step, by its site, or a parameter or
// an input of the program, by name.
type Origin struct {
	Site      int // -1 where it is not a step
	Parameter string
	Input     string
}

// StepSites lists the places at which a traced program sets a name; with an
// empty procedure, those of all procedures. Steps that only hand a value on are
// not traced and have none.
func (e *Executable) StepSites(program, procedure, name string) []int {
	var sites []int
	for i, t := range e.Sites {
		if t.Kind == StepSite && t.Step.Program == program && t.Step.Name == name && (procedure == "" || t.Step.Procedure == procedure) {
			sites = append(sites, i)
		}
	}
	return sites
}

// StepValue is a value that a step of a traced run has set.
type StepValue struct {
	run      *Run
	value    *Shown
	emission shownEmission
}

// FirstStep is the first value that a run has set at one of the sites; false if
// it has set none.
func (r *Run) FirstStep(sites []int) (StepValue, bool) {
	for i, e := range r.frame.Emissions() {
		if slices.Contains(sites, e.Site) {
			return StepValue{r, &r.Executable.Sites[e.Site].Step.Result, shownEmission{e, i}}, true
		}
	}
	return StepValue{}, false
}

// Number is the value where it is a decimal number.
func (v StepValue) Number() (number.Decimal, bool) {
	sh := v.value
	if sh.Kind != types.Number || sh.Places < 0 || !v.run.isThere(sh, v.emission.Emission) {
		return number.Decimal{}, false
	}
	return v.run.decimal(sh, v.emission.Emission), true
}

// Text is the value as an explanation shows it.
func (v StepValue) Text(language Language) string {
	return string(v.run.appendShown(nil, v.value, v.emission, language))
}
