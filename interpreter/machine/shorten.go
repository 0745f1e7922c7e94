package machine

import "slices"

func (o op) jumps() bool { return o >= opJump && o <= opJumpOther }

// shorten is the peephole optimiser. It removes moves within a slot and jumps to the next
// instruction, and merges pairs of moves.
func shorten(code []instruction) []instruction {
	kept := slices.Repeat([]bool{true}, len(code))
	next := len(code) // the next instruction that is kept
	after := make([]int, len(code)+1)
	after[len(code)] = next
	for i := len(code) - 1; i >= 0; i-- {
		in := code[i]
		if in.op() == opMove && in.d() == in.a() || in.op() == opJump && in.n() > i && after[in.n()] == next {
			kept[i] = false
		}
		if kept[i] {
			next = i
		}
		after[i] = next
	}
	pair(code, kept)
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

// pair merges two moves if the second is not a jump target.
func pair(code []instruction, kept []bool) {
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
		if in.op() != opMove {
			last = -1
		} else if last >= 0 {
			first := code[last]
			code[last], kept[i] = encode(opMovePair, int(first.d()), int(first.a()), int(in.a()), int(in.d())), false
			last = -1
		} else {
			last = i
		}
	}
}
