package machine

// loop writes a loop with a test before it and one at its end.
func (e *emitter) loop(l *loop) {
	carried := []Operand{l.cursor}
	for _, head := range l.heads {
		if head.live {
			carried = append(carried, head)
		}
	}
	for _, head := range carried {
		e.write(draft{op: opMove, d: head, a: head.a})
	}
	from := len(e.code)
	again, end := e.label(), e.label()
	e.write(draft{op: opJumpLessSame, a: l.end, b: l.cursor, n: end})
	e.place(again)
	e.items(l.body)
	e.nextRound(carried)
	e.write(draft{op: opJumpLess, a: l.cursor, b: l.end, n: again})
	e.place(end)
	e.loops = append(e.loops, [2]int{from, len(e.code) - 1})
}

// nextRound sets the carried values, through copies if one is the old value of another.
func (e *emitter) nextRound(carried []Operand) {
	crossed := false
	isHead := map[Operand]bool{}
	for _, head := range carried {
		isHead[head] = true
	}
	for _, head := range carried {
		crossed = crossed || head.b != head && isHead[head.b]
	}
	var moves []draft
	for _, head := range carried {
		if head.b == head {
			continue
		}
		next := head.b
		if crossed {
			next = &node{op: opMove, first: -1, last: -1, slot: -1}
			e.write(draft{op: opMove, d: next, a: head.b})
		}
		moves = append(moves, draft{op: opMove, d: head, a: next})
	}
	for _, move := range moves {
		e.write(move)
	}
}
