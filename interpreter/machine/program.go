package machine

import (
	"errors"
	"math/big"
)

// Program is the linear code of a Builder. It is immutable and safe for concurrent use.
type Program struct {
	code      []instruction
	calls     []call
	tables    [][]*big.Int
	tables64  [][]int64
	constants []*big.Int // from slot inputs on
	inputs    int
	outputs   []int
	slots     int
	counters  int
	// wideOnly reports whether a constant or a table does not fit 64 bits.
	wideOnly bool
}

// errTooLong is returned for a program with a number that does not fit an instruction.
var errTooLong = errors.New("the program has more than a million instructions, tables or sites: divide it into smaller ones")

// Program returns the finished program with at least the given number of inputs. The
// Builder must not be used afterwards.
func (b *Builder) Program(inputs int) (*Program, error) {
	if inputs > 0 {
		b.Input(inputs - 1)
	}
	b.keep()
	e := &emitter{}
	e.items(b.sequence)
	e.write(draft{op: opHalt})
	if len(e.code) >= maxNumber || e.largest() >= maxNumber {
		return nil, errTooLong
	}
	slots, constants, err := e.allocate(b.inputs, b.outputs)
	if err != nil {
		return nil, err
	}
	p := &Program{tables: b.tables, inputs: len(b.inputs), slots: slots, counters: b.counters, calls: e.calls}
	for _, v := range constants {
		p.constants = append(p.constants, v.k)
		p.wideOnly = p.wideOnly || !v.k.IsInt64()
	}
	for _, table := range b.tables {
		p.tables64 = append(p.tables64, narrow(table, &p.wideOnly))
	}
	for _, v := range b.outputs {
		p.outputs = append(p.outputs, target(v).slot)
	}
	p.code = shorten(e.instructions())
	return p, nil
}

func narrow(table []*big.Int, wideOnly *bool) []int64 {
	narrowed := make([]int64, len(table))
	for i, k := range table {
		if !k.IsInt64() {
			*wideOnly = true
			return nil
		}
		narrowed[i] = k.Int64()
	}
	return narrowed
}

// largest returns the largest number of an instruction, or maxNumber if one is negative.
func (e *emitter) largest() int {
	n := 0
	for _, d := range e.code {
		if d.n < 0 {
			return maxNumber
		}
		n = max(n, d.n)
	}
	return n
}

// instructions encodes the code with slots and positions of labels.
func (e *emitter) instructions() []instruction {
	slot := func(v Operand) int {
		if v == nil {
			return 0
		}
		return target(v).slot
	}
	code := make([]instruction, len(e.code))
	for i, d := range e.code {
		n := d.n
		switch {
		case d.op.jumps():
			n = e.labels[d.n]
		case d.op == opEmit || d.op == opHost:
			for _, arg := range d.args {
				e.calls[d.n].args = append(e.calls[d.n].args, slot(arg))
			}
		}
		code[i] = encode(d.op, slot(d.d), slot(d.a), slot(d.b), n)
	}
	return code
}
