package machine

// jumps reports whether an operation may go on elsewhere, to n.
func (o op) jumps() bool { return o >= opJump && o <= opJumpOther }

// goesOn reports whether the instruction behind may be next.
func (o op) goesOn() bool { return o != opJump && o != opHalt && o != opFail }

// shorten drops what allocation left without effect: moves within a slot, jumps
// to jumps or to the next instruction, and what is never reached.
func shorten(code []instruction) []instruction {
	for i := len(code) - 1; i >= 0; i-- { // so that chains of jumps are short
		if code[i].op.jumps() {
			code[i].n = int32(destination(code, int(code[i].n)))
		}
	}
	kept := reached(code)
	next := len(code) // the next instruction that is kept
	behind := make([]int, len(code)+1)
	behind[len(code)] = next
	for i := len(code) - 1; i >= 0; i-- {
		in := &code[i]
		if in.op == opMove && in.d == in.a || in.op == opJump && int(in.n) > i && behind[in.n] == next {
			kept[i] = false
		}
		if kept[i] {
			next = i
		}
		behind[i] = next
	}
	position := make([]int32, len(code)+1)
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
		if in.op.jumps() {
			in.n = position[in.n]
		}
		short = append(short, in)
	}
	return short
}

// destination follows jumps to jumps. Only a loop that does nothing leads
// around, and there is none.
func destination(code []instruction, to int) int {
	for code[to].op == opJump || code[to].op == opMove && code[to].d == code[to].a {
		if code[to].op == opJump {
			to = int(code[to].n)
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
			if code[at].op.jumps() {
				list = append(list, int(code[at].n))
			}
			if !code[at].op.goesOn() {
				break
			}
		}
	}
	return marks
}
