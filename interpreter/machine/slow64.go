package machine

import (
	"cmp"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
)

// slow64 executes an instruction that interrupted the fast loop: quotients of all signs
// and roundings, entries of tables and lists, and effects.
func (f *Frame) slow64(in instruction) (ending, error) {
	s, n := f.slots, in.n()
	switch in.op() {
	case opQuoDown, opQuoUp, opQuoOther:
		return f.quo64(in, s[in.a()], s[in.b()])
	case opTable:
		return f.entry64(in, f.program.tables64[n], s[in.a()])
	case opHeap:
		return f.entry64(in, f.heap, s[in.a()]+int64(n))
	case opEmit:
		f.emit64(n)
	case opHost:
		address, err := f.call64(n)
		if err != nil {
			return failed, err
		}
		s[in.d()] = address
	case opCount:
		f.Counts[n]++
	}
	return finished, nil
}

func (f *Frame) quo64(in instruction, x, by int64) (ending, error) {
	if by == 0 {
		return failed, ErrZeroDivision
	}
	q, ok := number.Quo64(x, by, in.rounding())
	if !ok {
		return overflow, nil
	}
	f.slots[in.d()] = q
	return finished, nil
}

func (f *Frame) entry64(in instruction, of []int64, at int64) (ending, error) {
	if uint64(at) >= uint64(len(of)) {
		return failed, ErrOutside
	}
	f.slots[in.d()] = of[at]
	return finished, nil
}

func (f *Frame) emit64(n int) {
	c := &f.program.calls[n]
	f.emissions = append(f.emissions, f.emitted64(c.site, c.args))
}

func (f *Frame) emitted64(site int, from []int) Emission {
	e := Emission{site, len(f.values)}
	f.values = slices.Grow(f.values, len(from))[:e.From+len(from)]
	values, slots := f.values[e.From:], f.slots
	for i, slot := range from {
		values[i] = slots[uint(slot)%maxSlots]
	}
	return e
}

func (f *Frame) call64(n int) (address int64, err error) {
	c := &f.program.calls[n]
	f.args = f.args[:0]
	for _, slot := range c.args {
		f.args = append(f.args, f.slots[slot%maxSlots])
	}
	return f.call(c, f.args)
}

// call calls the host and returns the address of the results.
func (f *Frame) call(c *call, args []int64) (address int64, err error) {
	f.results = slices.Grow(f.results[:0], c.results)[:c.results]
	err = cmp.Or(c.host, f.host).Call(c.site, args, f.results)
	return f.Append(f.results...), err
}
