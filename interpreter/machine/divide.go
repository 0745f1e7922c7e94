package machine

import "slices"

// Vary declares that a frame will run the program many times while only input i
// changes. What does not depend on it is computed first, and only by the first of these
// runs. A product may then overflow although the run would have ended before it.
func (b *Builder) Vary(i int) { b.varying = b.Input(i) }

// divide separates what does not depend on the varying input and has no effects. What
// may fail is not hoisted over anything that may end the run.
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

// varies reports whether an item depends on the varying input, on lists or on the host,
// or has effects.
func varies(i item) bool {
	switch i := i.(type) {
	case *node:
		i.varies = i.varies || i.op == opHeap || i.a.mayVary() || i.b.mayVary()
		return i.varies
	case *branch:
		return condVaries(i.cond) || slices.ContainsFunc(i.then.items, varies) || slices.ContainsFunc(i.els.items, varies) ||
			slices.ContainsFunc(i.phis, func(phi Value) bool {
				phi.varies = phi.varies || phi.a.mayVary() || phi.b.mayVary()
				return phi.varies
			})
	}
	return true
}

func (v *node) mayVary() bool { return v != nil && (v.varies || v.op == opHosted) }

func condVaries(c *Cond) bool {
	if slices.ContainsFunc(c.before, varies) || c.left != nil && (condVaries(c.left) || condVaries(c.right)) {
		return true
	}
	return slices.ContainsFunc(c.reads(nil), Value.mayVary)
}

// setVaries marks everything that an item computes as varying.
func setVaries(i item) {
	walk([]item{i}, func(i item) bool {
		var computed []Value
		switch i := i.(type) {
		case *node:
			i.varies = true
		case *effect:
			computed = i.outs
		case *branch:
			computed = i.phis
		case *loop:
			i.cursor.varies = true
			computed = i.heads
		}
		for _, v := range computed {
			v.varies = true
		}
		return true
	})
}

// ends reports whether an item may end the run, or has an effect that a run that fails
// before it would not have.
func ends(i item) (may bool) {
	walk([]item{i}, func(i item) bool {
		switch i := i.(type) {
		case *node:
			switch i.op {
			case opTable, opElement, opHeap:
				may = may || i.live
			case opQuoDown, opQuoUp, opQuoOther:
				may = may || i.live && (i.b.op != opConst || i.b.k.Sign() == 0)
			}
		case *branch:
			return i.needed
		default:
			may = true
		}
		return false
	})
	return may
}
