package machine

import (
	"math/big"
	"slices"
)

// Builder builds a program, one value or effect at a time.
type Builder struct {
	inputs       []Operand
	constants    map[string]Operand
	sequence     []item
	tables       [][]*big.Int
	tableNumbers map[string]int
	outputs      []Operand
	home, homes  int // the number of this sequence, and of the last one begun
	counters     int
	// known are the operations of the sequences that are open, so that each is computed once.
	known map[operation]Operand
	open  map[int]bool
}

// operation is what a value is computed from.
type operation struct {
	op   op
	a, b Operand
	n    int
}

// NewBuilder returns an empty Builder.
func NewBuilder() *Builder {
	return &Builder{
		constants:    map[string]Operand{},
		tableNumbers: map[string]int{},
		known:        map[operation]Operand{},
		open:         map[int]bool{0: true},
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
	b.open[home] = true
	inner = b.goingOn(nil, home, build)
	delete(b.open, home)
	return inner, home
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
func (b *Builder) Output(v Operand) { b.outputs = append(b.outputs, v) }

// Emit emits the values of args at a site.
func (b *Builder) Emit(site int, args []Operand) {
	b.push(&effect{op: opEmit, site: site, args: slices.Clone(args)})
}

// Host calls function site of the host with args and returns the address of its results,
// which are in the memory of lists.
func (b *Builder) Host(site int, args []Operand, results int) Operand {
	return b.Lookup(nil, site, args, results)
}

// Lookup does as Host does, with a host of its own.
func (b *Builder) Lookup(host Host, site int, args []Operand, results int) Operand {
	e := &effect{op: opHost, site: site, args: slices.Clone(args), results: results, host: host, to: b.fresh(opHost, nil, nil, 0)}
	b.push(e)
	return e.to
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
func (b *Builder) Undo(mark int) {
	for _, i := range b.sequence[mark:] {
		if v, is := i.(*node); is {
			delete(b.known, operation{v.op, v.a, v.b, v.n})
		}
	}
	b.sequence = b.sequence[:mark]
}
