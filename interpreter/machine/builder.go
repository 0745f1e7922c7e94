package machine

import (
	"math/big"
	"slices"
)

// Builder builds a program, one value or effect at a time.
type Builder struct {
	inputs       []Value
	constants    map[string]Value
	sequence     []item
	tables       [][]*big.Int
	tableNumbers map[string]int
	outputs      []Value
	home, homes  int // the number of this sequence, and of the last one begun
	counters     int
}

// NewBuilder returns an empty Builder.
func NewBuilder() *Builder {
	return &Builder{
		constants:    map[string]Value{},
		tableNumbers: map[string]int{},
	}
}

func (b *Builder) push(i item) {
	b.sequence = append(b.sequence, i)
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
	outer, around := b.sequence, b.home
	b.sequence, b.home = items, home
	build()
	inner = b.sequence
	b.sequence, b.home = outer, around
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

// Mark returns the current state for Undo.
func (b *Builder) Mark() int { return len(b.sequence) }

// Undo discards what was built since a mark in the same sequence.
func (b *Builder) Undo(mark int) { b.sequence = b.sequence[:mark] }
