package machine

// coalesce lets a value be computed into the slot of the phi that it is moved
// to, so that the move has no effect: as in `if c then x = x + 1`, where x is in
// its place already. The two may share where the value is read no more once the
// phi is written for the second time; until then both are the same.
func (e *emitter) coalesce() {
	again := e.writes()
	for at := range e.code {
		d := &e.code[at]
		if d.op != opMove {
			continue
		}
		phi, v := target(d.d), target(d.a)
		if phi != v && phi.first == at && directable(v) && v.slot < 0 && v.last <= again[at] {
			v.into = phi
			phi.first = v.first
		}
	}
}

// writes returns for each move that is the first write of its slot the position
// of the second.
func (e *emitter) writes() []int {
	again := make([]int, len(e.code))
	next := map[Value]int{}
	for at := len(e.code) - 1; at >= 0; at-- {
		if e.code[at].d == nil {
			continue
		}
		v := target(e.code[at].d)
		again[at] = next[v]
		next[v] = at
	}
	return again
}
