package machine

import "github.com/payslate/payslate/interpreter/number"

// ending says how a loop of the machine came to its end.
type ending uint8

const (
	finished ending = iota
	failed
	overflow
)

// run64 is the fast loop. Every operation checks that its result fits; where
// one does not, the frame's slots are worthless and the run starts again
// elsewhere.
func (f *Frame) run64() (ending, error) {
	s := f.slots
	code := f.program.code
	var ok bool
	_ = s[0] // so that the loop need not look whether s is nil
	for pc := uint(0); pc < uint(len(code)); {
		in := code[pc]
		pc++
		switch in.op() {
		case opMove:
			s[in.d()] = s[in.a()]
		case opAdd:
			if s[in.d()], ok = number.Add64(s[in.a()], s[in.b()]); !ok {
				return overflow, nil
			}
		case opSub:
			if s[in.d()], ok = number.Sub64(s[in.a()], s[in.b()]); !ok {
				return overflow, nil
			}
		case opMul:
			if s[in.d()], ok = number.Mul64(s[in.a()], s[in.b()]); !ok {
				return overflow, nil
			}
		case opNeg:
			if s[in.d()], ok = number.Neg64(s[in.a()]); !ok {
				return overflow, nil
			}
		case opAbs:
			v := s[in.a()]
			if v < 0 {
				if v, ok = number.Neg64(v); !ok {
					return overflow, nil
				}
			}
			s[in.d()] = v
		case opMin:
			s[in.d()] = min(s[in.a()], s[in.b()])
		case opMax:
			s[in.d()] = max(s[in.a()], s[in.b()])
		case opMulAdd:
			product, fits := number.Mul64(s[in.a()], s[in.b()])
			if s[in.d()], ok = number.Add64(product, s[in.c()]); !ok || !fits {
				return overflow, nil
			}
		case opMulSub:
			product, fits := number.Mul64(s[in.a()], s[in.b()])
			if s[in.d()], ok = number.Sub64(product, s[in.c()]); !ok || !fits {
				return overflow, nil
			}
		case opSubMul:
			product, fits := number.Mul64(s[in.a()], s[in.b()])
			if s[in.d()], ok = number.Sub64(s[in.c()], product); !ok || !fits {
				return overflow, nil
			}
		case opQuoDown:
			d := s[in.b()]
			if d > 0 {
				s[in.d()] = s[in.a()] / d
				continue
			}
			if end, err := f.quo64(in.d(), s[in.a()], d, number.Down); err != nil || end != finished {
				return end, err
			}
		case opQuoUp:
			x, d := s[in.a()], s[in.b()]
			if x >= 0 && d > 0 {
				s[in.d()] = up(x, d)
				continue
			}
			if end, err := f.quo64(in.d(), x, d, number.Up); err != nil || end != finished {
				return end, err
			}
		case opQuoOther:
			if end, err := f.quo64(in.d(), s[in.a()], s[in.b()], number.Rounding(in.n())); err != nil || end != finished {
				return end, err
			}
		case opMulQuoDown:
			product, fits := number.Mul64(s[in.a()], s[in.b()])
			d := s[in.c()]
			if fits && d > 0 {
				s[in.d()] = product / d
				continue
			}
			if !fits {
				return overflow, nil
			}
			if end, err := f.quo64(in.d(), product, d, number.Down); err != nil || end != finished {
				return end, err
			}
		case opMulQuoUp:
			product, fits := number.Mul64(s[in.a()], s[in.b()])
			d := s[in.c()]
			if fits && product >= 0 && d > 0 {
				s[in.d()] = up(product, d)
				continue
			}
			if !fits {
				return overflow, nil
			}
			if end, err := f.quo64(in.d(), product, d, number.Up); err != nil || end != finished {
				return end, err
			}
		case opMulQuoHalfUp:
			product, fits := number.Mul64(s[in.a()], s[in.b()])
			d := s[in.c()]
			if fits && product >= 0 && d > 0 {
				s[in.d()] = halfUp(product, d)
				continue
			}
			if !fits {
				return overflow, nil
			}
			if end, err := f.quo64(in.d(), product, d, number.HalfUp); err != nil || end != finished {
				return end, err
			}
		case opPickZero:
			v, w := s[in.b()], s[in.c()]
			if s[in.a()] != 0 {
				v = w
			}
			s[in.d()] = v
		case opPickNegative:
			v, w := s[in.b()], s[in.c()]
			if s[in.a()] >= 0 {
				v = w
			}
			s[in.d()] = v
		case opPickPositive:
			v, w := s[in.b()], s[in.c()]
			if s[in.a()] <= 0 {
				v = w
			}
			s[in.d()] = v
		case opTable:
			table, i := f.program.tables64[in.n()], s[in.a()]
			if uint64(i) >= uint64(len(table)) {
				return failed, ErrOutside
			}
			s[in.d()] = table[i]
		case opHeap:
			i := s[in.a()] + int64(in.n())
			if uint64(i) >= uint64(len(f.heap)) {
				return failed, ErrOutside
			}
			s[in.d()] = f.heap[i]
		case opElement:
			i := s[in.a()]
			if uint64(i) >= uint64(in.n()) {
				return failed, ErrOutside
			}
			s[in.d()] = s[(in.b()+uint(i))%maxSlots]
		case opMovePair:
			s[in.d()] = s[in.a()]
			s[in.c()] = s[in.b()]
		case opJump:
			pc = uint(in.n())
		case opJumpLess:
			if s[in.a()] < s[in.b()] {
				pc = uint(in.n())
			}
		case opJumpLessSame:
			if s[in.a()] <= s[in.b()] {
				pc = uint(in.n())
			}
		case opJumpSame:
			if s[in.a()] == s[in.b()] {
				pc = uint(in.n())
			}
		case opJumpOther:
			if s[in.a()] != s[in.b()] {
				pc = uint(in.n())
			}
		case opZeroJumpLess:
			s[in.d()] = 0
			if s[in.a()] < s[in.b()] {
				pc = uint(in.n())
			}
		case opZeroJumpLessSame:
			s[in.d()] = 0
			if s[in.a()] <= s[in.b()] {
				pc = uint(in.n())
			}
		case opZeroJumpSame:
			s[in.d()] = 0
			if s[in.a()] == s[in.b()] {
				pc = uint(in.n())
			}
		case opZeroJumpOther:
			s[in.d()] = 0
			if s[in.a()] != s[in.b()] {
				pc = uint(in.n())
			}
		case opHalt:
			return finished, nil
		case opEmit:
			f.emit64(in.n())
		case opHost:
			if err := f.call64(in.n()); err != nil {
				return failed, err
			}
		case opCount:
			f.Counts[in.n()]++
		case opFail:
			return failed, Failure{in.n()}
		}
	}
	return finished, nil
}

