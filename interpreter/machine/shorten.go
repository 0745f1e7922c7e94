package machine

// jumps reports whether an operation may go on elsewhere, to n.
func (o op) jumps() bool { return o >= opJump && o <= opJumpOther }

// goesOn reports whether the instruction behind may be next.
func (o op) goesOn() bool { return o != opJump && o != opHalt && o != opFail }

// idle reports a move within a slot.
func (in instruction) idle() bool { return in.op() == opMove && in.d() == in.a() }

// shorten drops what allocation left without effect: moves within a slot, jumps
// to jumps or to the next instruction, and what is never reached.
func shorten(code []instruction) []instruction {
	for i := len(code) - 1; i >= 0; i-- { // so that chains of jumps are short
		if in := code[i]; in.op().jumps() {
			code[i] = in.to(destination(code, in.n()))
		}
	}
	kept := reached(code)
	next := len(code) // the next instruction that is kept
	behind := make([]int, len(code)+1)
	behind[len(code)] = next
	for i := len(code) - 1; i >= 0; i-- {
		in := code[i]
		if in.idle() || in.op() == opJump && in.n() > i && behind[in.n()] == next {
			kept[i] = false
		}
		if kept[i] {
			next = i
		}
		behind[i] = next
	}
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

// destination follows jumps to jumps. Only a loop that does nothing leads
// around, and there is none.
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

// reached marks what a run may come to.
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
