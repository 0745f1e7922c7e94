package machine

// keep marks what the outputs and effects of the program need.
func (b *Builder) keep() {
	for _, v := range b.outputs {
		mark(v)
	}
	keepSequence(b.sequence)
}

func mark(v Value) {
	if v != nil {
		v.live = true
		v.uses++
	}
}

// keepSequence walks a sequence from its end, where every use of a value
// comes before its definition, and reports whether anything in it is needed.
func keepSequence(items []item) (needed bool) {
	for i := len(items) - 1; i >= 0; i-- {
		if keepItem(items[i]) {
			needed = true
		}
	}
	return needed
}

func keepItem(i item) bool {
	switch i := i.(type) {
	case *node:
		if !i.live {
			return false
		}
		mark(i.a)
		mark(i.b)
		mark(i.c)
		return true
	case *effect:
		for _, arg := range i.args {
			mark(arg)
		}
		return true
	case *branch:
		return keepBranch(i)
	case *loop:
		return keepLoop(i)
	}
	return false
}

func keepBranch(br *branch) bool {
	needed := br.thenEnds || br.elseEnds
	for _, phi := range br.phis {
		if phi.live {
			mark(phi.a)
			mark(phi.b)
			needed = true
		}
	}
	if keepSequence(br.then) {
		needed = true
	}
	if keepSequence(br.els) {
		needed = true
	}
	if needed {
		keepCond(br.cond)
	}
	br.needed = needed
	return needed
}

func keepCond(c *Cond) {
	if c.known != nil {
		return
	}
	if c.left != nil {
		keepCond(c.right)
		keepCond(c.left)
	} else {
		mark(c.x)
		mark(c.y)
	}
	keepSequence(c.before)
}

// keepLoop repeats until no head joins the needed ones: a carried value may
// need another only by way of the next round.
func keepLoop(l *loop) bool {
	needed := false
	for {
		before := liveHeads(l)
		if before > 0 {
			needed = true
		}
		for _, head := range l.heads {
			if head.live {
				mark(head.a)
				mark(head.b)
			}
		}
		if keepSequence(l.body) {
			needed = true
		}
		if liveHeads(l) == before {
			break
		}
	}
	if needed {
		l.cursor.live = true
		mark(l.cursor.b)
		mark(l.start)
		mark(l.end)
		mark(l.stride)
		keepSequence(l.body)
	}
	l.needed = needed
	return needed
}

func liveHeads(l *loop) int {
	count := 0
	for _, head := range l.heads {
		if head.live {
			count++
		}
	}
	return count
}
