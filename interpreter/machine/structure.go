package machine

import "slices"

// item is one entry of a sequence: a *node, an *effect, a *branch or a *loop.
type item any

// effect is a visible effect: an emission, a call of the host, a counter, the end of the
// run.
type effect struct {
	op      op
	site    int
	args    []Operand
	results int
	host    Host    // of a look-up
	to      Operand // the address of the results
}

// Branch is an if with the values that it joins.
type Branch = *branch

type branch struct {
	control
	cond      *Cond
	then, els side
	phis      []Operand
	home      int // the number of the sequence it is in
}

type side struct {
	items []item
	home  int  // the number of its sequence
	ends  bool // it ends the run
}

// loop runs a body for each address of a range.
type loop struct {
	control
	cursor     Operand
	start, end Operand
	heads      []Operand // carried values; a is the initial value, b the next
	body       []item
}

// If builds a branch of a condition that is not constant. then and els build its sides; each
// reports whether it ends the run.
func (b *Builder) If(cond *Cond, then, els func() (ends bool)) Branch {
	br := &branch{cond: cond, home: b.home}
	br.then.items, br.then.home = b.within(func() { br.then.ends = then() })
	br.els.items, br.els.home = b.within(func() { br.els.ends = els() })
	b.push(br)
	return br
}

// Ends reports which sides end the run.
func (br *branch) Ends() (then, els bool) { return br.then.ends, br.els.ends }

// Extend appends to one side of the last branch, before any Join: to convert both sides to
// the same denominator.
func (b *Builder) Extend(br Branch, then bool, build func()) {
	s := &br.els
	if then {
		s = &br.then
	}
	open := b.open
	b.open = map[int]bool{s.home: true} // what was built since the branch comes after it
	s.items = b.goingOn(s.items, s.home, build)
	b.open = open
}

// Join is the value that is x after the first side of the branch and y after the second.
func (b *Builder) Join(br Branch, x, y Operand) Operand {
	switch {
	case x == y, br.els.ends:
		return x
	case br.then.ends:
		return y
	}
	for _, phi := range br.phis {
		if phi.a == x && phi.b == y {
			return phi
		}
	}
	phi := b.fresh(opPhi, x, y, 0)
	phi.home = br.home // even if the caller joins later
	br.phis = append(br.phis, phi)
	return phi
}

// Select is x where cond holds, else y.
func (b *Builder) Select(cond *Cond, x, y Operand) Operand {
	if value, known := cond.Known(); known {
		if value {
			return x
		}
		return y
	}
	none := func() bool { return false }
	return b.Join(b.If(cond, none, none), x, y)
}

// Bool is 1 where cond holds, else 0.
func (b *Builder) Bool(cond *Cond) Operand { return b.Select(cond, b.Int(1), b.Int(0)) }

// Loop builds a loop over the addresses from start to before end. body takes the address
// and the carried values and returns their next values. Loop returns the final values.
// The stride must be positive.
func (b *Builder) Loop(start, end Operand, stride int, carried []Operand, body func(address Operand, carried []Operand) []Operand) []Operand {
	l := &loop{start: start, end: end}
	l.cursor = b.fresh(opPhi, start, nil, 0)
	for _, initial := range carried {
		head := b.fresh(opPhi, initial, nil, 0)
		l.heads = append(l.heads, head)
	}
	l.body, _ = b.within(func() {
		next := body(l.cursor, slices.Clone(l.heads))
		l.cursor.b = b.Add(l.cursor, b.Int(int64(stride)))
		for i, head := range l.heads {
			head.b = next[i]
		}
	})
	b.push(l)
	return slices.Clone(l.heads)
}
