package machine

import (
	"math/big"

	"github.com/payslate/payslate/interpreter/number"
)

// bigRun is a run without bounds, for rare values that do not fit 64 bits. The value of
// a slot is never modified, only replaced.
type bigRun struct {
	frame *Frame
	slots []*big.Int
}

// runBig runs the frame's program from its inputs without bounds.
func (f *Frame) runBig() error {
	p := f.program
	r := &bigRun{frame: f, slots: make([]*big.Int, p.slots)}
	for i := range r.slots {
		r.slots[i] = bigZero
	}
	for i := range p.inputs {
		r.slots[i] = big.NewInt(f.slots[i])
		if k, wide := f.wideInputs[i]; wide {
			r.slots[i] = k
		}
	}
	copy(r.slots[p.inputs:], p.constants)
	f.wide = true
	if err := r.run(); err != nil {
		return err
	}
	f.outputs = r.emitted(-1, p.outputs)
	return nil
}

var bigZero = new(big.Int)

func (r *bigRun) run() (err error) {
	code := r.frame.program.code
	for pc := 0; pc < len(code) && err == nil; {
		in := code[pc]
		pc++
		switch o := in.op(); o {
		case opJump:
			pc = in.n()
		case opJumpLess, opJumpLessSame, opJumpSame, opJumpOther:
			if holds(o.test(), r.slots[in.a()].Cmp(r.slots[in.b()])) {
				pc = in.n()
			}
		case opMovePair:
			r.slots[in.d()] = r.slots[in.a()]
			r.slots[in.c()] = r.slots[in.b()]
		case opHalt:
			return nil
		case opEmit:
			r.emit(in.n())
		case opHost:
			r.slots[in.d()], err = r.call(in.n())
		case opCount:
			r.frame.Counts[in.n()]++
		default:
			r.slots[in.d()], err = r.value(in)
		}
	}
	return err
}

func (r *bigRun) value(in instruction) (*big.Int, error) {
	a, b := r.slots[in.a()], r.slots[in.b()]
	switch in.op() {
	case opAdd:
		return new(big.Int).Add(a, b), nil
	case opSub:
		return new(big.Int).Sub(a, b), nil
	case opNeg:
		return new(big.Int).Neg(a), nil
	case opAbs:
		return new(big.Int).Abs(a), nil
	case opMin:
		if b.Cmp(a) < 0 {
			return b, nil
		}
	case opMax:
		if b.Cmp(a) > 0 {
			return b, nil
		}
	case opMul:
		product := new(big.Int).Mul(a, b)
		if product.BitLen() > maxBits {
			return nil, ErrTooLarge
		}
		return product, nil
	case opQuoDown, opQuoUp, opQuoOther:
		return quoBig(a, b, in.rounding())
	case opTable, opHeap:
		return r.entry(in, a)
	}
	return a, nil // opMove, or a is the minimum or maximum
}

func quoBig(x, by *big.Int, mode number.Rounding) (*big.Int, error) {
	q, ok := number.QuoBig(x, by, mode)
	if !ok {
		return nil, ErrZeroDivision // modes are valid
	}
	return q, nil
}

// entry reads a table or the lists.
func (r *bigRun) entry(in instruction, at *big.Int) (*big.Int, error) {
	index := at.Int64()
	if !at.IsInt64() {
		return nil, ErrOutside
	}
	switch in.op() {
	case opTable:
		if table := r.frame.program.tables[in.n()]; uint64(index) < uint64(len(table)) {
			return table[index], nil
		}
	case opHeap:
		if index += int64(in.n()); uint64(index) < uint64(len(r.frame.heap)) {
			return big.NewInt(r.frame.heap[index]), nil
		}
	}
	return nil, ErrOutside
}

func (r *bigRun) emit(n int) {
	c := &r.frame.program.calls[n]
	r.frame.emissions = append(r.frame.emissions, r.emitted(c.site, c.args))
}

func (r *bigRun) emitted(site int, slots []int) Emission {
	f := r.frame
	e := Emission{site, len(f.wideValues)}
	for _, slot := range slots {
		f.wideValues = append(f.wideValues, r.slots[slot])
		f.values = append(f.values, r.slots[slot].Int64())
	}
	return e
}

// call calls the host. Its arguments, such as places and dates, always fit.
func (r *bigRun) call(n int) (*big.Int, error) {
	c := &r.frame.program.calls[n]
	args := make([]int64, len(c.args))
	for i, slot := range c.args {
		if !r.slots[slot].IsInt64() {
			return nil, ErrOutside
		}
		args[i] = r.slots[slot].Int64()
	}
	address, err := r.frame.call(c, args)
	return big.NewInt(address), err
}
