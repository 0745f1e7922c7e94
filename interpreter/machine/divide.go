package machine

// Vary declares that a frame will run the program many times in a row with
// another value of input i and the same values of the others: what does not
// depend on it is computed first, and by the first of these runs alone. A product
// may then be too large for a width, or for all, where the run would have ended
// before it.
func (b *Builder) Vary(i int) { b.varying = b.Input(i) }

// divide takes from the program's sequence what does not depend on the varying
// input and has no effect, in its order. What may fail stays where it is behind
// anything that may end the run before.
func (b *Builder) divide() (steady, rest []item) {
	b.varying.varies = true
	mayEnd := false // something in rest may end the run
	for _, i := range b.sequence {
		if !varies(i) && !(mayEnd && ends(i)) {
			steady = append(steady, i)
			continue
		}
		setVaries(i)
		mayEnd = mayEnd || ends(i)
		rest = append(rest, i)
	}
	return steady, rest
}

// varies reports whether an item depends on the varying input, on lists or on the
// host, or has effects.
func varies(i item) bool {
	switch i := i.(type) {
	case *node:
		i.varies = i.varies || i.op == opHeap || i.a.mayVary() || i.b.mayVary()
		return i.varies
	case *branch:
		if condVaries(i.cond) || anyVaries(i.then.items) || anyVaries(i.els.items) {
			return true
		}
		for _, phi := range i.phis {
			if phi.varies = phi.varies || phi.a.mayVary() || phi.b.mayVary(); phi.varies {
				return true
			}
		}
		return false
	}
	return true
}

func (v *node) mayVary() bool { return v != nil && (v.varies || v.op == opHosted) }

func anyVaries(items []item) bool {
	for _, i := range items {
		if varies(i) {
			return true
		}
	}
	return false
}

func condVaries(c *Cond) bool {
	if anyVaries(c.before) {
		return true
	}
	switch {
	case c.left != nil:
		return condVaries(c.left) || condVaries(c.right)
	case c.known != nil:
		return false
	}
	return c.x.mayVary() || c.y.mayVary()
}

// setVaries marks all that an item computes: where it stands behind the steady
// part, nothing of it is known there.
func setVaries(i item) {
	switch i := i.(type) {
	case *node:
		i.varies = true
	case *effect:
		setAll(i.outs)
	case *branch:
		setCond(i.cond)
		setItems(i.then.items)
		setItems(i.els.items)
		setAll(i.phis)
	case *loop:
		i.cursor.varies = true
		setAll(i.heads)
		setItems(i.body)
	}
}

func setAll(values []Value) {
	for _, v := range values {
		v.varies = true
	}
}

func setItems(items []item) {
	for _, i := range items {
		setVaries(i)
	}
}

func setCond(c *Cond) {
	setItems(c.before)
	if c.left != nil {
		setCond(c.left)
		setCond(c.right)
	}
}

// ends reports whether an item may end the run, by what it computes or by an
// effect: even one that goes on would be missing from a run that failed before it.
func ends(i item) bool {
	switch i := i.(type) {
	case *node:
		switch i.op {
		case opTable, opElement, opHeap:
			return i.live
		case opQuoDown, opQuoUp, opQuoOther:
			return i.live && (i.b.op != opConst || i.b.k.Sign() == 0)
		}
		return false
	case *branch:
		return i.needed && (condEnds(i.cond) || anyEnds(i.then.items) || anyEnds(i.els.items))
	}
	return true
}

func anyEnds(items []item) bool {
	for _, i := range items {
		if ends(i) {
			return true
		}
	}
	return false
}

func condEnds(c *Cond) bool {
	return anyEnds(c.before) || c.left != nil && (condEnds(c.left) || condEnds(c.right))
}
