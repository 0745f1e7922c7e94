package machine

import (
	"math"
	"math/big"

	"github.com/payslate/payslate/interpreter/number"
)

// Growth bounds a value while one input is in an interval: its range, and its change
// between any two inputs of distance d, which is from Least·d − Falls to Most·d + Rises.
// A nil Least means that the value is constant.
type Growth struct {
	Low, High                 int64
	Least, Most, Falls, Rises *big.Rat
}

// Grown is an emission with bounds of its arguments.
type Grown struct {
	Site int
	Args []Growth
}

// Grow runs the program on an interval of input i; the other inputs are set. decided is
// false if a condition, or a minimum or maximum, goes both ways within the interval, or
// if a number may not fit 64 bits: try smaller intervals.
func (f *Frame) Grow(i int, from, to int64) (emissions []Grown, decided bool) {
	if f.program.wideOnly || len(f.wideInputs) > 0 {
		return nil, false
	}
	g := f.grower()
	g.slots[i] = Growth{from, to, one, one, zero, zero}
	if from == to {
		g.slots[i] = still(from)
	}
	return g.emissions, g.run() && !g.lost
}

// Path records in taken the outcome of each condition of a run, and the entries of tables
// that it reads, as numbers; those of entries have the bit LookUp. It reports whether
// the run stays within 64 bits.
func (f *Frame) Path(taken map[uint64]bool) bool {
	if f.program.wideOnly || len(f.wideInputs) > 0 {
		return false
	}
	g := f.grower()
	g.taken = taken
	return g.run()
}

var zero, one = new(big.Rat), big.NewRat(1, 1)

func still(v int64) Growth { return Growth{Low: v, High: v} }

type grower struct {
	frame     *Frame
	slots     []Growth
	taken     map[uint64]bool // may be nil
	lost      bool            // a bound is unknown
	emissions []Grown
}

// grower returns a grower with the current inputs and the constants.
func (f *Frame) grower() *grower {
	p := f.program
	g := &grower{frame: f, slots: make([]Growth, p.slots)}
	for n := range p.inputs {
		g.slots[n] = still(f.slots[n])
	}
	for n, k := range p.constants {
		g.slots[p.inputs+n] = still(k.Int64())
	}
	return g
}

func (g *grower) run() bool {
	code := g.frame.program.code
	for pc := 0; pc < len(code) && !g.lost; {
		in := code[pc]
		pc++
		switch o := in.op(); {
		case o == opHalt:
			return true
		case o == opJump:
			pc = in.n()
		case o.jumps():
			if o >= opZeroJumpLess {
				g.slots[in.d()] = still(0)
			}
			at, jumps := pc, g.jumps(in)
			if jumps {
				pc = in.n()
			}
			g.mark(at, pc)
		case o == opMovePair:
			g.slots[in.d()] = g.slots[in.a()]
			g.slots[in.c()] = g.slots[in.b()]
		case o == opEmit:
			c := &g.frame.program.calls[in.n()]
			e := Grown{Site: c.site}
			for _, slot := range c.args {
				e.Args = append(e.Args, g.slots[slot])
			}
			g.emissions = append(g.emissions, e)
		case o == opAgain || o == opCount:
		case o == opHost:
			g.lost = true
		default:
			if o == opTable {
				g.mark(pc, LookUp|int(g.slots[in.a()].Low))
			}
			g.slots[in.d()] = g.value(in)
		}
	}
	return !g.lost
}

// LookUp marks the number of a table entry; see Path.
const LookUp = 1 << 31

func (g *grower) mark(at, which int) {
	if g.taken != nil {
		g.taken[uint64(at)<<32|uint64(uint32(which))] = true
	}
}

// jumps decides a condition if it has the same outcome for all values.
func (g *grower) jumps(in instruction) bool {
	a, b := g.slots[in.a()], g.slots[in.b()]
	always := func(yes, no bool) bool {
		g.lost = g.lost || !yes && !no
		return yes
	}
	apart := a.High < b.Low || b.High < a.Low
	equal := a.Low == a.High && b.Low == b.High && a.Low == b.Low
	switch in.op().test() {
	case less:
		return always(a.High < b.Low, a.Low >= b.High)
	case lessOrSame:
		return always(a.High <= b.Low, a.Low > b.High)
	case same:
		return always(equal, apart)
	}
	return always(apart, equal)
}

func (g *grower) value(in instruction) Growth {
	a, b, c := g.slots[in.a()], g.slots[in.b()], g.slots[in.c()]
	switch in.op() {
	case opMove:
		return a
	case opAdd:
		return g.sum(a, b)
	case opSub:
		return g.sum(a, g.negative(b))
	case opNeg:
		return g.negative(a)
	case opAbs:
		return g.choose(a, g.negative(a), a.Low >= 0, a.High <= 0)
	case opMin:
		return g.choose(a, b, a.High <= b.Low, b.High <= a.Low)
	case opMax:
		return g.choose(a, b, a.Low >= b.High, b.Low >= a.High)
	case opMul:
		return g.product(a, b)
	case opMulAdd:
		return g.sum(g.product(a, b), c)
	case opMulSub:
		return g.sum(g.product(a, b), g.negative(c))
	case opSubMul:
		return g.sum(c, g.negative(g.product(a, b)))
	case opQuoDown, opQuoUp, opQuoOther:
		return g.quotient(a, b, in.rounding())
	case opMulQuoDown, opMulQuoUp, opMulQuoHalfUp:
		return g.quotient(g.product(a, b), c, in.rounding())
	case opTable:
		return g.entry(g.frame.program.tables64[in.n()], a, 0)
	case opHeap:
		return g.entry(g.frame.heap, a, int64(in.n()))
	case opElement:
		if a.Low == a.High && uint64(a.Low) < uint64(in.n()) {
			return g.slots[int64(in.b())+a.Low]
		}
	}
	g.lost = true
	return Growth{}
}

