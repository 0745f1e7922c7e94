package machine

func (o op) jumps() bool { return o >= opJump && o <= opZeroJumpOther }

// goesOn reports whether the next instruction may run after this one.
func (o op) goesOn() bool { return o != opJump && o != opHalt }

func (in instruction) idle() bool { return in.op() == opMove && in.d() == in.a() }

// shorten is the peephole optimiser. It removes moves within a slot, jumps to jumps or to
// the next instruction, and unreachable code, and merges frequent pairs of instructions.
// zero is the slot of the constant 0; -1 if there is none.
func shorten(code []instruction, zero int) []instruction {
	for i := len(code) - 1; i >= 0; i-- { // so that chains of jumps are short
		if in := code[i]; in.op().jumps() {
			code[i] = in.to(destination(code, in.n()))
		}
	}
	kept := reached(code)
	next := len(code) // the next instruction that is kept
	after := make([]int, len(code)+1)
	after[len(code)] = next
	for i := len(code) - 1; i >= 0; i-- {
		in := code[i]
		if in.idle() || in.op() == opJump && in.n() > i && after[in.n()] == next {
			kept[i] = false
		}
		if kept[i] {
			next = i
		}
		after[i] = next
	}
	pair(code, kept, zero)
	position := make([]int, len(code)+1)
	for i := range code {
		position[i+1] = position[i]
		if kept[i] {
			position[i+1]++
		}
	}
	short := make([]instruction, 0, position[len(code)])
	for i, in := range code {
		if !kept[i] {
			continue
		}
		if in.op().jumps() {
			in = in.to(position[in.n()])
		}
		short = append(short, in)
	}
	return short
}

// destination follows jumps to jumps. It terminates because there are no empty loops.
func destination(code []instruction, to int) int {
	for code[to].op() == opJump || code[to].idle() {
		if code[to].op() == opJump {
			to = code[to].n()
		} else {
			to++
		}
	}
	return to
}

// reached marks reachable code.
func reached(code []instruction) []bool {
	marks := make([]bool, len(code))
	list := []int{0}
	for len(list) > 0 {
		at := list[len(list)-1]
		list = list[:len(list)-1]
		for ; !marks[at]; at++ {
			marks[at] = true
			if code[at].op().jumps() {
				list = append(list, code[at].n())
			}
			if !code[at].op().goesOn() {
				break
			}
		}
	}
	return marks
}

// pair merges two instructions if the second is not a jump target.
func pair(code []instruction, kept []bool, zero int) {
	targets := make([]bool, len(code))
	for i, in := range code {
		if kept[i] && in.op().jumps() {
			targets[in.n()] = true
		}
	}
	last := -1
	for i, in := range code {
		if targets[i] { // even if the target was removed
			last = -1
		}
		if !kept[i] {
			continue
		}
		if last >= 0 {
			if both, ok := both(code[last], in, zero); ok {
				code[last], kept[i] = both, false
				last = -1
				continue
			}
		}
		last = i
	}
}

// both returns the instruction that is equivalent to two.
func both(first, second instruction, zero int) (instruction, bool) {
	switch {
	case first.op() != opMove:
	case second.op() == opMove:
		return encode(opMovePair, int(first.d()), int(first.a()), int(second.a()), int(second.d())), true
	case int(first.a()) == zero && second.op() >= opJumpLess && second.op() <= opJumpOther:
		o := second.op() - opJumpLess + opZeroJumpLess
		return encode(o, int(first.d()), int(second.a()), int(second.b()), second.n()), true
	}
	return 0, false
}
