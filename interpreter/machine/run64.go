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
	const mask = maxSlots - 1
	s := f.slots
	code := f.program.code
	var ok bool
	for pc := 0; pc < len(code); pc++ {
		in := &code[pc]
		switch in.op {
		case opMove:
			s[in.d&mask] = s[in.a&mask]
		case opAdd:
			if s[in.d&mask], ok = number.Add64(s[in.a&mask], s[in.b&mask]); !ok {
				return overflow, nil
			}
		case opSub:
			if s[in.d&mask], ok = number.Sub64(s[in.a&mask], s[in.b&mask]); !ok {
				return overflow, nil
			}
		case opMul:
			if s[in.d&mask], ok = number.Mul64(s[in.a&mask], s[in.b&mask]); !ok {
				return overflow, nil
			}
		case opNeg:
			if s[in.d&mask], ok = number.Neg64(s[in.a&mask]); !ok {
				return overflow, nil
			}
		case opAbs:
			v := s[in.a&mask]
			if v < 0 {
				if v, ok = number.Neg64(v); !ok {
					return overflow, nil
				}
			}
			s[in.d&mask] = v
		case opMin:
			s[in.d&mask] = min(s[in.a&mask], s[in.b&mask])
		case opMax:
			s[in.d&mask] = max(s[in.a&mask], s[in.b&mask])
		case opMulAdd:
			product, fits := number.Mul64(s[in.a&mask], s[in.b&mask])
			if s[in.d&mask], ok = number.Add64(product, s[in.n&mask]); !ok || !fits {
				return overflow, nil
			}
		case opMulSub:
			product, fits := number.Mul64(s[in.a&mask], s[in.b&mask])
			if s[in.d&mask], ok = number.Sub64(product, s[in.n&mask]); !ok || !fits {
				return overflow, nil
			}
		case opSubMul:
			product, fits := number.Mul64(s[in.a&mask], s[in.b&mask])
			if s[in.d&mask], ok = number.Sub64(s[in.n&mask], product); !ok || !fits {
				return overflow, nil
			}
		case opQuoDown:
			d := s[in.b&mask]
			if d > 0 {
				s[in.d&mask] = s[in.a&mask] / d
				continue
			}
			if end, err := f.quo64(in.d, s[in.a&mask], d, number.Down); err != nil || end != finished {
				return end, err
			}
		case opQuoUp:
			if end, err := f.quo64(in.d, s[in.a&mask], s[in.b&mask], number.Up); err != nil || end != finished {
				return end, err
			}
		case opQuoOther:
			if end, err := f.quo64(in.d, s[in.a&mask], s[in.b&mask], number.Rounding(in.n)); err != nil || end != finished {
				return end, err
			}
		case opMulQuoDown:
			product, fits := number.Mul64(s[in.a&mask], s[in.b&mask])
			d := s[in.n&mask]
			if fits && d > 0 {
				s[in.d&mask] = product / d
				continue
			}
			if !fits {
				return overflow, nil
			}
			if end, err := f.quo64(in.d, product, d, number.Down); err != nil || end != finished {
				return end, err
			}
		case opMulQuoUp, opMulQuoHalfUp:
			product, fits := number.Mul64(s[in.a&mask], s[in.b&mask])
			if !fits {
				return overflow, nil
			}
			mode := number.Up
			if in.op == opMulQuoHalfUp {
				mode = number.HalfUp
			}
			if end, err := f.quo64(in.d, product, s[in.n&mask], mode); err != nil || end != finished {
				return end, err
			}
		case opTable:
			table, i := f.program.tables64[in.n], s[in.a&mask]
			if uint64(i) >= uint64(len(table)) {
				return failed, ErrOutside
			}
			s[in.d&mask] = table[i]
		case opHeap:
			i := s[in.a&mask] + int64(in.n)
			if uint64(i) >= uint64(len(f.heap)) {
				return failed, ErrOutside
			}
			s[in.d&mask] = f.heap[i]
		case opElement:
			i := s[in.a&mask]
			if uint64(i) >= uint64(in.n) {
				return failed, ErrOutside
			}
			s[in.d&mask] = s[(int64(in.b)+i)&mask]
		case opJump:
			pc = int(in.n) - 1
		case opJumpLess:
			if s[in.a&mask] < s[in.b&mask] {
				pc = int(in.n) - 1
			}
		case opJumpLessSame:
			if s[in.a&mask] <= s[in.b&mask] {
				pc = int(in.n) - 1
			}
		case opJumpSame:
			if s[in.a&mask] == s[in.b&mask] {
				pc = int(in.n) - 1
			}
		case opJumpOther:
			if s[in.a&mask] != s[in.b&mask] {
				pc = int(in.n) - 1
			}
		case opHalt:
			return finished, nil
		case opEmit:
			f.emit64(int(in.n))
		case opHost:
			if err := f.call64(int(in.n)); err != nil {
				return failed, err
			}
		case opCount:
			f.Counts[in.n]++
		case opFail:
			return failed, Failure{int(in.n)}
		}
	}
	return finished, nil
}

func (f *Frame) quo64(d uint16, x, by int64, mode number.Rounding) (ending, error) {
	if by == 0 {
		return failed, ErrZeroDivision
	}
	q, ok := number.Quo64(x, by, mode)
	if !ok {
		return overflow, nil
	}
	f.slots[d&(maxSlots-1)] = q
	return finished, nil
}

func (f *Frame) emit64(n int) {
	c := &f.program.calls[n]
	f.emissions = append(f.emissions, Emission{c.site, len(f.values)})
	for _, slot := range c.args {
		f.values = append(f.values, f.slots[slot&(maxSlots-1)])
	}
}

func (f *Frame) call64(n int) error {
	c := &f.program.calls[n]
	f.args = f.args[:0]
	for _, slot := range c.args {
		f.args = append(f.args, f.slots[slot&(maxSlots-1)])
	}
	return f.host.Call(c.site, f.args, f.slots[c.outs:c.outs+c.results])
}
