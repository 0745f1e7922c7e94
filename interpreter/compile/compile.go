package compile

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/check"
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

// compiler lowers one program and inlines its calls.
type compiler struct {
	module *types.Module
	b      *machine.Builder
	root   *check.Tree
	mode   Mode
	part   *Part // what the host reads; nil: everything
	work   int   // remaining work, in nodes of expressions

	divisors   []diagnostic.Range
	sites      []*run.Site
	texts      []run.TextEntry
	counters   []types.Branch
	textAt     map[string]int64 // the codes of constant texts
	counterAt  map[string]int
	tables     map[*check.Table]*value
	standingAt []standingDefault
}

// maxWork bounds the work of compiling a program. The German year needs a hundredth of it.
const maxWork = 1 << 20

// errTooLarge and errGrows end compiling, as context.Canceled does; executable returns them.
var (
	errTooLarge = errors.New("the rules have more than a million steps and operands, counting those of every call")
	errGrows    = errors.New("a number gains decimals in every pass of a loop")
)

// spend counts work, and ends compiling where there is too much or the host has given up.
func (c *compiler) spend(n int) {
	if c.work -= n; c.work <= 0 {
		panic(errTooLarge)
	}
	if c.ended() {
		panic(context.Canceled)
	}
}

// ended reports whether the host has given up.
func (c *compiler) ended() bool { return c.module.Options.Ended != nil && c.module.Options.Ended() }

// Program compiles a program. It fails only if the program has errors or is too large.
func Program(p *check.Program, mode Mode) (*run.Executable, error) {
	if mode == Silent && p.Module().Options.Counts != nil {
		mode = Counted
	}
	return executable(p, mode, nil)
}

// executable compiles a program to an Executable.
func executable(p *check.Program, mode Mode, part *Part) (e *run.Executable, err error) {
	defer func() {
		switch stopped := recover(); stopped {
		case nil:
		case errTooLarge, errGrows, context.Canceled:
			e, err = nil, fmt.Errorf("program %s: %w", p.Name(), stopped.(error))
		default:
			panic(stopped)
		}
	}()
	if err := p.Mistakes(); err != nil {
		return nil, fmt.Errorf("program %s: %w", p.Name(), err)
	}
	module := p.Module()
	c := &compiler{module: module, b: machine.NewBuilder(), root: p.Tree(), mode: mode, part: part, work: maxWork, textAt: map[string]int64{}, counterAt: map[string]int{}, tables: map[*check.Table]*value{}}
	c.spend(0) // the tree is not whole if the host gave up while it was typed
	outputs := c.outputs()
	code, err := c.b.Program(p.Slots)
	if err != nil {
		return nil, fmt.Errorf("program %s: %w", p.Name(), err)
	}
	e = &run.Executable{
		Program: p.Program, Code: code, Outputs: outputs, Sites: c.sites, Texts: c.texts, Counters: c.counters, Divisors: c.divisors, Template: make([]int64, p.Slots), Line: module.Options.Line,
	}
	for _, d := range c.standingAt {
		e.Template[d.slot] = d.value
	}
	if counts := module.Options.Counts; counts != nil && mode == Counted {
		e.CountIn(counts)
	}
	for i, in := range p.Inputs {
		if in.Flag < 0 {
			e.Required = append(e.Required, i)
		}
	}
	return e, nil
}

// scope is one activation of a program.
type scope struct {
	*check.Chain
	vars      []*value                   // by variable; nil: not set
	flags     map[string]machine.Operand // 1 for inputs that were given
	columns   map[string]*value          // of the row that select tests, or the fields of a line
	procedure string                     // the current one; empty in the steps of the program
}

func newScope(chain *check.Chain) *scope {
	return &scope{Chain: chain, vars: make([]*value, len(chain.Variables)), flags: map[string]machine.Operand{}}
}

// notGiven is an output that is never given.
var notGiven = run.Shown{Kind: types.NullKind, Flag: -1, Divisor: -1}

// outputs compiles the root outputs.
func (c *compiler) outputs() []run.Shown {
	s := newScope(&check.Chain{Tree: c.root})
	for i := range s.Tree.Inputs {
		c.machineInput(s, &s.Tree.Inputs[i])
	}
	c.begin(s)
	outputs := make([]run.Shown, len(c.root.Program.Outputs))
	for i := range outputs {
		outputs[i] = notGiven
	}
	if c.block(s, c.root.Body) {
		return outputs
	}
	// Outputs are shown like emitted values.
	holder := &emission{Site: &run.Site{}}
	for i, out := range c.root.Outputs {
		if c.part == nil || slices.Contains(c.part.Outputs, c.root.Program.Outputs[i].Name) {
			outputs[i] = c.show(holder, c.expression(s, out))
		}
	}
	for _, v := range holder.args {
		c.b.Output(v)
	}
	return outputs
}

func (c *compiler) machineInput(s *scope, in *check.Input) {
	var v *value
	if in.Given.Kind == types.BandsKind {
		v = &value{t: in.Given, bands: in.Given.Bands}
	} else {
		v = c.stored(in.Given, func(i int) machine.Operand { return c.input(in.Given, in.Slot+i) })
	}
	v.from = []run.Origin{{Site: -1, Input: in.Name}}
	for _, part := range v.parts {
		part.from = v.from
	}
	if in.Flag >= 0 {
		s.flags[in.Name] = c.input(in.Given, in.Flag)
	}
	if given := v; in.Default != nil && !c.standing(s, in, v) {
		isGiven := c.b.Other(s.flags[in.Name], c.b.Int(0))
		if v.parts != nil {
			v = c.defaultText(v, c.expression(s, in.Default), isGiven)
		} else {
			v = c.pick(isGiven, in.Type, func() *value { return given }, func() *value { return c.expression(s, in.Default) })
		}
	}
	s.vars[in.Var] = v
}

// standing puts a constant default into the machine input, where it stays until a run
// sets another value, and reports whether that is possible.
func (c *compiler) standing(s *scope, in *check.Input, v *value) bool {
	if v.t.Kind == types.ListKind { // the zero value is an empty list
		return true
	}
	if v.v == nil || v.parts != nil || v.t.Kind == types.Text {
		return false
	}
	if _, known := v.v.Constant(); known { // by Part.Known
		return false
	}
	d := c.settled(c.expression(s, in.Default))
	if d.divisor != nil || d.given != nil || d.v == nil {
		return false
	}
	k, known := d.v.Constant()
	if known && d.t.Kind == types.Number {
		scaled := new(big.Int).Mul(k, v.scale)
		rest := new(big.Int)
		k, rest = new(big.Int).QuoRem(scaled, d.scale, rest)
		known = rest.Sign() == 0
	}
	if !known || !k.IsInt64() {
		return false
	}
	c.standingAt = append(c.standingAt, standingDefault{in.Slot, k.Int64()})
	v.from = check.Union(v.from, d.from)
	return true
}

// standingDefault is the initial value of a machine input.
type standingDefault struct {
	slot  int
	value int64
}

// begin sets the state of a program to its first values.
func (c *compiler) begin(s *scope) {
	for _, start := range s.State {
		if start.Value != nil {
			s.vars[start.Var] = c.settled(c.expression(s, start.Value))
			continue
		}
		if s.vars[start.Var] = c.zero(start.Type); start.Type.Optional {
			s.vars[start.Var] = c.absent(s.vars[start.Var])
		}
	}
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

// side builds one side of a condition, with a counter.
func side[T any](c *compiler, at diagnostic.Range, name string, build func() T) func() T {
	return func() T {
		c.countAt(at, name)
		return build()
	}
}
