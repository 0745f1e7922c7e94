package machine

import (
	"math"
	"math/big"
	"math/rand/v2"

	"github.com/payslate/payslate/interpreter/number"
)

// generator makes samples. Operations that may fail are in separate steps that use the
// result (check), since dead code is eliminated.
type generator struct {
	*rand.Rand
	edge   bool // numbers at the limits of the three sizes
	inLoop bool
	blocks int // blocks of host results in scope
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

func (g *generator) number() *big.Int {
	switch n := g.IntN(10); {
	case n < 3:
		return big.NewInt(int64(g.IntN(4) - 1))
	case n < 5 && g.edge:
		return edges[g.IntN(len(edges))]
	case n < 8:
		return big.NewInt(int64(g.IntN(200) - 50))
	}
	return big.NewInt(int64(g.IntN(2000000) - 100000))
}

func (g *generator) constant() *term { return &term{kind: "const", k: g.number()} }

func (g *generator) variable() *term { return &term{kind: "var", n: g.IntN(variables)} }

func (g *generator) term(depth int) *term {
	if depth == 0 || g.IntN(5) == 0 {
		switch n := g.IntN(10); {
		case n < 3:
			return g.constant()
		case n < 5 && g.inLoop:
			return &term{kind: "heap", n: g.IntN(listStride)}
		case n < 6 && g.inLoop:
			return &term{kind: "address"}
		}
		return g.variable()
	}
	a, b := g.term(depth-1), g.term(depth-1)
	switch g.IntN(13) {
	case 0, 1:
		return &term{kind: "add", a: a, b: b}
	case 2, 3:
		return &term{kind: "sub", a: a, b: b}
	case 4, 5:
		return &term{kind: "mul", a: a, b: b}
	case 6:
		return &term{kind: "neg", a: a}
	case 7:
		return &term{kind: "abs", a: a}
	case 8:
		return &term{kind: "min", a: a, b: b}
	case 9:
		return &term{kind: "max", a: a, b: b}
	case 10:
		return &term{kind: "quo", mode: g.mode(), a: a, b: g.divisor(b)}
	case 11:
		if g.IntN(2) == 0 {
			return &term{kind: "table", a: between(a, len(sampleTable)-1)}
		}
		if g.blocks > 0 {
			return &term{kind: "element", n: g.IntN(g.blocks), a: between(a, blockSize-1)}
		}
	}
	return &term{kind: "select", where: g.test(1), a: a, b: b}
}

func (g *generator) mode() number.Rounding {
	modes := []number.Rounding{number.Down, number.Up, number.HalfUp, number.HalfDown, number.ThirdDecimal, number.Floor, number.Ceiling}
	if g.IntN(2) == 0 {
		return number.Down
	}
	return modes[g.IntN(len(modes))]
}

// divisor is never 0.
func (g *generator) divisor(of *term) *term {
	one := &term{kind: "const", k: big.NewInt(1)}
	switch g.IntN(4) {
	case 0:
		return &term{kind: "max", a: of, b: one}
	case 1:
		return &term{kind: "min", a: of, b: &term{kind: "neg", a: one}}
	}
	for {
		if c := g.constant(); c.k.Sign() != 0 {
			return c
		}
	}
}

func between(t *term, last int) *term {
	zero, end := &term{kind: "const", k: new(big.Int)}, &term{kind: "const", k: big.NewInt(int64(last))}
	return &term{kind: "max", a: zero, b: &term{kind: "min", a: t, b: end}}
}

var comparisons = []string{"less", "less-same", "same", "other"}

func (g *generator) test(depth int) *test {
	if depth > 0 {
		switch g.IntN(8) {
		case 0, 1:
			return &test{kind: "and", a: g.test(depth - 1), b: g.test(depth - 1)}
		case 2, 3:
			return &test{kind: "or", a: g.test(depth - 1), b: g.test(depth - 1)}
		case 4:
			return &test{kind: "not", a: g.test(depth - 1)}
		}
	}
	switch g.IntN(20) {
	case 0:
		return &test{kind: "true"}
	case 1:
		return &test{kind: "false"}
	case 2, 3:
		return &test{kind: "host", x: g.small()}
	}
	return &test{kind: comparisons[g.IntN(4)], x: g.term(g.IntN(2)), y: g.term(g.IntN(2))}
}

// small is a term that fits an argument of the host.
func (g *generator) small() *term { return between(g.term(1), 1000) }

// block makes a sequence with its own scope.
func (g *generator) block(depth int) []*step {
	blocks := g.blocks
	steps := g.steps(1+g.IntN(4), depth)
	g.blocks = blocks
	return steps
}

func (g *generator) steps(n, depth int) []*step {
	var steps []*step
	for range n {
		steps = append(steps, g.step(depth))
	}
	return steps
}

func (g *generator) step(depth int) *step {
	switch n := g.IntN(40); {
	case n < 3:
		return &step{kind: "check", n: g.IntN(variables), value: g.fallible()}
	case n < 5:
		return &step{kind: "swap", n: g.IntN(variables)}
	case n < 6:
		return &step{kind: "count", n: g.IntN(counters)}
	case n < 9:
		return &step{kind: "emit", n: g.IntN(50), args: []*term{g.term(2), g.variable()}}
	case n < 11:
		s := &step{kind: "host", n: g.IntN(variables), args: []*term{g.small(), g.small()}}
		g.blocks++
		return s
	case n < 12 && depth < 3:
		return &step{kind: "halt"}
	case n < 13 && depth < 3:
		return &step{kind: "fail", n: g.IntN(50)}
	case n < 22 && depth > 0:
		s := &step{kind: "if", where: g.test(3), then: g.block(depth - 1)}
		if g.IntN(2) == 0 {
			s.els = g.block(depth - 1)
		}
		return s
	case n < 23 && depth > 0:
		return &step{kind: "twice", where: g.test(2), then: g.block(depth - 1), els: g.block(depth - 1)}
	case n < 24 && depth > 0:
		// The failing part of the condition is reached only if the first holds.
		fallible := &test{kind: comparisons[g.IntN(4)], x: g.fallible(), y: g.constant()}
		first := &test{kind: comparisons[g.IntN(4)], x: g.variable(), y: g.constant()}
		s := &step{kind: "if", where: &test{kind: []string{"and", "or"}[g.IntN(2)], a: first, b: fallible}}
		s.then = append(g.block(depth-1), &step{kind: "count"})
		s.then = append([]*step{{kind: "count", n: 1}}, s.then...)
		s.els = []*step{{kind: "count", n: 2}}
		return s
	case n < 27 && depth > 0:
		inLoop := g.inLoop
		g.inLoop = true
		s := &step{kind: "loop", then: g.block(depth - 1)}
		g.inLoop = inLoop
		for v := range variables {
			if g.IntN(4) == 0 {
				s.carried = append(s.carried, v)
			}
		}
		return s
	}
	return &step{kind: "set", n: g.IntN(variables), value: g.term(3)}
}

// fallible may divide by zero or read outside a table.
func (g *generator) fallible() *term {
	if g.IntN(4) == 0 {
		return &term{kind: "table", a: g.variable()}
	}
	return &term{kind: "quo", mode: g.mode(), a: g.term(1), b: g.variable()}
}
