package machine

import "github.com/payslate/payslate/interpreter/number"

// wideRun is one run on wide integers T. It is slow and rare: runs whose
// values do not fit 64 bits.
type wideRun[T number.Integer[T]] struct {
	frame *Frame
	slots []T
}

// runWide runs the frame's program from its inputs on integers T.
func runWide[T number.Integer[T]](f *Frame) (ending, error) {
	p := f.program
	r := &wideRun[T]{frame: f, slots: make([]T, p.slots)}
	var zero T
	for i := range p.slots {
		r.slots[i] = zero.FromInt64(0)
	}
	for i := range p.inputs {
		v, ok := zero.FromInt64(f.slots[i]), true
		if k, wide := f.wideInputs[i]; wide {
			v, ok = zero.FromBigInt(k)
		}
		if !ok {
			return overflow, nil
		}
		r.slots[i] = v
	}
	for i, k := range p.constants {
		v, ok := zero.FromBigInt(k)
		if !ok {
			return overflow, nil
		}
		r.slots[p.inputs+i] = v
	}
	f.wide = true
	end, err := r.run()
	if end == finished && err == nil {
		for _, slot := range p.outputs {
			f.wideOut = append(f.wideOut, r.slots[slot].BigInt())
		}
	}
	return end, err
}

func (r *wideRun[T]) run() (ending, error) {
	code := r.frame.program.code
	for pc := 0; pc < len(code); {
		in := code[pc]
		pc++
		switch in.op() {
		case opJump:
			pc = in.n()
		case opJumpLess, opJumpLessSame, opJumpSame, opJumpOther:
			if r.jumps(in) {
				pc = in.n()
			}
		case opZeroJumpLess, opZeroJumpLessSame, opZeroJumpSame, opZeroJumpOther:
			var zero T
			r.slots[in.d()] = zero.FromInt64(0)
			if r.jumps(in) {
				pc = in.n()
			}
		case opMovePair:
			r.slots[in.d()] = r.slots[in.a()]
			r.slots[in.c()] = r.slots[in.b()]
		case opAgain:
		case opHalt:
			return finished, nil
		case opEmit:
			r.emit(in.n())
		case opHost:
			if end, err := r.call(in.n()); end != finished {
				return end, err
			}
		case opCount:
			r.frame.Counts[in.n()]++
		case opFail:
			return failed, Failure{in.n()}
		default:
			if end, err := r.value(in); end != finished {
				return end, err
			}
		}
	}
	return finished, nil
}

func (r *wideRun[T]) jumps(in instruction) bool {
	order := r.slots[in.a()].Cmp(r.slots[in.b()])
	switch in.op() {
	case opJumpLess, opZeroJumpLess:
		return holds(less, order)
	case opJumpLessSame, opZeroJumpLessSame:
		return holds(lessOrSame, order)
	case opJumpSame, opZeroJumpSame:
		return holds(same, order)
	}
	return holds(other, order)
}

// value computes an operation that has a result.
func (r *wideRun[T]) value(in instruction) (ending, error) {
	a, b := r.slots[in.a()], r.slots[in.b()]
	v, ok := a, true
	switch in.op() {
	case opMove:
	case opAdd:
		v, ok = a.Add(b)
	case opSub:
		v, ok = a.Sub(b)
	case opNeg:
		v, ok = a.Neg()
	case opAbs:
		if a.Sign() < 0 {
			v, ok = a.Neg()
		}
	case opMin:
		if b.Cmp(a) < 0 {
			v = b
		}
	case opMax:
		if b.Cmp(a) > 0 {
			v = b
		}
	case opMul, opMulAdd, opMulSub, opSubMul, opMulQuoDown, opMulQuoUp, opMulQuoHalfUp:
		return r.product(in, a, b)
	case opQuoDown:
		return r.quo(in, a, b, number.Down)
	case opQuoUp:
		return r.quo(in, a, b, number.Up)
	case opQuoOther:
		return r.quo(in, a, b, number.Rounding(in.n()))
	case opPickZero, opPickNegative, opPickPositive:
		v = b
		if !picks(in.op(), a.Sign()) {
			v = r.slots[in.c()]
		}
	case opTable, opHeap, opElement:
		return r.entry(in, a)
	}
	if !ok {
		return overflow, nil
	}
	r.slots[in.d()] = v
	return finished, nil
}

