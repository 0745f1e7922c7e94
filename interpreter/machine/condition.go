package machine

import "slices"

// comparison is the test of a leaf condition.
type comparison uint8

const (
	less comparison = iota + 1
	lessOrSame
	same
	other
)

// Cond is a condition: a comparison, or a combination of conditions. Evaluation is from
// left to right and short-circuits.
type Cond struct {
	test        comparison
	x, y        Operand
	before      []item // computed when the test is reached
	left, right *Cond  // of an and or an or
	or          bool
	known       *bool
}

// True and False return constant conditions.
func True() *Cond  { return constant(true) }
func False() *Cond { return constant(false) }

func constant(b bool) *Cond { return &Cond{known: &b} }

// Known returns the value of a constant condition that needs no computation.
func (c *Cond) Known() (value, known bool) {
	if c.known == nil || len(c.before) > 0 {
		return false, false
	}
	return *c.known, true
}

func leaf(test comparison, x, y Operand) *Cond {
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
func (b *Builder) Less(x, y Operand) *Cond { return leaf(less, x, y) }

// LessOrSame is x <= y.
func (b *Builder) LessOrSame(x, y Operand) *Cond { return leaf(lessOrSame, x, y) }

// Same is x == y.
func (b *Builder) Same(x, y Operand) *Cond { return leaf(same, x, y) }

// Other is x != y.
func (b *Builder) Other(x, y Operand) *Cond { return leaf(other, x, y) }

// Not is the negation of c.
func Not(c *Cond) *Cond {
	n := *c
	switch {
	case c.known != nil:
		value := !*c.known
		n.known = &value
		return &n
	case c.left != nil:
		n.left, n.right, n.or = Not(c.left), Not(c.right), !c.or
		return &n
	}
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

// And is left and right. right is built and evaluated only if left does not decide.
func (b *Builder) And(left *Cond, right func() *Cond) *Cond { return b.combine(left, right, false) }

// Or is left or right, as And.
func (b *Builder) Or(left *Cond, right func() *Cond) *Cond { return b.combine(left, right, true) }

func (b *Builder) combine(left *Cond, right func() *Cond, or bool) *Cond {
	if left.known != nil && *left.known == or {
		return left
	}
	var r *Cond
	before, _ := b.within(func() { r = right() })
	if left.known != nil {
		b.sequence = append(b.sequence, before...)
		return r
	}
	if r.known != nil && len(before) == 0 {
		if *r.known != or {
			return left
		}
		if left.left == nil { // otherwise left may contain effects
			return r
		}
	}
	guarded := *r
	guarded.before = slices.Concat(before, r.before)
	return &Cond{left: left, right: &guarded, or: or}
}