func (g *grower) entry(of []int64, at Growth, field int64) Growth {
	if at.Low != at.High || uint64(at.Low+field) >= uint64(len(of)) {
		g.lost = true
		return Growth{}
	}
	return still(of[at.Low+field])
}

// choose returns one of two values if it is always the same one.
func (g *grower) choose(a, b Growth, isA, isB bool) Growth {
	g.lost = g.lost || !isA && !isB
	if isA {
		return a
	}
	return b
}

func plus(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }

func (g *grower) negative(v Growth) Growth {
	low, ok := number.Neg64(v.High)
	high, fits := number.Neg64(v.Low)
	g.lost = g.lost || !ok || !fits
	n := Growth{Low: low, High: high}
	if v.Least != nil {
		n.Least, n.Most, n.Falls, n.Rises = new(big.Rat).Neg(v.Most), new(big.Rat).Neg(v.Least), v.Rises, v.Falls
	}
	return n
}

func (g *grower) sum(a, b Growth) Growth {
	low, ok := number.Add64(a.Low, b.Low)
	high, fits := number.Add64(a.High, b.High)
	g.lost = g.lost || !ok || !fits
	return grown(low, high, a, b)
}

// grown returns a range with the sum of the changes of two values.
func grown(low, high int64, a, b Growth) Growth {
	switch {
	case b.Least == nil:
		return Growth{low, high, a.Least, a.Most, a.Falls, a.Rises}
	case a.Least == nil:
		return Growth{low, high, b.Least, b.Most, b.Falls, b.Rises}
	}
	return Growth{low, high, plus(a.Least, b.Least), plus(a.Most, b.Most), plus(a.Falls, b.Falls), plus(a.Rises, b.Rises)}
}

func (g *grower) product(a, b Growth) Growth {
	low, high := g.corners(a, b, number.Mul64)
	// a₂b₂ − a₁b₁ = a₂(b₂ − b₁) + b₁(a₂ − a₁)
	return grown(low, high, times(b, rat(a.Low), rat(a.High)), times(a, rat(b.Low), rat(b.High)))
}

// corners returns the range of an operation that is monotonic in each operand.
func (g *grower) corners(a, b Growth, of func(x, y int64) (int64, bool)) (low, high int64) {
	low, high = math.MaxInt64, math.MinInt64
	for _, pair := range [][2]int64{{a.Low, b.Low}, {a.Low, b.High}, {a.High, b.Low}, {a.High, b.High}} {
		v, ok := of(pair[0], pair[1])
		g.lost = g.lost || !ok
		low, high = min(low, v), max(high, v)
	}
	return low, high
}

func rat(v int64) *big.Rat { return big.NewRat(v, 1) }

// times multiplies the change of a value by a factor between two bounds.
func times(v Growth, low, high *big.Rat) Growth {
	if v.Least == nil {
		return v
	}
	v.Least, v.Most = span(v.Least, v.Most, low, high)
	falls, rises := span(new(big.Rat).Neg(v.Falls), v.Rises, low, high)
	v.Falls, v.Rises = falls.Neg(falls), rises
	return v
}

// span returns the range of the product of two numbers in the ranges a to b and c to d.
func span(a, b, c, d *big.Rat) (low, high *big.Rat) {
	for _, pair := range [][2]*big.Rat{{a, c}, {a, d}, {b, c}, {b, d}} {
		v := new(big.Rat).Mul(pair[0], pair[1])
		if low == nil || v.Cmp(low) < 0 {
			low = v
		}
		if high == nil || v.Cmp(high) > 0 {
			high = v
		}
	}
	return new(big.Rat).Set(low), new(big.Rat).Set(high)
}

// quotient is a rounded quotient, which differs from the exact one by less than one.
func (g *grower) quotient(a, by Growth, mode number.Rounding) Growth {
	if by.Low <= 0 && by.High >= 0 {
		g.lost = true
		return Growth{}
	}
	v := Growth{}
	v.Low, v.High = g.corners(a, by, func(x, d int64) (int64, bool) { return number.Quo64(x, d, mode) })
	if a.Least == nil && by.Least == nil {
		return v
	}
	low, high := big.NewRat(1, by.High), big.NewRat(1, by.Low)
	if low.Cmp(high) > 0 {
		low, high = high, low
	}
	if by.Least != nil {
		// a₂/b₂ − a₁/b₁ = (a₂ − a₁ − q₁(b₂ − b₁)) / b₂, q₁ being the exact quotient
		exactLow, exactHigh := span(rat(a.Low), rat(a.High), low, high)
		down := times(by, exactHigh.Neg(exactHigh), exactLow.Neg(exactLow))
		a = grown(0, 0, a, down)
	}
	moved := times(a, low, high)
	slack := one
	if v.Low < 0 && v.High > 0 {
		slack = rat(2) // rounding toward or away from zero changes its direction at 0
	}
	v.Least, v.Most, v.Falls, v.Rises = moved.Least, moved.Most, plus(moved.Falls, slack), plus(moved.Rises, slack)
	return v
}
