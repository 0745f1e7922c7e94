package machine

import (
	"cmp"
	"errors"
	"slices"
	"sort"
)

// maxSlots is the size of a frame. Instructions address slots with 12 bits, which
// eliminates bounds checks in the fast loop.
const maxSlots = 1 << 12

// errTooManySlots is returned for a program that needs more slots than a frame has.
var errTooManySlots = errors.New("the program needs more than 4,096 values at once: divide it into smaller ones")

// target returns the value whose slot v is computed into: itself, or a phi.
func target(v Operand) Operand {
	end := v
	for end.into != nil {
		end = end.into
	}
	for v.into != nil { // chains are as long as branches are deep
		v.into, v = end, v.into
	}
	return end
}

// allocate gives every value a slot: inputs and constants have their own; the others share
// slots unless their lifetimes overlap.
func (e *emitter) allocate(inputs, outputs []Operand) (slots int, constants []Operand, err error) {
	for _, v := range inputs {
		v.slot = slots
		slots++
	}
	own := func(v Operand) {
		if v != nil && v.op == opConst && v.slot < 0 {
			constants = append(constants, v)
			v.slot = slots
			slots++
		}
	}
	for i := range e.code {
		e.code[i].operands(own)
	}
	for _, v := range outputs {
		own(v)
	}
	e.intervals(outputs)
	slots = e.share(slots)
	if slots > maxSlots {
		return slots, nil, errTooManySlots
	}
	return slots, constants, nil
}

// operands visits the values that an instruction reads.
func (d *draft) operands(visit func(Operand)) {
	for _, v := range [...]Operand{d.a, d.b} {
		if v != nil {
			visit(v)
		}
	}
	for _, v := range d.args {
		visit(v)
	}
}

// intervals finds the first write and the last use of every value, between which it
// needs its slot. A value from before a loop that is used in it is needed to the end
// of the loop.
func (e *emitter) intervals(outputs []Operand) {
	loops := slices.SortedFunc(slices.Values(e.loops), func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	var around [][2]int // the loops around a position, the outermost first
	use := func(v Operand, at int) {
		outside := sort.Search(len(around), func(i int) bool { return around[i][0] > v.first })
		if outside < len(around) {
			at = around[outside][1]
		}
		v.last = max(v.last, at)
	}
	for at := range e.code {
		for len(loops) > 0 && loops[0][0] == at {
			around, loops = append(around, loops[0]), loops[1:]
		}
		e.code[at].operands(func(v Operand) { use(target(v), at) })
		if v := e.code[at].d; v != nil {
			v = target(v)
			if v.first < 0 {
				v.first = at
			}
			use(v, at)
		}
		for len(around) > 0 && around[len(around)-1][1] == at {
			around = around[:len(around)-1]
		}
	}
	for _, v := range outputs {
		use(target(v), len(e.code))
	}
}

// share allocates slots in the order of first writes and frees them after the last use.
// An instruction may overwrite an operand that it reads last.
func (e *emitter) share(slots int) int {
	ending := make([][]int, len(e.code)+1) // slots by the position of their last use
	var free []int
	for at := range e.code {
		free = append(free, ending[at]...)
		ending[at] = nil
		v := e.code[at].d
		if v == nil {
			continue
		}
		if v = target(v); v.slot >= 0 {
			continue
		}
		if len(free) > 0 {
			v.slot = free[len(free)-1]
			free = free[:len(free)-1]
		} else {
			v.slot = slots
			slots++
		}
		// Not before the next instruction, even if nothing reads it.
		last := max(v.last, at+1)
		ending[last] = append(ending[last], v.slot)
	}
	return slots
}
