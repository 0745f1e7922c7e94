package interpreter

import (
	"fmt"
	"math/big"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/machine"
)

// Mode says what a compiled program records beside its answer.
type Mode uint8

// The modes. Each is a compilation of its own: a silent run pays nothing for
// the others.
const (
	Silent  Mode = iota
	Traced       // every step with its value
	Counted      // how often each branch was taken
)

// compiler turns one program, with all that it calls, into machine code.
type compiler struct {
	module   *Module
	b        *machine.Builder
	root     *Program // the one that is compiled
	mode     Mode
	check    bool // only look for errors: no branch is left out
	reduced  *reduction
	list     diagnostic.List
	errors   int // of the list
	reported map[finding]bool
	work     *int // what may still be done, in parts of expressions

	signs     map[*value]sign // what is known of numbers
	nodeSigns map[expression.Node]sign
	held      []held
	divisors  []diagnostic.Range // that may be zero

	stack          []string
	parametersRead map[string]bool
	sites          []*site
	texts          []textEntry
	counters       []Counter
	textAt         map[string]int64 // the codes of known texts
	counterAt      map[string]int
	standingAt     []standingDefault
}

func newCompiler(m *Module, mode Mode) *compiler {
	work := maxWork
	return &compiler{
		module: m, b: machine.NewBuilder(), mode: mode, reported: map[finding]bool{}, work: &work,
		signs: map[*value]sign{}, nodeSigns: map[expression.Node]sign{}, parametersRead: map[string]bool{}, textAt: map[string]int64{}, counterAt: map[string]int{},
	}
}

// finding tells findings apart.
type finding struct {
	at   diagnostic.Range
	code string
}

// maxWork bounds what is done to check a module or to compile a program, so
// that no rule file takes long: the German year takes a hundredth of it.
const maxWork = 1 << 20

// spend counts work and reports whether there is any left to be done.
func (c *compiler) spend(n int) bool {
	if *c.work <= 0 {
		return false
	}
	if *c.work -= n; *c.work <= 0 {
		c.fail(c.root.declaration.Range, "program-too-large", "the rules take too long to check when their calls and tables are written out", "Call less from within procedures and loops, and shorten bands and tables.")
		return false
	}
	return true
}

// output is an output of a compiled program: which machine outputs hold it.
type output struct {
	value shown
	typ   *Type
}

// program compiles a program as the one that is run.
func (c *compiler) program(p *Program) (*scope, []output) {
	s := c.newScope(p)
	c.root = p
	c.enter(p.Name(), p.declaration.Range)
	for _, in := range p.inputs {
		c.machineInput(s, in)
	}
	c.begin(s)
	var outputs []output
	if c.steps(s, p.declaration.Do) {
		if len(p.outputs) > 0 && c.check {
			c.fail(p.declaration.OutputRange, "not-set", "the program always ends before its outputs are set", "Remove out:, or the step that ends it.")
		}
		for _, out := range p.outputs {
			outputs = append(outputs, output{shown{kind: nullKind, flag: -1, divisor: -1}, out.Type})
		}
		return s, outputs
	}
	// Outputs are recorded like everything else that is shown.
	holder := &site{}
	for _, out := range p.outputs {
		v := c.outputValue(s, out)
		if v == nil {
			continue
		}
		if sh, ok := c.show(out.Declaration.Range, holder, v, out.Type.Fraction); ok {
			outputs = append(outputs, output{sh, out.Type})
		}
	}
	for _, v := range holder.args {
		c.b.Output(v)
	}
	return s, outputs
}

// machineInput reads an input from the run.
func (c *compiler) machineInput(s *scope, in *Input) {
	t := in.Type
	v := c.know(c.rawInput(in), bounded(in.Declaration))
	v.from = []origin{{site: -1, input: in.Name}}
	for _, part := range v.parts {
		part.from = v.from
	}
	if in.flag >= 0 {
		flag := c.b.Input(in.flag)
		s.flags[in.Name] = flag
		if in.Declaration.Default == nil {
			v.given = flag
			s.assign(in.Name, v)
			return
		}
		if t.grammar != nil {
			s.assign(in.Name, c.defaultText(s, in, v, flag))
			return
		}
		if c.standing(s, in, v) {
			s.assign(in.Name, v)
			return
		}
		s.assign(in.Name, c.pickAt(s, in.Declaration.Range, c.b.Other(flag, c.b.Int(0)), func() *value { return v }, func() *value { return c.initial(s, in) }))
		if i := s.index[in.Name]; s.vars[i] == nil {
			s.vars[i] = broken
		} else if v.allowed != nil && s.vars[i] != broken {
			s.vars[i].allowed = v.allowed
		}
		return
	}
	s.assign(in.Name, v)
}

// standing leaves a default that is known in the input itself, where it stands
// until a run is given another value: nothing has to be chosen then.
func (c *compiler) standing(s *scope, in *Input, v *value) bool {
	if v.kind == ListKind { // an input that was not given is an empty list
		c.initial(s, in)
		return true
	}
	if v.v == nil || v.kind == Text {
		return false
	}
	d := c.initial(s, in)
	if d == broken || d.kind != v.kind || d.divisor != nil || d.given != nil || d.v == nil {
		return false
	}
	k, known := d.v.Constant()
	if known && d.kind == Number {
		scaled := new(big.Int).Mul(k, v.scale)
		rest := new(big.Int)
		k, rest = new(big.Int).QuoRem(scaled, d.scale, rest)
		known = rest.Sign() == 0
	}
	if !known || !k.IsInt64() {
		return false
	}
	c.standingAt = append(c.standingAt, standingDefault{in.slot, k.Int64()})
	v.from = unite(v.from, d.from)
	return true
}

// standingDefault is the value of a machine input while none is given.
type standingDefault struct {
	slot  int
	value int64
}

func (c *compiler) rawInput(in *Input) *value {
	t := in.Type
	if t.grammar != nil {
		return c.grammarInput(in)
	}
	v := &value{kind: t.Kind, cases: t.Cases, typ: t, unit: t.Unit}
	switch t.Kind {
	case Number:
		v.scale = powerOfTen(max(t.Decimals, 0))
		if t.Fraction {
			// Only a check comes here: a fraction cannot be given to a run.
			v.scale = big.NewInt(360)
		}
	case ListKind:
		v.address, v.end = c.b.Input(in.slot), c.b.Input(in.slot+1)
		return v
	case BandsKind:
		v.bands = &bands{unknown: true, names: []string{"", ""}, ends: []int{2}, columns: []string{bandEnd}, units: []Unit{freeUnit}, cells: [][]*big.Rat{{big.NewRat(1, 1), nil}}}
		return v
	case RecordKind:
		v.address = c.b.Input(in.slot)
		return v
	case Enumeration:
		if len(in.Declaration.OneOf) > 0 {
			v.allowed = in.Declaration.OneOf
		}
	}
	v.v = c.b.Input(in.slot)
	return v
}

// Counter is a branch of a program that a counted run counts.
type Counter struct {
	At   diagnostic.Range
	Side string // then, else, reached, or the case
}

// counted counts that a side of a step was reached.
func (c *compiler) counted(step interface{ Range() diagnostic.Range }, side string) {
	c.countAt(step.Range(), side)
}

func (c *compiler) countAt(at diagnostic.Range, side string) {
	if c.mode != Counted {
		return
	}
	key := fmt.Sprint(at, side)
	n, ok := c.counterAt[key]
	if !ok {
		n = len(c.counters)
		c.counters = append(c.counters, Counter{at, side})
		c.counterAt[key] = n
	}
	c.b.Count(n)
}
