package machine

import "github.com/payslate/payslate/interpreter/number"

// op is an operation of the machine. Operands are slots unless said otherwise.
type op uint16

const (
	opInvalid op = iota

	// Values: d = …
	opMove     // a
	opAdd      // a + b
	opSub      // a - b
	opMul      // a * b
	opNeg      // -a
	opAbs      // |a|
	opMin      // the smaller of a and b
	opMax      // the larger of a and b
	opMulAdd   // a * b + c
	opMulSub   // a * b - c
	opSubMul   // c - a * b
	opQuoDown  // a / b toward zero
	opQuoUp    // a / b away from zero
	opQuoOther // a / b by the rounding in n
	opMulQuoDown
	opMulQuoUp
	opMulQuoHalfUp
	opTable   // table n at index a
	opHeap    // element of the lists at address a, field n
	opElement // slot b + a, for a from 0 to n-1
	opInput   // (no code: the value is in an input slot)
	opConst   // (no code: the value is in a constant slot)
	opPhi     // (no code: moves at the ends of the branches)
	opHosted  // (no code: result of a call of the host)

	// Control.
	opJump         // to n
	opJumpLess     // to n if a < b
	opJumpLessSame // to n if a <= b
	opJumpSame     // to n if a == b
	opJumpOther    // to n if a != b
	opHalt

	// Effects.
	opEmit  // call site n
	opHost  // call site n
	opCount // counter n
	opFail  // failure n
)

// quoOp returns the operation for a rounded quotient.
func quoOp(mode number.Rounding) op {
	switch mode {
	case number.Down:
		return opQuoDown
	case number.Up:
		return opQuoUp
	}
	return opQuoOther
}

// instruction is one step of the linear code. c shares its place with n, which
// is a jump target, a table, a site or a rounding.
type instruction struct {
	op   op
	d    uint16
	a, b uint16
	n    int32
}
