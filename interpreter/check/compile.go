package check

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sync/atomic"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/types"
)

// Mode selects what a compiled program records in addition to its answer.
type Mode uint8

// The modes. Each is a separate compilation, because recording is slow: the German net
// takes 1.8 times as long counted and 3 times as long traced, since recorded values can
// be neither eliminated nor fused.
const (
	Silent  Mode = iota
	Traced       // every step with its value
	Counted      // how often each branch was taken
)

// compiler compiles one program and inlines its calls.
type compiler struct {
	of       *Checked
	module   *types.Module
	b        *machine.Builder
	root     *Program
	current  *Program // the program whose steps are compiled: root or one that it calls
	mode     Mode
	checking bool  // only report errors
	check    bool  // report all errors: no branch is removed
	part     *Part // what the host reads; nil: everything
	list     diagnostic.List
	errors   int  // of the list
	stopped  bool // nothing is reported any more
	reported map[finding]bool
	work     *atomic.Int64 // remaining work, in nodes of expressions

	divisors []diagnostic.Range

	stack          []string
	parametersRead map[string]*types.Parameter
	sites          []*run.Site
	texts          []run.TextEntry
	counters       []types.Branch
	textAt         map[string]int64 // the codes of constant texts
	counterAt      map[string]int
	standingAt     []standingDefault
}

func (m *Checked) compiler(mode Mode) *compiler {
	var work atomic.Int64
	work.Store(maxWork)
	return &compiler{
		of: m, module: m.module, b: machine.NewBuilder(), mode: mode, reported: map[finding]bool{}, work: &work,
		parametersRead: map[string]*types.Parameter{}, textAt: map[string]int64{}, counterAt: map[string]int{},
	}
}

type finding struct {
	at   diagnostic.Range
	code string
}

// maxWork bounds the work of checking a module or compiling a program. The German year
// needs a hundredth of it.
const maxWork = 1 << 20

// spend counts work and reports whether the compiler may go on.
func (c *compiler) spend(n int) bool {
	left := c.work.Add(int64(-n))
	switch {
	case left+int64(n) <= 0 || c.ended():
		return false
	case left <= 0:
		c.fail(c.root.Declaration.Range, "program-too-large", "the rules have more than a million steps and operands, counting those of every call", "Call less from within procedures and loops, and shorten bands and tables.")
		c.stopped = true
		return false
	}
	return true
}

// ended reports whether the host has given up.
func (c *compiler) ended() bool { return c.module.Options.Ended != nil && c.module.Options.Ended() }

// Compile compiles a program.
func (p *Program) Compile(mode Mode) (*run.Executable, error) {
	if err := p.admitted(); err != nil {
		return nil, err
	}
	if mode == Silent && p.within.module.Options.Counts != nil {
		mode = Counted
	}
	return p.within.compiler(mode).executable(p)
}

// admitted checks a program of a lazy module, unless it is proven.
func (p *Program) admitted() error {
	if p.within.module.Options.Proven {
		return nil
	}
	return p.checked()
}

// checked checks a program of a lazy module.
func (p *Program) checked() error {
	if p.late == nil {
		return nil
	}
	return p.late()
}

// executable compiles a program to an Executable.
func (c *compiler) executable(p *Program) (*run.Executable, error) {
	_, outputs := c.program(p)
	if c.ended() {
		return nil, context.Canceled
	}
	if c.list.HasErrors() {
		return nil, fmt.Errorf("program %s: %w", p.Name(), c.list.Err())
	}
	code, err := c.b.Program(p.Slots)
	if err != nil {
		return nil, fmt.Errorf("program %s: %w", p.Name(), err)
	}
	e := &run.Executable{
		Program: p.Program, Code: code, Outputs: outputs, Sites: c.sites, Texts: c.texts, Counters: c.counters, Divisors: c.divisors, Template: make([]int64, p.Slots), Line: c.module.Options.Line,
	}
	for _, d := range c.standingAt {
		e.Template[d.slot] = d.value
	}
	if counts := c.module.Options.Counts; counts != nil && c.mode == Counted {
		e.CountIn(counts)
	}
	for i, in := range p.Inputs {
		if in.Flag < 0 {
			e.Required = append(e.Required, i)
		}
	}
	return e, nil
}

// notGiven is an output that is never given.
var notGiven = run.Shown{Kind: types.NullKind, Flag: -1, Divisor: -1}

