package machine

// item is one entry of a sequence: a *node, an *effect, a *branch or a *loop.
type item any

// effect is something that the outside sees: an emission, a call of the host,
// a counter, a failure, the end of the run.
type effect struct {
	op   op
	site int
	args []Value
	outs []Value
}

// branch is an if with the values that come out of it.
type branch struct {
	cond      *Cond
	then, els []item
	phis      []Value
	// An end that does not reach what follows.
	thenEnds, elseEnds bool
	needed             bool
}

// loop walks a cursor over addresses.
type loop struct {
	cursor     Value
	start, end Value
	stride     Value
	heads      []Value // carried values at the head of a round; a is the initial value, b the next
	body       []item
	needed     bool
}

// comparison names the test of a leaf condition.
type comparison uint8

const (
	less comparison = iota + 1
	lessOrSame
	same
	other
)

// Cond is a condition: a comparison, or others combined. Conditions are
// evaluated from left to right and no further than needed.
type Cond struct {
	test        comparison
	x, y        Value
	before      []item // computed when the test is reached
	left, right *Cond  // of an and or an or
	or          bool
	known       *bool
}

// True and False are the conditions known while building.
func True() *Cond  { return constant(true) }
func False() *Cond { return constant(false) }

func constant(b bool) *Cond { return &Cond{known: &b} }

// Known returns the condition's value where it is known while building.
func (c *Cond) Known() (value, known bool) {
	if c.known == nil {
		return false, false
	}
	return *c.known, true
}

func leaf(test comparison, x, y Value) *Cond {
	if x.op == opConst && y.op == opConst {
		return constant(holds(test, x.k.Cmp(y.k)))
	}
	if x == y {
		return constant(test == lessOrSame || test == same)
	}
	return &Cond{test: test, x: x, y: y}
}

func holds(test comparison, order int) bool {
	switch test {
	case less:
		return order < 0
	case lessOrSame:
		return order <= 0
	case same:
		return order == 0
	}
	return order != 0
}

// Less is x < y.
func (b *Builder) Less(x, y Value) *Cond { return leaf(less, x, y) }

// LessOrSame is x <= y.
func (b *Builder) LessOrSame(x, y Value) *Cond { return leaf(lessOrSame, x, y) }

// Same is x == y.
func (b *Builder) Same(x, y Value) *Cond { return leaf(same, x, y) }

// Other is x != y.
func (b *Builder) Other(x, y Value) *Cond { return leaf(other, x, y) }

// Not is the opposite of c.
func Not(c *Cond) *Cond {
	switch {
	case c.known != nil:
		return constant(!*c.known)
	case c.left != nil:
		return &Cond{left: Not(c.left), right: Not(c.right), or: !c.or, before: c.before}
	}
	n := *c
	switch c.test {
	case less:
		n.test, n.x, n.y = lessOrSame, c.y, c.x
	case lessOrSame:
		n.test, n.x, n.y = less, c.y, c.x
	case same:
		n.test = other
	case other:
		n.test = same
	}
	return &n
}

// And is left and right; right is built, and at run time evaluated, only
// where left does not decide.
func (b *Builder) And(left *Cond, right func() *Cond) *Cond { return b.combine(left, right, false) }

// Or is left or right, as And.
func (b *Builder) Or(left *Cond, right func() *Cond) *Cond { return b.combine(left, right, true) }

func (b *Builder) combine(left *Cond, right func() *Cond, or bool) *Cond {
	if left.known != nil && *left.known == or {
		return left
	}
	var r *Cond
	before := b.within(func() { r = right() })
	if left.known != nil {
		b.sequence = append(b.sequence, before...)
		return r
	}
	if r.known != nil && len(before) == 0 {
		if *r.known == or {
			return r
		}
		return left
	}
	guarded := *r
	guarded.before = append(before, r.before...)
	return &Cond{left: left, right: &guarded, or: or}
}

// If builds a branch. then and els run while building; each reports whether it
// ends the run, so that nothing behind the branch follows it.
func (b *Builder) If(cond *Cond, then, els func() (ends bool)) *Branch {
	br := &branch{cond: cond}
	br.then = b.within(func() { br.thenEnds = then() })
	br.els = b.within(func() { br.elseEnds = els() })
	b.push(br)
	return &Branch{br}
}

// Branch is a finished if, at whose end values join.
type Branch struct{ branch *branch }

// Ends reports which sides do not reach what follows.
func (r *Branch) Ends() (then, els bool) { return r.branch.thenEnds, r.branch.elseEnds }

// Join is the value that is x behind the first side of the branch and y
// behind the other.
func (b *Builder) Join(r *Branch, x, y Value) Value {
	br := r.branch
	if x == y || br.elseEnds {
		return x
	}
	if br.thenEnds {
		return y
	}
	if clamped := b.clamp(br, x, y); clamped != nil {
		return clamped
	}
	for _, phi := range br.phis {
		if phi.a == x && phi.b == y {
			return phi
		}
	}
	phi := b.fresh(opPhi, x, y, nil, 0)
	br.phis = append(br.phis, phi)
	return phi
}

// clamp recognises `if x > y then x = y` and its like.
func (b *Builder) clamp(br *branch, x, y Value) Value {
	c := br.cond
	if len(br.then)+len(br.els) > 0 || c.left != nil || len(c.before) > 0 {
		return nil
	}
	if c.test != less && c.test != lessOrSame {
		return nil
	}
	switch {
	case c.x == x && c.y == y:
		return b.Min(x, y)
	case c.x == y && c.y == x:
		return b.Max(x, y)
	}
	return nil
}

// Select is x where cond holds, else y.
func (b *Builder) Select(cond *Cond, x, y Value) Value {
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
func (b *Builder) Bool(cond *Cond) Value { return b.Select(cond, b.Int(1), b.Int(0)) }

// Loop builds a loop over the addresses from start to before end. body gets
// the address and the carried values at the head of the round and returns them
// for the next; Loop returns them as they are behind the last round.
func (b *Builder) Loop(start, end Value, stride int, carried []Value, body func(address Value, carried []Value) []Value) []Value {
	l := &loop{start: start, end: end, stride: b.Int(int64(stride))}
	l.cursor = b.fresh(opPhi, start, nil, nil, 0)
	for _, initial := range carried {
		head := b.fresh(opPhi, initial, nil, nil, 0)
		l.heads = append(l.heads, head)
	}
	l.body = b.within(func() {
		next := body(l.cursor, append([]Value(nil), l.heads...))
		l.cursor.b = b.Add(l.cursor, l.stride)
		for i, head := range l.heads {
			head.b = next[i]
		}
	})
	b.push(l)
	return append([]Value(nil), l.heads...)
}
