package interpreter

import (
	"slices"

	"github.com/payslate/payslate/interpreter/number"
)

// StepSites lists the places at which a traced program sets a name; with an
// empty procedure, those of all procedures. Steps that only hand a value on are
// not traced and have none.
func (e *Executable) StepSites(program, procedure, name string) []int {
	var sites []int
	for i, t := range e.sites {
		if t.kind == stepSite && t.step.Program == program && t.step.Name == name && (procedure == "" || t.step.Procedure == procedure) {
			sites = append(sites, i)
		}
	}
	return sites
}

// StepValue is a value that a step of a traced run has set.
type StepValue struct {
	run      *Run
	value    *shown
	emission shownEmission
}

// FirstStep is the first value that a run has set at one of the sites; false if
// it has set none.
func (r *Run) FirstStep(sites []int) (StepValue, bool) {
	for i, e := range r.frame.Emissions() {
		if slices.Contains(sites, e.Site) {
			return StepValue{r, &r.exe.sites[e.Site].step.result, shownEmission{e, i}}, true
		}
	}
	return StepValue{}, false
}

// Number is the value where it is a decimal number.
func (v StepValue) Number() (number.Decimal, bool) {
	sh := v.value
	if sh.kind != Number || sh.places < 0 || !v.run.isThere(sh, v.emission.Emission) {
		return number.Decimal{}, false
	}
	if n, fits := v.run.frame.Emitted(v.emission.Emission, sh.at); fits {
		return number.New(n, sh.places), true
	}
	return number.FromBig(v.run.frame.EmittedBig(v.emission.Emission, sh.at), sh.places), true
}

// Text is the value as an explanation shows it.
func (v StepValue) Text(language Language) string {
	return string(v.run.appendShown(nil, v.value, v.emission, language))
}