// program compiles the root program.
func (c *compiler) program(p *Program) (*scope, []run.Shown) {
	s := c.newScope(p.Program)
	c.root, c.current = p, p
	c.enter(p.Name(), p.Declaration.Range)
	for _, in := range p.Inputs {
		c.machineInput(s, in)
	}
	c.begin(s)
	var outputs []run.Shown
	if c.steps(s, p.Declaration.Whole().Do) {
		if len(p.Outputs) > 0 && c.check {
			c.fail(p.Declaration.OutputRange, "not-set", "the program always ends before its outputs are set", "Remove out:, or the step that ends it.")
		}
		for range p.Outputs {
			outputs = append(outputs, notGiven)
		}
		return s, outputs
	}
	// Outputs are shown like emitted values.
	holder := &emission{Site: &run.Site{}}
	for _, out := range p.Outputs {
		if c.part != nil && !slices.Contains(c.part.Outputs, out.Name) {
			outputs = append(outputs, notGiven)
			continue
		}
		v := c.outputValue(s, out)
		if v == nil {
			continue
		}
		if sh, ok := c.show(out.Declaration.Range, holder, v, out.Type.Fraction); ok {
			outputs = append(outputs, sh)
		}
	}
	for _, v := range holder.args {
		c.b.Output(v)
	}
	return s, outputs
}

func (c *compiler) machineInput(s *scope, in *types.Input) {
	t := in.Type
	v := c.rawInput(in)
	b := t.Bounds
	v.positive = b.Min != nil && (b.Min.Sign() > 0 || b.AboveMin && b.Min.IsZero())
	v.from = []run.Origin{{Site: -1, Input: in.Name}}
	for _, part := range v.parts {
		part.from = v.from
	}
	if in.Flag >= 0 {
		s.flags[in.Name] = c.b.Input(in.Flag)
	}
	bounded := true // a computed default may lie anywhere
	switch given := v; {
	case in.Declaration.Default == nil:
	case t.Grammar != nil:
		v = c.defaultText(s, in, v, s.flags[in.Name])
	case c.standing(s, in, v):
	default:
		bounded = false
		v = c.pick(in.Declaration.Range, c.b.Other(s.flags[in.Name], c.b.Int(0)), func() *value { return given }, func() *value { return c.initial(s, in) })
		if v == nil {
			v = broken
		} else if v != broken && given.allowed != nil {
			v.allowed = given.allowed
		}
	}
	s.assign(in.Name, v)
	if bounded {
		s.asked[in.Name] = v
	}
}

// standing puts a constant default into the machine input, where it stays until a run
// sets another value, and reports whether that is possible.
func (c *compiler) standing(s *scope, in *types.Input, v *value) bool {
	if v.kind == types.ListKind { // the zero value is an empty list
		c.initial(s, in)
		return true
	}
	if v.v == nil || v.kind == types.Text {
		return false
	}
	d := c.initial(s, in)
	if d == broken || d.kind != v.kind || d.divisor != nil || d.given != nil || d.v == nil {
		return false
	}
	k, known := d.v.Constant()
	if known && d.kind == types.Number {
		scaled := new(big.Int).Mul(k, v.scale)
		rest := new(big.Int)
		k, rest = new(big.Int).QuoRem(scaled, d.scale, rest)
		known = rest.Sign() == 0
	}
	if !known || !k.IsInt64() {
		return false
	}
	c.standingAt = append(c.standingAt, standingDefault{in.Slot, k.Int64()})
	v.from, v.positive = union(v.from, d.from), v.positive && d.positive
	return true
}

// standingDefault is the initial value of a machine input.
type standingDefault struct {
	slot  int
	value int64
}

func (c *compiler) rawInput(in *types.Input) *value {
	if in.Type.Kind == types.BandsKind {
		return &value{kind: types.BandsKind, bands: &types.Bands{Unknown: true, Names: []string{"", ""}, Ends: []int{2}, Columns: []string{types.BandEnd}, Units: []types.Unit{types.FreeUnit}, Cells: [][]*big.Rat{{big.NewRat(1, 1), nil}}}}
	}
	v := c.stored(in.Type, func(i int) machine.Value { return c.b.Input(in.Slot + i) })
	if in.Type.Fraction {
		// Only in a check: a run cannot be given a fraction.
		v.scale = big.NewInt(360)
	}
	if len(in.Declaration.OneOf) > 0 {
		v.allowed = in.Declaration.OneOf
	}
	return v
}

// countAt counts, if the program is counted, that the side of a step is taken.
func (c *compiler) countAt(at diagnostic.Range, side string) {
	if c.mode != Counted {
		return
	}
	key := fmt.Sprint(at, side)
	n, ok := c.counterAt[key]
	if !ok {
		n = len(c.counters)
		c.counters = append(c.counters, types.Branch{At: at, Side: side})
		c.counterAt[key] = n
	}
	c.b.Count(n)
}
