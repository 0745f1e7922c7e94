package machine

import "github.com/payslate/payslate/interpreter/number"

// ending is the reason why a loop of the machine ended.
type ending uint8

const (
	finished ending = iota
	failed
	overflow
	interrupted // by an instruction for slow64
)

// run64 runs the program on int64. If a result does not fit, the slots are invalid and
// the run must start again.
func (f *Frame) run64() (ending, error) {
	p, at := f.program, uint(0)
	for {
		end, stopped := p.fast64(f.slots, at)
		if end == finished {
			f.outputs = f.emitted64(-1, p.outputs)
		}
		if end != interrupted {
			return end, nil
		}
		if end, err := f.slow64(p.code[stopped]); end != finished {
			return end, err
		}
		at = stopped + 1
	}
}

// fast64 is the fast loop. It runs from an instruction to the end, an overflow, or the
// first instruction for slow64. It calls no function, so that its variables stay in
// registers.
func (p *Program) fast64(s *[maxSlots]int64, pc uint) (ending, uint) {
	code := p.code
	var ok bool
	_ = s[0] // eliminates nil checks in the loop
	for pc < uint(len(code)) {
		in := code[pc]
		pc++
		switch in.op() % 32 { // all 32 have a case, so that Go need not check the range
		case opMove:
			s[in.d()] = s[in.a()]
		case opAdd:
			if s[in.d()], ok = number.Add64(s[in.a()], s[in.b()]); !ok {
				return overflow, pc
			}
		case opSub:
			if s[in.d()], ok = number.Sub64(s[in.a()], s[in.b()]); !ok {
				return overflow, pc
			}
		case opMul:
			if s[in.d()], ok = number.Mul64(s[in.a()], s[in.b()]); !ok {
				return overflow, pc
			}
		case opNeg:
			if s[in.d()], ok = number.Neg64(s[in.a()]); !ok {
				return overflow, pc
			}
		case opAbs:
			v := s[in.a()]
			if v < 0 {
				if v, ok = number.Neg64(v); !ok {
					return overflow, pc
				}
			}
			s[in.d()] = v
		case opMin:
			s[in.d()] = min(s[in.a()], s[in.b()])
		case opMax:
			s[in.d()] = max(s[in.a()], s[in.b()])
		case opQuoDown:
			x, d := s[in.a()], s[in.b()]
			if d <= 0 {
				return interrupted, pc - 1
			}
			s[in.d()] = x / d
		case opQuoUp:
			x, d := s[in.a()], s[in.b()]
			if x < 0 || d <= 0 {
				return interrupted, pc - 1
			}
			s[in.d()] = up(x, d)
		case opQuoOther:
			x, d := s[in.a()], s[in.b()]
			if x < 0 || d <= 0 || in.n() != int(number.HalfUp) {
				return interrupted, pc - 1
			}
			s[in.d()] = halfUp(x, d)
		case opTable:
			table, index := p.tables64[in.n()], s[in.a()]
			if uint64(index) >= uint64(len(table)) {
				return interrupted, pc - 1
			}
			s[in.d()] = table[index]
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
		case opHalt:
			return finished, pc
		case 0, opHeap, opEmit, opHost, opCount, opInput, opConst, opPhi, 31:
			return interrupted, pc - 1
		}
	}
	return finished, pc
}

// up returns x / d rounded up, for x ≥ 0 and d > 0.
func up(x, d int64) int64 {
	q := x / d
	if q*d != x {
		q++
	}
	return q
}

// halfUp returns x / d rounded to the nearest integer, a half up, for x ≥ 0 and d > 0.
func halfUp(x, d int64) int64 {
	q := x / d
	if rest := x - q*d; rest >= d-rest {
		q++
	}
	return q
}
