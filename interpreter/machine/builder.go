package machine

import "math/big"

// Builder takes a program, one value or effect at a time.
type Builder struct {
	nodes        int
	inputs       []Value
	constants    map[string]Value
	known        map[key]Value
	scope        []key // what known gained since the sequence began
	sequence     []item
	tables       [][]*big.Int
	tableNumbers map[string]int
	outputs      []Value
	items        int
	home, homes  int // the number of this sequence, and of the last one begun
}

// NewBuilder returns an empty Builder.
func NewBuilder() *Builder {
	return &Builder{
		constants:    map[string]Value{},
		known:        map[key]Value{},
		tableNumbers: map[string]int{},
	}
}

func (b *Builder) push(i item) {
	b.sequence = append(b.sequence, i)
	b.items++
}

// Items counts what has been built, to bound a program's size.
func (b *Builder) Items() int { return b.items }

// within builds a sequence of its own. What is computed there is not known
// behind it, since it may not have run.
func (b *Builder) within(build func()) []item {
	outer, home, from := b.sequence, b.home, len(b.scope)
	b.homes++
	b.sequence, b.home = nil, b.homes
	build()
	inner := b.sequence
	b.sequence, b.home = outer, home
	for _, k := range b.scope[from:] {
		delete(b.known, k)
	}
	b.scope = b.scope[:from]
	return inner
}

// Output declares the next output of the program.
func (b *Builder) Output(v Value) { b.outputs = append(b.outputs, v) }

// Emit records that site was reached, with the values of args.
func (b *Builder) Emit(site int, args []Value) {
	b.push(&effect{op: opEmit, site: site, args: args})
}

// Host calls function site of the host with args and returns its results.
func (b *Builder) Host(site int, args []Value, results int) []Value {
	e := &effect{op: opHost, site: site, args: args}
	for i := range results {
		e.outs = append(e.outs, b.fresh(opHosted, nil, nil, nil, i))
	}
	b.push(e)
	return append([]Value(nil), e.outs...)
}

// Element is the value of block at an index from 0; block must be results
// that one call of the host returned, in a row. An index outside fails the run.
func (b *Builder) Element(block []Value, index Value) Value {
	if index.op == opConst && index.k.IsInt64() {
		if i := index.k.Int64(); i >= 0 && i < int64(len(block)) {
			return block[i]
		}
	}
	return b.add(opElement, index, block[0], nil, len(block))
}

// Count counts that the run came here.
func (b *Builder) Count(counter int) { b.push(&effect{op: opCount, site: counter}) }

// Fail ends the run with failure site.
func (b *Builder) Fail(site int) { b.push(&effect{op: opFail, site: site}) }

// Halt ends the run. Outputs that follow are not computed.
func (b *Builder) Halt() { b.push(&effect{op: opHalt}) }
