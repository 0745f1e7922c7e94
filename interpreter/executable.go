package interpreter

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
)

// Executable is a compiled program: immutable, and safe for use by any number
// of goroutines at once, each with a Run of its own.
type Executable struct {
	program  *Program
	code     *machine.Program
	outputs  []output
	sites    []*site
	texts    []textEntry
	counters []Counter
	divisors []diagnostic.Range // that may be zero
	// template holds the machine inputs of a run that is given nothing.
	template []int64
	// required lists the inputs that a run must be given.
	required []int
	runs     sync.Pool
}

// Compile makes an Executable of a program.
func (p *Program) Compile(mode Mode) (*Executable, error) {
	if err := p.checked(); err != nil {
		return nil, err
	}
	c := newCompiler(p.module, mode)
	_, outputs := c.program(p)
	if c.list.HasErrors() {
		return nil, fmt.Errorf("program %s: %w", p.Name(), c.list.Err())
	}
	code, err := c.b.Program(p.slots)
	if err != nil {
		return nil, fmt.Errorf("program %s: %w", p.Name(), err)
	}
	return c.executable(p, code, outputs), nil
}

// checked checks a program that Load has left for its first use.
func (p *Program) checked() error {
	if p.late == nil {
		return nil
	}
	return p.late()
}

// executable puts together what a compilation has made.
func (c *compiler) executable(p *Program, code *machine.Program, outputs []output) *Executable {
	e := &Executable{
		program: p, code: code, outputs: outputs, sites: c.sites, texts: c.texts, counters: c.counters, divisors: c.divisors, template: make([]int64, p.slots),
	}
	for _, d := range c.standingAt {
		e.template[d.slot] = d.value
	}
	for i, in := range p.inputs {
		if in.flag < 0 {
			e.required = append(e.required, i)
		}
	}
	return e
}

// Program is the program that was compiled.
func (e *Executable) Program() *Program { return e.program }

// Counters lists the branches that a counted run counts.
func (e *Executable) Counters() []Counter { return e.counters }

// Instructions is the length of the machine code.
func (e *Executable) Instructions() int { return e.code.Instructions() }

// Run returns a run to be given inputs. Release gives it back.
func (e *Executable) Run() *Run {
	if r, ok := e.runs.Get().(*Run); ok {
		return r
	}
	r := &Run{exe: e, frame: e.code.Frame(), set: make([]bool, len(e.program.inputs))}
	r.frame.SetAll(e.template)
	return r
}

// Equal reports whether two programs are known to answer every input alike: the
// same code under inputs and outputs of the same shape; which values an input may
// have is not compared. Programs that emit lines, notes or refusals are not compared
// at all, and count as different.
func (e *Executable) Equal(other *Executable) bool {
	silent := len(e.sites)+len(other.sites)+len(e.texts)+len(other.texts) == 0
	sameOutput := func(a, b output) bool { return reflect.DeepEqual(a.value, b.value) }
	return silent && e.code.Equal(other.code) && slices.Equal(e.template, other.template) && slices.Equal(e.required, other.required) &&
		slices.EqualFunc(e.outputs, other.outputs, sameOutput)
}

// placesOf names the divisors that may have been zero where that ended a run.
func (e *Executable) placesOf(err error) string {
	if !errors.Is(err, machine.ErrZeroDivision) || len(e.divisors) == 0 {
		return ""
	}
	const most = 3
	var places []string
	for _, at := range e.divisors[:min(most, len(e.divisors))] {
		places = append(places, at.String())
	}
	text := " at " + strings.Join(places, " or ")
	if more := len(e.divisors) - most; more > 0 {
		text += fmt.Sprintf(" or %d more", more)
	}
	return text
}
