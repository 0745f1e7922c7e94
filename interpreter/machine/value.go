package machine

import (
	"math/big"

	"github.com/payslate/payslate/interpreter/number"
)

// Operand is a number that the program computes: a node in single assignment form. It
// belongs to the Builder that made it.
type Operand = *node

type node struct {
	op   op
	a, b Operand
	n    int      // table, field, rounding, input or result number
	k    *big.Int // the value of a constant

	home   int      // the sequence it is in
	within *control // the branch or loop around it

	live  bool
	into  Operand // the phi whose slot it is computed into
	first int     // position of the first write
	last  int     // position of the last read
	slot  int
}

// Constant returns the value of a constant.
func (v *node) Constant() (*big.Int, bool) {
	if v.op == opConst {
		return v.k, true
	}
	return nil, false
}

// add returns the value of an operation, which it appends to the sequence unless an open one
// has it.
func (b *Builder) add(o op, x, y Operand, n int) Operand {
	of := operation{o, x, y, n}
	if v := b.known[of]; v != nil && b.open[v.home] {
		return v
	}
	v := b.fresh(o, x, y, n)
	b.known[of] = v
	b.push(v)
	return v
}

func (b *Builder) fresh(o op, x, y Operand, n int) Operand {
	return &node{op: o, a: x, b: y, n: n, home: b.home, first: -1, last: -1, slot: -1}
}

// Int is a constant.
func (b *Builder) Int(k int64) Operand { return b.Big(big.NewInt(k)) }

// Big is a constant of any size. The caller must not modify k afterwards.
func (b *Builder) Big(k *big.Int) Operand {
	text := string(append(k.Bytes(), byte(k.Sign())))
	if known, ok := b.constants[text]; ok {
		return known
	}
	v := b.fresh(opConst, nil, nil, 0)
	v.k = k
	b.constants[text] = v
	return v
}

// Input is the value of input number i.
func (b *Builder) Input(i int) Operand {
	for len(b.inputs) <= i {
		v := b.fresh(opInput, nil, nil, len(b.inputs))
		b.inputs = append(b.inputs, v)
	}
	return b.inputs[i]
}

func isInt(v Operand, k int64) bool { return v.op == opConst && v.k.IsInt64() && v.k.Int64() == k }

// Add is x + y.
func (b *Builder) Add(x, y Operand) Operand {
	switch {
	case x.op == opConst && y.op == opConst:
		return b.Big(new(big.Int).Add(x.k, y.k))
	case isInt(x, 0):
		return y
	case isInt(y, 0):
		return x
	}
	return b.add(opAdd, x, y, 0)
}

// Sub is x - y.
func (b *Builder) Sub(x, y Operand) Operand {
	switch {
	case x.op == opConst && y.op == opConst:
		return b.Big(new(big.Int).Sub(x.k, y.k))
	case isInt(y, 0):
		return x
	case x == y:
		return b.Int(0)
	case isInt(x, 0):
		return b.Neg(y)
	}
	return b.add(opSub, x, y, 0)
}

// Mul is x * y.
func (b *Builder) Mul(x, y Operand) Operand {
	switch {
	case x.op == opConst && y.op == opConst && x.k.BitLen()+y.k.BitLen() <= maxBits:
		return b.Big(new(big.Int).Mul(x.k, y.k))
	case isInt(x, 0) || isInt(y, 0):
		return b.Int(0)
	case isInt(x, 1):
		return y
	case isInt(y, 1):
		return x
	case x.op == opConst:
		x, y = y, x
	}
	if y.op == opConst && x.op == opMul && x.b.op == opConst {
		if k := new(big.Int).Mul(x.b.k, y.k); k.IsInt64() {
			return b.Mul(x.a, b.Big(k))
		}
	}
	return b.add(opMul, x, y, 0)
}

// Neg is -x.
func (b *Builder) Neg(x Operand) Operand {
	if x.op == opConst {
		return b.Big(new(big.Int).Neg(x.k))
	}
	return b.add(opNeg, x, nil, 0)
}

// Abs is |x|.
func (b *Builder) Abs(x Operand) Operand {
	if x.op == opConst {
		return b.Big(new(big.Int).Abs(x.k))
	}
	return b.add(opAbs, x, nil, 0)
}

// Min is the smaller of x and y.
func (b *Builder) Min(x, y Operand) Operand { return b.extreme(opMin, x, y, -1) }

// Max is the larger of x and y.
func (b *Builder) Max(x, y Operand) Operand { return b.extreme(opMax, x, y, 1) }

// extreme is x or y: y if it compares to x with the result order.
func (b *Builder) extreme(o op, x, y Operand, order int) Operand {
	switch {
	case x == y:
		return x
	case x.op != opConst || y.op != opConst:
		return b.add(o, x, y, 0)
	case y.k.Cmp(x.k) == order:
		return y
	}
	return x
}

// Quo is x / d rounded to an integer. A divisor of 0 fails the run.
func (b *Builder) Quo(x, d Operand, mode number.Rounding) Operand {
	if isInt(d, 1) || isInt(x, 0) && d.op == opConst && d.k.Sign() != 0 {
		return x
	}
	if x.op == opConst && d.op == opConst && d.k.Sign() != 0 {
		if q, ok := number.QuoBig(x.k, d.k, mode); ok {
			return b.Big(q)
		}
	}
	if d.op == opConst && d.k.Sign() > 0 && x.op == opMul && x.b.op == opConst && x.b.k.Sign() > 0 {
		if k, rest := new(big.Int).QuoRem(d.k, x.b.k, new(big.Int)); rest.Sign() == 0 {
			return b.Quo(x.a, b.Big(k), mode)
		}
		if k, rest := new(big.Int).QuoRem(x.b.k, d.k, new(big.Int)); rest.Sign() == 0 {
			return b.Mul(x.a, b.Big(k))
		}
	}
	return b.add(quoOp(mode), x, d, int(mode))
}

// Table is the entry of a constant table at an index. An index out of range fails the
// run. The caller must not modify table afterwards.
func (b *Builder) Table(table []*big.Int, index Operand) Operand {
	if index.op == opConst && index.k.IsInt64() {
		if i := index.k.Int64(); i >= 0 && i < int64(len(table)) {
			return b.Big(table[i])
		}
	}
	return b.add(opTable, index, nil, b.table(table))
}

// table returns the number of a table. Equal tables have the same number.
func (b *Builder) table(table []*big.Int) int {
	var digits []byte
	for _, k := range table {
		digits = append(k.Append(digits, 62), ' ')
	}
	text := string(digits)
	if n, ok := b.tableNumbers[text]; ok {
		return n
	}
	b.tables = append(b.tables, table)
	b.tableNumbers[text] = len(b.tables) - 1
	return len(b.tables) - 1
}

// Heap is a field of the list element at an address.
func (b *Builder) Heap(address Operand, field int) Operand { return b.add(opHeap, address, nil, field) }
