package machine

// control is the part that branches and loops have in common.
type control struct {
	outer  *control
	reads  []Operand
	needed bool
}

// marker marks what the outputs and effects of a program need. It uses a work list, not
// recursion, because chains of values can be long.
type marker struct {
	list []Operand
}

// keep marks what the outputs and effects need.
func (b *Builder) keep() {
	m := &marker{}
	m.sequence(b.sequence, nil)
	for _, v := range b.outputs {
		m.mark(v)
	}
	for len(m.list) > 0 {
		v := m.list[len(m.list)-1]
		m.list = m.list[:len(m.list)-1]
		m.mark(v.a)
		m.mark(v.b)
		m.need(v.within)
	}
}

func (m *marker) mark(v Operand) {
	if v != nil && !v.live {
		v.live = true
		m.list = append(m.list, v)
	}
}

// need marks what a branch or loop reads, and what contains it.
func (m *marker) need(c *control) {
	for ; c != nil && !c.needed; c = c.outer {
		c.needed = true
		for _, v := range c.reads {
			m.mark(v)
		}
	}
}

// sequence records what contains each item, and marks what the effects need.
func (m *marker) sequence(items []item, within *control) {
	for _, i := range items {
		switch i := i.(type) {
		case *node:
			i.within = within
		case *effect:
			for _, arg := range i.args {
				m.mark(arg)
			}
			m.need(within)
		case *branch:
			m.branch(i, within)
		case *loop:
			m.loop(i, within)
		}
	}
}

func (m *marker) branch(br *branch, within *control) {
	br.outer = within
	br.reads = append(br.reads, br.cond.reads(nil)...)
	for _, phi := range br.phis {
		phi.within = &br.control
	}
	m.cond(br.cond, &br.control)
	m.sequence(br.then.items, &br.control)
	m.sequence(br.els.items, &br.control)
	if br.needed { // marked already by a condition that two branches share
		m.need(within)
	}
}

// cond visits what is computed before the tests of a condition.
func (m *marker) cond(c *Cond, within *control) {
	m.sequence(c.before, within)
	if c.left != nil {
		m.cond(c.left, within)
		m.cond(c.right, within)
	}
}

func (c *Cond) reads(values []Operand) []Operand {
	switch {
	case c.left != nil:
		return c.right.reads(c.left.reads(values))
	case c.known != nil:
		return values
	}
	return append(values, c.x, c.y)
}

func (m *marker) loop(l *loop, within *control) {
	l.outer = within
	l.reads = []Operand{l.start, l.end, l.cursor}
	l.cursor.within = &l.control
	for _, head := range l.heads {
		head.within = &l.control
	}
	m.sequence(l.body, &l.control)
	if l.needed {
		m.need(within)
	}
}
