package machine

import (
	"errors"
	"sort"
)

// maxSlots is the size of a frame. Instructions address slots with 12 bits, so
// that the fast loop needs no bounds checks.
const maxSlots = 1 << 12

// errTooManySlots says that a program holds more values at once than a frame has.
var errTooManySlots = errors.New("the program holds more than 4,096 values at once")

// target is where a value is computed: itself, or the phi that alone reads it.
func target(v Value) Value {
	for v.into != nil {
		v = v.into
	}
	return v
}

// allocate gives every value of the code a slot: inputs first, then constants
// and results of the host, each for themselves; the others share, two values
// never being in one slot at the same time.
func (e *emitter) allocate(inputs, outputs []Value) (slots int, constants []Value, err error) {
	for _, v := range inputs {
		v.slot = slots
		slots++
	}
	own := func(v Value) {
		if v != nil && v.slot < 0 {
			switch v.op {
			case opConst:
				constants = append(constants, v)
				v.slot = slots
				slots++
			}
		}
	}
	for i := range e.code {
		d := &e.code[i]
		own(d.a)
		own(d.b)
		own(d.c)
		for _, arg := range d.args {
			own(arg)
		}
	}
	for _, v := range outputs {
		own(v)
	}
	slots = e.hosted(slots)
	e.intervals(outputs)
	slots, err = e.share(slots)
	return slots, constants, err
}

// hosted gives the results of each call of the host slots in a row.
func (e *emitter) hosted(slots int) int {
	for i := range e.code {
		d := &e.code[i]
		if d.op != opHost {
			continue
		}
		e.calls[d.n].outs = uint16(slots)
		for _, out := range e.outs[d.n] {
			out.slot = slots
			slots++
		}
	}
	return slots
}

func (e *emitter) intervals(outputs []Value) {
	read := func(v Value, at int) {
		if v == nil {
			return
		}
		v = target(v)
		if at > v.last {
			v.last = at
		}
	}
	for at := range e.code {
		d := &e.code[at]
		read(d.a, at)
		read(d.b, at)
		read(d.c, at)
		for _, arg := range d.args {
			read(arg, at)
		}
		if d.d != nil {
			v := target(d.d)
			if v.first < 0 {
				v.first = at
			}
			if at > v.last {
				v.last = at
			}
		}
	}
	for _, v := range outputs {
		read(v, len(e.code))
	}
	e.throughLoops()
}

// throughLoops keeps what is defined before a loop and read in it until its
// last round is over. Inner loops come before outer ones in the list.
func (e *emitter) throughLoops() {
	for _, l := range e.loops {
		for at := l[0]; at <= l[1]; at++ {
			d := &e.code[at]
			for _, v := range append([]Value{d.a, d.b, d.c, d.d}, d.args...) {
				if v == nil {
					continue
				}
				if v = target(v); v.first < l[0] && v.last < l[1] {
					v.last = l[1]
				}
			}
		}
	}
}

// share allocates in the order of first writes and takes back what was read
// for the last time.
func (e *emitter) share(slots int) (int, error) {
	var free []int
	type end struct{ at, slot int }
	var held []end
	for at := range e.code {
		v := e.code[at].d
		if v == nil {
			continue
		}
		v = target(v)
		if v.slot >= 0 {
			continue
		}
		kept := held[:0]
		for _, h := range held {
			if h.at <= at {
				free = append(free, h.slot)
			} else {
				kept = append(kept, h)
			}
		}
		held = kept
		sort.Sort(sort.Reverse(sort.IntSlice(free)))
		if len(free) > 0 {
			v.slot = free[len(free)-1]
			free = free[:len(free)-1]
		} else {
			v.slot = slots
			slots++
		}
		held = append(held, end{v.last, v.slot})
	}
	if slots > maxSlots {
		return slots, errTooManySlots
	}
	return slots, nil
}
