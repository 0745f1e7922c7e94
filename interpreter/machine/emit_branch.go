package machine

// branch writes an if.
func (e *emitter) branch(br *branch) {
	for _, phi := range br.phis {
		direct(phi, phi.a, br.then.home)
		direct(phi, phi.b, br.els.home)
	}
	otherwise, end := e.label(), e.label()
	e.cond(br.cond, -1, otherwise)
	if e.side(br, &br.then, func(phi Operand) Operand { return phi.a }) {
		e.jump(end)
	}
	e.place(otherwise)
	e.side(br, &br.els, func(phi Operand) Operand { return phi.b })
	e.place(end)
}

// side writes a side of a branch, sets the values that are joined after it, and reports
// whether it goes on.
func (e *emitter) side(br *branch, s *side, of func(phi Operand) Operand) bool {
	e.items(s.items)
	if s.ends {
		return false
	}
	for _, phi := range br.phis {
		if phi.live && of(phi).into != phi {
			e.write(draft{op: opMove, d: phi, a: of(phi)})
		}
	}
	return true
}

// direct computes a value of a side directly into the slot of its phi. All readers of the
// value are in that side, where nothing else writes the slot.
func direct(phi, v Operand, side int) {
	if phi.live && v.home == side && v.into == nil && directable(v) {
		v.into = phi
	}
}

func directable(v Operand) bool {
	return v.op != opConst && v.op != opInput
}
