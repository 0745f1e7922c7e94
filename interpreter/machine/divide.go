package machine

import "slices"

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

// setVaries marks all that an item computes: where it comes after the steady
// part, nothing of it is known there.
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

// ends reports whether an item may end the run, by what it computes or by an
// effect: even one that goes on would be missing from a run that failed before it.
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
