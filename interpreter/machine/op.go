package machine

import "github.com/payslate/payslate/interpreter/number"

// op is an operation of the machine. Operands are slots unless said otherwise.
type op uint8

const (
	_ op = iota // no operation, so that a forgotten one is found

	// Values: d = …
	opMove     // a
	opAdd      // a + b
	opSub      // a - b
	opMul      // a * b
	opNeg      // -a
	opAbs      // |a|
	opMin      // the smaller of a and b
	opMax      // the larger of a and b
	opQuoDown  // a / b toward zero
	opQuoUp    // a / b away from zero
	opQuoOther // a / b by the rounding in n
	opMovePair // a, then slot n = b
	opTable    // table n at index a
	opHeap     // element of the lists at address a, field n

	// Control.
	opJump         // to n
	opJumpLess     // to n if a < b
	opJumpLessSame // to n if a <= b
	opJumpSame     // to n if a == b
	opJumpOther    // to n if a != b
	opHalt

	// Effects.
	opEmit  // call site n
	opHost  // d = address of the results of call site n
	opCount // counter n

	// Values without code.
	opInput // in an input slot
	opConst // in a constant slot
	opPhi   // moved at the ends of the branches
)

func quoOp(mode number.Rounding) op {
	switch mode {
	case number.Down:
		return opQuoDown
	case number.Up:
		return opQuoUp
	}
	return opQuoOther
}

// test returns the comparison that a conditional jump makes.
func (o op) test() comparison { return less + comparison(o-opJumpLess) }

// instruction is an instruction in 64 bits: the operation in 8, three slots d, a and b in
// 12 each, and n in 20: a fourth slot, a jump target, a table, a site or a rounding.
type instruction uint64

const maxNumber = 1 << 20

func encode(o op, d, a, b, n int) instruction {
	return instruction(o) | instruction(d)<<8 | instruction(a)<<20 | instruction(b)<<32 | instruction(n)<<44
}

func (in instruction) op() op  { return op(in) }
func (in instruction) d() uint { return uint(in>>8) % maxSlots }
func (in instruction) a() uint { return uint(in>>20) % maxSlots }
func (in instruction) b() uint { return uint(in>>32) % maxSlots }
func (in instruction) c() uint { return uint(in>>44) % maxSlots }
func (in instruction) n() int  { return int(in >> 44) }

// rounding returns how a quotient is rounded.
func (in instruction) rounding() number.Rounding {
	switch in.op() {
	case opQuoDown:
		return number.Down
	case opQuoUp:
		return number.Up
	}
	return number.Rounding(in.n())
}

// to returns the jump with another target.
func (in instruction) to(n int) instruction { return in&(1<<44-1) | instruction(n)<<44 }