// up is x / d away from zero, for x ≥ 0 and d > 0.
func up(x, d int64) int64 {
	q := x / d
	if q*d != x {
		q++
	}
	return q
}

// halfUp is x / d to the nearest, a half up, for x ≥ 0 and d > 0.
func halfUp(x, d int64) int64 {
	q := x / d
	if rest := x - q*d; rest >= d-rest {
		q++
	}
	return q
}

// quo64 is any other quotient.
func (f *Frame) quo64(d uint, x, by int64, mode number.Rounding) (ending, error) {
	if by == 0 {
		return failed, ErrZeroDivision
	}
	q, ok := number.Quo64(x, by, mode)
	if !ok {
		return overflow, nil
	}
	f.slots[d%maxSlots] = q
	return finished, nil
}

func (f *Frame) emit64(n int) {
	c := &f.program.calls[n]
	f.emissions = append(f.emissions, Emission{c.site, len(f.values)})
	for _, slot := range c.args {
		f.values = append(f.values, f.slots[slot%maxSlots])
	}
}

func (f *Frame) call64(n int) error {
	c := &f.program.calls[n]
	f.args = f.args[:0]
	for _, slot := range c.args {
		f.args = append(f.args, f.slots[slot%maxSlots])
	}
	return f.host.Call(c.site, f.args, f.slots[c.outs:c.outs+c.results])
}
