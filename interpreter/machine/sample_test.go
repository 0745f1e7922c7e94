package machine

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/payslate/payslate/interpreter/number"
)

// The variables of a sample begin as the inputs; after these come the bounds of the list.
const (
	variables  = 6
	listStart  = variables
	listEnd    = variables + 1
	sampleIns  = variables + 2
	listStride = 2
	counters   = 3
	// blockSize is the number of results of each call of the host, conditionSite the function that
	// conditions call.
	blockSize     = 3
	conditionSite = 99
)

var sampleTable = []*big.Int{big.NewInt(7), big.NewInt(-3), big.NewInt(0), big.NewInt(1 << 40), big.NewInt(12)}

// maker is what a sample is made for: a Builder, or its evaluation with math/big. V is a value, C
// a condition.
type maker[V, C any] interface {
	Big(k *big.Int) V
	Add(x, y V) V
	Sub(x, y V) V
	Mul(x, y V) V
	Min(x, y V) V
	Max(x, y V) V
	Neg(x V) V
	Abs(x V) V
	Quo(x, d V, mode number.Rounding) V
	Table(table []*big.Int, index V) V
	Heap(address V, field int) V
	Host(site int, args []V, results int) V
	Emit(site int, args []V)
	Count(counter int)
	Halt()
	Fail(site int)

	Same(x, y V) C
	Other(x, y V) C
	Less(x, y V) C
	LessOrSame(x, y V) C
	Constant(holds bool) C
	Not(c C) C
	And(left C, right func() C) C
	Or(left C, right func() C) C

	// choose computes a value on both sides of a branch, before it (way 0), in it, or partly after it.
	choose(way int, c C, x, y func() V) V
	// branch and loop return the variables after them, and whether the run has ended.
	branch(c C, then, els func() (vars []V, ends bool)) (vars []V, ends bool)
	loop(vars []V, carried []int, pass func(address V, vars []V) []V) []V
}

// sample makes a random program by a maker: the same one for each from the same seed. Sides and
// passes draw from sources of their own, since an evaluation does not come to all of them.
type sample[V, C any] struct {
	*rand.Rand
	to      maker[V, C]
	edge    bool // numbers at the limits of the sizes
	vars    []V
	blocks  []V // addresses of results of the host in scope
	address *V  // of the element; nil outside loops
}

// within returns a way to make a part of the program that has its own scope.
func (s *sample[V, C]) within() func() *sample[V, C] {
	seed := s.Uint64()
	inner := *s
	inner.blocks = slices.Clip(s.blocks)
	return func() *sample[V, C] {
		part := inner
		part.Rand, part.vars = rand.New(rand.NewPCG(seed, 0)), slices.Clone(inner.vars)
		return &part
	}
}

var edges = []*big.Int{
	big.NewInt(math.MaxInt64), big.NewInt(math.MinInt64), big.NewInt(math.MaxInt64 - 1), big.NewInt(1 << 32),
	power(63, 0), power(63, 1), power(64, -1), power(100, 0), power(127, 0), power(127, -1), power(200, 3),
	new(big.Int).Neg(power(127, 0)), new(big.Int).Neg(power(127, 1)), new(big.Int).Neg(power(64, 0)),
}

// power is 2^n + more.
func power(n uint, more int64) *big.Int {
	return new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), n), big.NewInt(more))
}

func drawNumber(r *rand.Rand, edge bool) *big.Int {
	switch n := r.IntN(10); {
	case n < 3:
		return big.NewInt(int64(r.IntN(4) - 1))
	case n < 5 && edge:
		return edges[r.IntN(len(edges))]
	case n < 8:
		return big.NewInt(int64(r.IntN(200) - 50))
	}
	return big.NewInt(int64(r.IntN(2000000) - 100000))
}

func (s *sample[V, C]) constant() V { return s.to.Big(drawNumber(s.Rand, s.edge)) }

func (s *sample[V, C]) variable() V { return s.vars[s.IntN(variables)] }