// picks reports whether an operation picks its first value by a number's sign.
func picks(o op, sign int) bool {
	switch o {
	case opPickZero:
		return sign == 0
	case opPickNegative:
		return sign < 0
	}
	return sign > 0
}

// product multiplies, for the operations that are a product or take one in.
func (r *wideRun[T]) product(in instruction, a, b T) (ending, error) {
	v, ok := a.Mul(b)
	if !ok {
		return overflow, nil
	}
	if _, small := v.Int64(); !small && v.BigInt().BitLen() > maxBits {
		return failed, ErrTooLarge
	}
	c := r.slots[in.c()]
	switch in.op() {
	case opMul:
	case opMulAdd:
		v, ok = v.Add(c)
	case opMulSub:
		v, ok = v.Sub(c)
	case opSubMul:
		v, ok = c.Sub(v)
	case opMulQuoDown:
		return r.quo(in, v, c, number.Down)
	case opMulQuoUp:
		return r.quo(in, v, c, number.Up)
	case opMulQuoHalfUp:
		return r.quo(in, v, c, number.HalfUp)
	}
	if !ok {
		return overflow, nil
	}
	r.slots[in.d()] = v
	return finished, nil
}

func (r *wideRun[T]) quo(in instruction, x, by T, mode number.Rounding) (ending, error) {
	if by.Sign() == 0 {
		return failed, ErrZeroDivision
	}
	q, ok := x.Quo(by, mode)
	if !ok {
		return overflow, nil
	}
	r.slots[in.d()] = q
	return finished, nil
}

// entry reads a table, the lists or a block of slots.
func (r *wideRun[T]) entry(in instruction, at T) (ending, error) {
	index, ok := at.Int64()
	if !ok {
		return failed, ErrOutside
	}
	var zero, v T
	switch in.op() {
	case opTable:
		table := r.frame.program.tables[in.n()]
		if uint64(index) >= uint64(len(table)) {
			return failed, ErrOutside
		}
		if v, ok = zero.FromBigInt(table[index]); !ok {
			return overflow, nil
		}
	case opHeap:
		index += int64(in.n())
		if uint64(index) >= uint64(len(r.frame.heap)) {
			return failed, ErrOutside
		}
		v = zero.FromInt64(r.frame.heap[index])
	case opElement:
		if uint64(index) >= uint64(in.n()) {
			return failed, ErrOutside
		}
		v = r.slots[int64(in.b())+index]
	}
	r.slots[in.d()] = v
	return finished, nil
}

func (r *wideRun[T]) emit(n int) {
	c := &r.frame.program.calls[n]
	f := r.frame
	f.emissions = append(f.emissions, Emission{c.site, len(f.wideValues)})
	for _, slot := range c.args {
		f.wideValues = append(f.wideValues, r.slots[slot].BigInt())
	}
}

// call calls the host, whose arguments are places, dates and the like and
// always fit.
func (r *wideRun[T]) call(n int) (ending, error) {
	c := &r.frame.program.calls[n]
	args := make([]int64, len(c.args))
	for i, slot := range c.args {
		v, ok := r.slots[slot].Int64()
		if !ok {
			return failed, ErrOutside
		}
		args[i] = v
	}
	results := make([]int64, c.results)
	if err := r.frame.host.Call(c.site, args, results); err != nil {
		return failed, err
	}
	var zero T
	for i, v := range results {
		r.slots[c.outs+i] = zero.FromInt64(v)
	}
	return finished, nil
}
