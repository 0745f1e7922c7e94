package machine

import "math/big"

// blockSize is the number of results of each call of the host.
const blockSize = 3

// sampleBuilder builds a sample: variables are values.
type sampleBuilder struct {
	*Builder
	vars    []Operand
	address Operand
	blocks  []Operand // addresses
}

func buildSample(steps []*step) (*Program, error) {
	b := &sampleBuilder{Builder: NewBuilder()}
	for i := range variables {
		b.vars = append(b.vars, b.Input(i))
	}
	b.steps(steps)
	for _, v := range b.vars {
		b.Output(v)
	}
	return b.Program(sampleIns)
}

func (b *sampleBuilder) steps(steps []*step) (ends bool) {
	for _, s := range steps {
		if b.step(s) {
			return true
		}
	}
	return false
}

func (b *sampleBuilder) step(s *step) (ends bool) {
	switch s.kind {
	case "set":
		b.vars[s.n] = b.term(s.value)
	case "check":
		b.vars[s.n] = b.term(s.value)
		b.Emit(s.n, []Operand{b.vars[s.n]})
	case "swap":
		other := (s.n + 1) % variables
		b.vars[s.n], b.vars[other] = b.vars[other], b.vars[s.n]
	case "emit":
		b.Emit(s.n, b.terms(s.args))
	case "host":
		results := b.Host(s.n, b.terms(s.args), blockSize)
		b.vars[s.n] = b.Heap(results, 0)
		b.blocks = append(b.blocks, results)
	case "count":
		b.Count(s.n)
	case "halt":
		b.Halt()
		return true
	case "fail":
		b.Fail(s.n)
		return true
	case "if":
		return b.branch(b.test(s.where), s.then, s.els)
	case "twice":
		c := b.test(s.where)
		return b.branch(c, s.then, nil) || b.branch(Not(c), s.els, nil)
	case "loop":
		b.loop(s)
	}
	return false
}

func (b *sampleBuilder) branch(c *Cond, then, els []*step) (ends bool) {
	before := append([]Operand(nil), b.vars...)
	var first, second []Operand
	side := func(steps []*step, end *[]Operand) func() bool {
		return func() bool {
			b.vars = append([]Operand(nil), before...)
			blocks := b.blocks
			ends := b.steps(steps)
			b.blocks = blocks
			*end = b.vars
			return ends
		}
	}
	r := b.If(c, side(then, &first), side(els, &second))
	b.vars = append([]Operand(nil), before...)
	for i := range b.vars {
		b.vars[i] = b.Join(r, first[i], second[i])
	}
	thenEnds, elseEnds := r.Ends()
	return thenEnds && elseEnds
}

func (b *sampleBuilder) loop(s *step) {
	set := map[int]bool{}
	assigned(s.then, set)
	for _, v := range s.carried {
		set[v] = true
	}
	var which []int
	var initial []Operand
	for v := range variables {
		if set[v] {
			which = append(which, v)
			initial = append(initial, b.vars[v])
		}
	}
	outer, blocks := b.address, b.blocks
	final := b.Loop(b.Input(listStart), b.Input(listEnd), listStride, initial, func(address Operand, heads []Operand) []Operand {
		b.address = address
		for i, v := range which {
			b.vars[v] = heads[i]
		}
		b.steps(s.then)
		var next []Operand
		for _, v := range which {
			next = append(next, b.vars[v])
		}
		return next
	})
	b.address, b.blocks = outer, blocks
	for i, v := range which {
		b.vars[v] = final[i]
	}
}

func (b *sampleBuilder) terms(terms []*term) []Operand {
	var values []Operand
	for _, t := range terms {
		values = append(values, b.term(t))
	}
	return values
}

func (b *sampleBuilder) term(t *term) Operand {
	switch t.kind {
	case "const":
		return b.Big(new(big.Int).Set(t.k))
	case "var":
		return b.vars[t.n]
	case "address":
		return b.address
	case "heap":
		return b.Heap(b.address, t.n)
	case "table":
		return b.Table(sampleTable, b.term(t.a))
	case "element":
		return b.Heap(b.Add(b.blocks[t.n], b.term(t.a)), 0)
	case "neg":
		return b.Neg(b.term(t.a))
	case "abs":
		return b.Abs(b.term(t.a))
	case "select":
		return b.choice(t)
	}
	x, y := b.term(t.a), b.term(t.b)
	switch t.kind {
	case "add":
		return b.Add(x, y)
	case "sub":
		return b.Sub(x, y)
	case "mul":
		return b.Mul(x, y)
	case "min":
		return b.Min(x, y)
	case "max":
		return b.Max(x, y)
	case "quo":
		return b.Quo(x, y, t.mode)
	}
	panic("unknown term " + t.kind)
}

// choice computes the two sides before, within or after the branch is begun.
func (b *sampleBuilder) choice(t *term) Operand {
	c := b.test(t.where)
	var x, y Operand
	no := func() bool { return false }
	switch len(t.a.kind) % 3 {
	case 0:
		return b.Select(c, b.term(t.a), b.term(t.b))
	case 1:
		r := b.If(c, func() bool { x = b.term(t.a); return false }, no)
		b.Extend(r, false, func() { y = b.term(t.b) })
		return b.Join(r, x, y)
	}
	r := b.If(c, func() bool { x = b.term(t.a); return false }, func() bool { y = b.term(t.b); return false })
	return b.Join(r, x, y)
}

func (b *sampleBuilder) test(t *test) *Cond {
	switch t.kind {
	case "true":
		return True()
	case "false":
		return False()
	case "and":
		return b.And(b.test(t.a), func() *Cond { return b.test(t.b) })
	case "or":
		return b.Or(b.test(t.a), func() *Cond { return b.test(t.b) })
	case "not":
		return Not(b.test(t.a))
	case "host":
		return b.Less(b.Int(0), b.Heap(b.Host(conditionSite, []Operand{b.term(t.x)}, blockSize), 1))
	}
	x, y := b.term(t.x), b.term(t.y)
	switch t.kind {
	case "less":
		return b.Less(x, y)
	case "less-same":
		return b.LessOrSame(x, y)
	case "same":
		return b.Same(x, y)
	}
	return b.Other(x, y)
}