func (s *sample[V, C]) term(depth int) V {
	if depth == 0 || s.IntN(5) == 0 {
		switch n := s.IntN(10); {
		case n < 3:
			return s.constant()
		case n < 5 && s.address != nil:
			return s.to.Heap(*s.address, s.IntN(listStride))
		case n < 6 && s.address != nil:
			return *s.address
		}
		return s.variable()
	}
	x := s.term(depth - 1)
	switch s.IntN(13) {
	case 0, 1:
		return s.to.Add(x, s.term(depth-1))
	case 2, 3:
		return s.to.Sub(x, s.term(depth-1))
	case 4, 5:
		return s.to.Mul(x, s.term(depth-1))
	case 6:
		return s.to.Neg(x)
	case 7:
		return s.to.Abs(x)
	case 8:
		return s.to.Min(x, s.term(depth-1))
	case 9:
		return s.to.Max(x, s.term(depth-1))
	case 10:
		return s.to.Quo(x, s.divisor(), s.mode())
	case 11:
		if len(s.blocks) == 0 || s.IntN(2) == 0 {
			return s.to.Table(sampleTable, s.between(x, len(sampleTable)-1))
		}
		return s.to.Heap(s.to.Add(s.blocks[s.IntN(len(s.blocks))], s.between(x, blockSize-1)), 0)
	}
	way, c, first, second := s.IntN(3), s.test(1), s.within(), s.within()
	return s.to.choose(way, c, func() V { return first().term(depth - 1) }, func() V { return second().term(depth - 1) })
}

func (s *sample[V, C]) mode() number.Rounding {
	if s.IntN(2) == 0 {
		return number.Down
	}
	return number.Rounding(1 + s.IntN(int(number.Ceiling)))
}

// divisor is never 0.
func (s *sample[V, C]) divisor() V {
	one := s.to.Big(big.NewInt(1))
	switch s.IntN(4) {
	case 0:
		return s.to.Max(s.term(1), one)
	case 1:
		return s.to.Min(s.term(1), s.to.Neg(one))
	}
	for {
		if k := drawNumber(s.Rand, s.edge); k.Sign() != 0 {
			return s.to.Big(k)
		}
	}
}

func (s *sample[V, C]) between(x V, last int) V {
	return s.to.Max(s.to.Big(new(big.Int)), s.to.Min(x, s.to.Big(big.NewInt(int64(last)))))
}

// small is a term that fits an argument of the host.
func (s *sample[V, C]) small() V { return s.between(s.term(1), 1000) }

// fallible may divide by zero or read outside a table. It is for what is used: the machine leaves
// out the rest.
func (s *sample[V, C]) fallible() V {
	if s.IntN(4) == 0 {
		return s.to.Table(sampleTable, s.variable())
	}
	return s.to.Quo(s.term(1), s.variable(), s.mode())
}

func (s *sample[V, C]) test(depth int) C {
	if depth > 0 {
		switch n := s.IntN(8); n {
		case 0, 1, 2, 3:
			left, right := s.test(depth-1), s.within()
			operate := s.to.And
			if n > 1 {
				operate = s.to.Or
			}
			return operate(left, func() C { return right().test(depth - 1) })
		case 4:
			return s.to.Not(s.test(depth - 1))
		}
	}
	switch n := s.IntN(20); n {
	case 0, 1:
		return s.to.Constant(n == 0)
	case 2, 3:
		return s.to.Less(s.to.Big(new(big.Int)), s.to.Heap(s.to.Host(conditionSite, []V{s.small()}, blockSize), 1))
	}
	return s.compared(s.term(s.IntN(2)), s.term(s.IntN(2)))
}

func (s *sample[V, C]) compared(x, y V) C {
	return []func(x, y V) C{s.to.Less, s.to.LessOrSame, s.to.Same, s.to.Other}[s.IntN(4)](x, y)
}

// steps makes steps until they end the run.
func (s *sample[V, C]) steps(n, depth int) (vars []V, ends bool) {
	for ; n > 0 && !ends; n-- {
		ends = s.step(depth)
	}
	return s.vars, ends
}

// side makes steps of a branch.
func (s *sample[V, C]) side(depth int) func() ([]V, bool) {
	part := s.within()
	return func() ([]V, bool) {
		inner := part()
		return inner.steps(1+inner.IntN(4), depth)
	}
}

