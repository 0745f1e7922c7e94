package machine

import (
	"math/big"
	"slices"
)

// Builder builds a program, one value or effect at a time.
type Builder struct {
	nodes        int
	inputs       []Value
	constants    map[string]Value
	known        map[key]Value
	scope        []key // added to known since the sequence began
	sequence     []item
	tables       [][]*big.Int
	tableNumbers map[string]int
	sameTables   map[tableKey]int
	outputs      []Value
	items        int
	home, homes  int // the number of this sequence, and of the last one begun
	counters     int
	varying      Value // the varying input; nil if there is none
}

// NewBuilder returns an empty Builder.
func NewBuilder() *Builder {
	return &Builder{
		constants:    map[string]Value{},
		known:        map[key]Value{},
		tableNumbers: map[string]int{},
		sameTables:   map[tableKey]int{},
	}
}

func (b *Builder) push(i item) {
	b.sequence = append(b.sequence, i)
	b.items++
}

// within builds a separate sequence. Its values are not available after it, since it may
// not run.
func (b *Builder) within(build func()) (inner []item, home int) {
	b.homes++
	home = b.homes
	return b.goingOn(nil, home, build), home
}

// goingOn appends to a sequence other than the current one.
func (b *Builder) goingOn(items []item, home int, build func()) (inner []item) {
	outer, around, from := b.sequence, b.home, len(b.scope)
	b.sequence, b.home = items, home
	build()
	inner = b.sequence
	b.sequence, b.home = outer, around
	for _, k := range b.scope[from:] {
		delete(b.known, k)
	}
	b.scope = b.scope[:from]
	return inner
}

// Output declares the next output of the program.
func (b *Builder) Output(v Value) { b.outputs = append(b.outputs, v) }

// Emit emits the values of args at a site.
func (b *Builder) Emit(site int, args []Value) {
	b.push(&effect{op: opEmit, site: site, args: slices.Clone(args)})
}

// Host calls function site of the host with args and returns its results.
func (b *Builder) Host(site int, args []Value, results int) []Value {
	e := &effect{op: opHost, site: site, args: slices.Clone(args)}
	for i := range results {
		e.outs = append(e.outs, b.fresh(opHosted, nil, nil, i))
	}
	b.push(e)
	return slices.Clone(e.outs)
}

// Element is the value at an index of a block: consecutive results of one call of the
// host. An index out of range fails the run.
func (b *Builder) Element(block []Value, index Value) Value {
	if index.op == opConst && index.k.IsInt64() {
		if i := index.k.Int64(); i >= 0 && i < int64(len(block)) {
			return block[i]
		}
	}
	return b.add(opElement, index, block[0], len(block))
}

// Count increments a counter. Counters are numbered from 0.
func (b *Builder) Count(counter int) {
	b.counters = max(b.counters, counter+1)
	b.push(&effect{op: opCount, site: counter})
}

// Halt ends the run.
func (b *Builder) Halt() { b.push(&effect{op: opHalt}) }

// Mark is a state of a Builder that Undo restores.
type Mark struct{ sequence, scope int }

// Mark returns the current state.
func (b *Builder) Mark() Mark { return Mark{len(b.sequence), len(b.scope)} }

// Undo discards what was built since a mark in the same sequence.
func (b *Builder) Undo(m Mark) {
	b.sequence = b.sequence[:m.sequence]
	for _, k := range b.scope[m.scope:] {
		delete(b.known, k)
	}
	b.scope = b.scope[:m.scope]
}
