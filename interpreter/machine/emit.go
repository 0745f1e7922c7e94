package machine

// draft is an instruction whose operands are still values.
type draft struct {
	op   op
	d    Operand
	a, b Operand
	n    int
	args []Operand // read by an effect
}

// emitter writes the linear code of a program.
type emitter struct {
	code   []draft
	labels []int // position of each label
	calls  []call
	loops  [][2]int // first and last position of each loop
}

// call is an effect at run time: its site, the slots that it reads, and the number of its
// results. The host of a look-up is its table; nil: that of the frame.
type call struct {
	site    int
	args    []int
	results int
	host    Host
}

func (e *emitter) label() int {
	e.labels = append(e.labels, -1)
	return len(e.labels) - 1
}

func (e *emitter) place(label int) { e.labels[label] = len(e.code) }

func (e *emitter) write(d draft) { e.code = append(e.code, d) }

func (e *emitter) jump(label int) { e.write(draft{op: opJump, n: label}) }

func (e *emitter) items(items []item) {
	for _, i := range items {
		if !live(i) {
			continue
		}
		switch i := i.(type) {
		case *node:
			e.write(draft{op: i.op, d: i, a: i.a, b: i.b, n: i.n})
		case *effect:
			e.effect(i)
		case *branch:
			e.branch(i)
		case *loop:
			e.loop(i)
		}
	}
}

// live reports whether code is emitted for an item.
func live(i item) bool {
	switch i := i.(type) {
	case *node:
		return i.live
	case *branch:
		return i.needed
	case *loop:
		return i.needed
	}
	return true
}

func (e *emitter) effect(f *effect) {
	d := draft{op: f.op, d: f.to, n: f.site, args: f.args}
	if f.op == opEmit || f.op == opHost {
		e.calls = append(e.calls, call{site: f.site, results: f.results, host: f.host})
		d.n = len(e.calls) - 1
	}
	e.write(d)
}

// cond writes the jumps of a condition: to yes if it holds, otherwise to no; -1 is the
// next instruction.
func (e *emitter) cond(c *Cond, yes, no int) {
	e.items(c.before)
	if c.known != nil {
		e.known(*c.known, yes, no)
		return
	}
	if c.left == nil {
		e.leaf(c, yes, no)
		return
	}
	on := e.label()
	if c.or {
		e.cond(c.left, orElse(yes, on), -1)
	} else {
		e.cond(c.left, -1, orElse(no, on))
	}
	e.cond(c.right, yes, no)
	e.place(on)
}

func orElse(label, otherwise int) int {
	if label < 0 {
		return otherwise
	}
	return label
}

func (e *emitter) known(value bool, yes, no int) {
	if value && yes >= 0 {
		e.jump(yes)
	}
	if !value && no >= 0 {
		e.jump(no)
	}
}

func (e *emitter) leaf(c *Cond, yes, no int) {
	test := func(c *Cond, to int) { e.write(draft{op: opJumpLess + op(c.test-less), a: c.x, b: c.y, n: to}) }
	if yes < 0 {
		test(Not(&Cond{test: c.test, x: c.x, y: c.y}), no)
		return
	}
	test(c, yes)
	if no >= 0 {
		e.jump(no)
	}
}