func (s *sample[V, C]) step(depth int) (ends bool) {
	switch n := s.IntN(40); {
	case n < 3:
		at, v := s.IntN(variables), s.fallible()
		s.vars[at] = v
		s.to.Emit(at, []V{v})
	case n < 5:
		at := s.IntN(variables)
		other := (at + 1) % variables
		s.vars[at], s.vars[other] = s.vars[other], s.vars[at]
	case n < 6:
		s.to.Count(s.IntN(counters))
	case n < 9:
		s.to.Emit(s.IntN(50), []V{s.term(2), s.variable()})
	case n < 11:
		results := s.to.Host(s.IntN(variables), []V{s.small(), s.small()}, blockSize)
		s.vars[s.IntN(variables)] = s.to.Heap(results, 0)
		s.blocks = append(s.blocks, results)
	case n < 12 && depth < 3:
		s.to.Halt()
		return true
	case n < 13 && depth < 3:
		s.to.Fail(s.IntN(50))
		return true
	case n < 22 && depth > 0:
		s.vars, ends = s.to.branch(s.test(3), s.side(depth-1), s.side(depth-1))
	case n < 23 && depth > 0: // one condition for two branches
		c := s.test(2)
		none := func() ([]V, bool) { return s.vars, false }
		if s.vars, ends = s.to.branch(c, s.side(depth-1), none); !ends {
			s.vars, ends = s.to.branch(s.to.Not(c), s.side(depth-1), none)
		}
	case n < 24 && depth > 0: // the part of the condition that may fail is reached only if the first holds
		operate := []func(C, func() C) C{s.to.And, s.to.Or}[s.IntN(2)]
		right, first, then := s.within(), s.compared(s.variable(), s.constant()), s.side(depth-1)
		c := operate(first, func() C { r := right(); return r.compared(r.fallible(), r.constant()) })
		s.vars, ends = s.to.branch(c,
			func() ([]V, bool) { s.to.Count(1); return then() },
			func() ([]V, bool) { s.to.Count(2); return s.vars, false })
	case n < 27 && depth > 0:
		var carried []int
		for v := range variables {
			if s.IntN(2) == 0 {
				carried = append(carried, v)
			}
		}
		part := s.within()
		s.vars = s.to.loop(s.vars, carried, func(address V, vars []V) []V {
			inner := part()
			inner.address, inner.vars = &address, vars
			after, _ := inner.steps(1+inner.IntN(4), depth-1)
			return after
		})
	default:
		s.vars[s.IntN(variables)] = s.term(3)
	}
	return ends
}

// building makes a sample with a Builder.
type building struct{ *Builder }

func (building) Constant(holds bool) *Cond { return constant(holds) }

func (building) Not(c *Cond) *Cond { return Not(c) }

func (b building) choose(way int, c *Cond, x, y func() Operand) (v Operand) {
	var first, second Operand
	no := func() bool { return false }
	switch way {
	case 0:
		return b.Select(c, x(), y())
	case 1:
		r := b.If(c, func() bool { first = x(); return false }, no)
		b.Extend(r, false, func() { second = y() })
		return b.Join(r, first, second)
	}
	r := b.If(c, func() bool { first = x(); return false }, func() bool { second = y(); return false })
	return b.Join(r, first, second)
}

func (b building) branch(c *Cond, then, els func() ([]Operand, bool)) (vars []Operand, ends bool) {
	var first, second []Operand
	r := b.If(c, func() (ends bool) { first, ends = then(); return ends }, func() (ends bool) { second, ends = els(); return ends })
	for i := range first {
		vars = append(vars, b.Join(r, first[i], second[i]))
	}
	thenEnds, elseEnds := r.Ends()
	return vars, thenEnds && elseEnds
}

func (b building) loop(vars []Operand, carried []int, pass func(Operand, []Operand) []Operand) []Operand {
	pick := func(from []Operand) (values []Operand) {
		for _, v := range carried {
			values = append(values, from[v])
		}
		return values
	}
	with := func(values []Operand) []Operand {
		all := slices.Clone(vars)
		for i, v := range carried {
			all[v] = values[i]
		}
		return all
	}
	return with(b.Loop(b.Input(listStart), b.Input(listEnd), listStride, pick(vars), func(address Operand, heads []Operand) []Operand {
		return pick(pass(address, with(heads)))
	}))
}
