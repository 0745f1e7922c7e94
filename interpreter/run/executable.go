package run

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/types"
)

// Executable is a compiled program. It is immutable and safe for concurrent use, with
// one Run for each goroutine.
type Executable struct {
	Program  *types.Program
	Code     *machine.Program
	Outputs  []Shown
	Sites    []*Site
	Texts    []TextEntry
	Counters []types.Branch
	Divisors []diagnostic.Range // positions of divisors
	// Template has the machine inputs of a run without inputs.
	Template []int64
	Line     []types.LineField // the fields of lines
	// Required are the indexes of the required inputs.
	Required []int
	counts   types.Counter // of released runs; nil without any
	runs     sync.Pool
}

// CountIn makes the runs of a counted program add their branches to counts, and the cases
// that their inputs take.
func (e *Executable) CountIn(counts types.Counter) {
	e.counts = counts
	counts.Add(e.Counters, nil)
	for _, in := range e.Program.Inputs {
		of := in.Type
		if element := of.Enumerated(); element != nil {
			of = element
		}
		for _, word := range of.Cases {
			if allowed := in.Declaration.OneOf; len(allowed) == 0 || slices.Contains(allowed, word) {
				counts.Add([]types.Branch{{At: in.Declaration.Range, Side: types.Given + word}}, nil)
			}
		}
		if preset := in.Declaration.Default; preset != nil {
			e.take(in, strings.Trim(preset.Tree.String(), `"`))
		}
	}
}

// take counts a case of an input.
func (e *Executable) take(in *types.Input, word string) {
	if e.counts != nil {
		e.counts.Add([]types.Branch{{At: in.Declaration.Range, Side: types.Given + word}}, []int64{1})
	}
}

// Run returns a run without inputs. Release returns it to the pool.
func (e *Executable) Run() *Run {
	if r, ok := e.runs.Get().(*Run); ok {
		return r
	}
	r := &Run{Executable: e, frame: e.Code.Frame(), set: make([]bool, len(e.Program.Inputs))}
	r.frame.SetAll(e.Template)
	return r
}

// Equal reports whether two programs are known to have equal outputs for equal inputs:
// they have the same code, and inputs and outputs of the same form. It ignores bounds
// of inputs. Programs that emit lines, notes or refusals are never equal.
func (e *Executable) Equal(other *Executable) bool {
	silent := len(e.Sites)+len(other.Sites)+len(e.Texts)+len(other.Texts) == 0
	parts := func(e *Executable) []any { return []any{e.Code, e.Outputs, e.Template, e.Required} }
	return silent && reflect.DeepEqual(parts(e), parts(other))
}

// placesOf returns the positions of the divisors if err is a division by zero.
func (e *Executable) placesOf(err error) string {
	if !errors.Is(err, machine.ErrZeroDivision) || len(e.Divisors) == 0 {
		return ""
	}
	const most = 3
	var places []string
	for _, at := range e.Divisors[:min(most, len(e.Divisors))] {
		places = append(places, at.String())
	}
	text := " at " + strings.Join(places, " or ")
	if more := len(e.Divisors) - most; more > 0 {
		text += fmt.Sprintf(" or %d more", more)
	}
	return text
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
