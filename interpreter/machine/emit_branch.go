package machine

import "slices"

// branch writes an if. A side without code sets its values before the test, which saves
// the other side a jump.
func (e *emitter) branch(br *branch) {
	cond, then, els := br.cond, &br.then, &br.els
	first := func(phi Value) Value { return phi.a }
	second := func(phi Value) Value { return phi.b }
	for _, phi := range br.phis {
		direct(phi, phi.a, then.home)
		direct(phi, phi.b, els.home)
	}
	if !slices.ContainsFunc(then.items, live) && slices.ContainsFunc(els.items, live) {
		cond, then, els = Not(cond), els, then
		first, second = second, first
	}
	hoisted := !slices.ContainsFunc(els.items, live) && !els.ends
	if hoisted {
		e.moves(br, second)
	}
	otherwise, end := e.label(), e.label()
	e.cond(cond, -1, otherwise)
	e.items(then.items)
	if !then.ends {
		e.moves(br, first)
		if !hoisted {
			e.jump(end)
		}
	}
	e.place(otherwise)
	if !hoisted {
		e.items(els.items)
		if !els.ends {
			e.moves(br, second)
		}
	}
	e.place(end)
}

// direct computes a value of a side directly into the slot of its phi. All readers of the
// value are in that side, where nothing else writes the slot.
func direct(phi, v Value, side int) {
	if phi.live && v.home == side && v.into == nil && directable(v) {
		v.into = phi
	}
}

func directable(v Value) bool {
	return v.op != opConst && v.op != opInput
}

func (e *emitter) moves(br *branch, of func(Value) Value) {
	for _, phi := range br.phis {
		if phi.live && of(phi).into != phi {
			e.write(draft{op: opMove, d: phi, a: of(phi)})
		}
	}
}
