package machine

import (
	"fmt"
	"math/big"
	"strings"
)

var opNames = [...]string{
	opInvalid: "invalid", opMove: "move", opAdd: "add", opSub: "sub", opMul: "mul", opNeg: "neg", opAbs: "abs",
	opMin: "min", opMax: "max",
	opMovePair: "move-pair", opZeroJumpLess: "0-jump-less", opZeroJumpLessSame: "0-jump-less-same",
	opZeroJumpSame: "0-jump-same", opZeroJumpOther: "0-jump-other",
	opQuoDown: "quo-down", opQuoUp: "quo-up", opQuoOther: "quo",
	opTable: "table", opHeap: "heap",
	opElement: "element", opInput: "input", opConst: "const", opPhi: "phi", opHosted: "hosted",
	opJump: "jump", opJumpLess: "jump-less", opJumpLessSame: "jump-less-same", opJumpSame: "jump-same",
	opJumpOther: "jump-other", opHalt: "halt", opEmit: "emit", opHost: "host", opCount: "count",
}

// String returns the name of the operation.
func (o op) String() string { return opNames[o] }

// String returns a listing of the code.
func (p *Program) String() string {
	var text strings.Builder
	for i, k := range p.constants {
		fmt.Fprintf(&text, "slot %d is %v\n", p.inputs+i, k)
	}
	for i, in := range p.code {
		fmt.Fprintf(&text, "%4d %-14s d%d a%d b%d n%d\n", i, in.op(), in.d(), in.a(), in.b(), in.n())
	}
	return text.String()
}

// OutputBig returns output i of the last run.
func (f *Frame) OutputBig(i int) *big.Int { return f.EmittedBig(f.outputs, i) }
