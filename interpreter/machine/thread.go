package machine

import (
	"math/big"
	"slices"
)

// orders is the set of the orders that two slots can still have.
type orders uint8

const (
	below orders = 1 << iota
	equal
	above
	anyOrder = below | equal | above
)

// wanted returns the orders for which a conditional jump jumps.
func (o op) wanted() orders {
	return [...]orders{less: below, lessOrSame: below | equal, same: equal, other: below | above}[o.test()]
}

// reversed returns the orders of b to a for those of a to b.
func (o orders) reversed() orders { return o&equal | o&below<<2 | o&above>>2 }

// order returns the set of the order of two numbers.
func order(x, y *big.Int) orders { return orders(1) << (x.Cmp(y) + 1) }

// fact is what is known of two slots at an instruction.
type fact struct {
	a, b uint
	may  orders
}

// maxFacts bounds what is known at an instruction, so that a long program is compiled fast.
const maxFacts = 24

// threader finds the conditional jumps whose outcome earlier ones decide. Jumps go forward,
// except those to the head of a loop, where nothing is known.
type threader struct {
	code      []instruction
	constants []*big.Int // from slot inputs on
	inputs    uint
	at        [][]fact // by instruction, what its jumps know
	reached   []bool   // by instruction, by a jump
}

// thread sends each jump past the tests that it decides, and removes those that are decided on
// all ways to them.
func (p *Program) thread(code []instruction) {
	t := &threader{code: code, constants: p.constants, inputs: uint(p.inputs), at: make([][]fact, len(code)), reached: make([]bool, len(code))}
	heads := make([]bool, len(code))
	for i, in := range code {
		if in.op().jumps() && in.n() <= i {
			heads[in.n()] = true
		}
	}
	var facts []fact
	falls := true // from the instruction before
	for i, in := range code {
		switch {
		case heads[i]:
			facts = nil
		case falls && t.reached[i]:
			facts = common(facts, t.at[i])
		case t.reached[i]:
			facts = t.at[i]
		case !falls:
			continue
		}
		t.at[i], falls = nil, in.op().goesOn()
		switch {
		case in.op() == opJump:
			t.jump(i, facts)
		case in.op().jumps():
			facts, falls = t.test(i, facts)
		default:
			facts = t.after(in, facts)
		}
	}
}

// test decides a conditional jump, or returns what is known where it does not jump, and whether
// it may not.
func (t *threader) test(i int, facts []fact) (rest []fact, falls bool) {
	in := t.code[i]
	may, want := t.between(in.a(), in.b(), facts), in.op().wanted()
	switch {
	case may&want == 0:
		t.code[i] = encode(opMove, 0, 0, 0, 0) // idle
		return facts, true
	case may&^want == 0:
		t.code[i] = encode(opJump, 0, 0, 0, in.n())
		t.jump(i, facts)
		return nil, false
	}
	t.jump(i, with(facts, in.a(), in.b(), may&want))
	return with(facts, in.a(), in.b(), may&^want), true
}

// jump sends a jump to the first instruction that its facts do not decide.
func (t *threader) jump(i int, facts []fact) {
	to := t.code[i].n()
	for to > i {
		in, next := t.code[to], to+1
		switch {
		case in.op() == opJump:
			next = in.n()
		case in.op().jumps():
			may, want := t.between(in.a(), in.b(), facts), in.op().wanted()
			if may&^want == 0 {
				next = in.n()
			} else if may&want != 0 {
				next = to
			}
		case !in.idle():
			next = to
		}
		if next <= to {
			break
		}
		to = next
	}
	t.code[i] = t.code[i].to(to)
	if t.reached[to] {
		facts = common(facts, t.at[to])
	}
	t.at[to], t.reached[to] = facts, true
}

// after returns what is known after an instruction that does not jump.
func (t *threader) after(in instruction, facts []fact) []fact {
	if in.idle() || in.op() == opEmit || in.op() == opCount || in.op() == opHalt {
		return facts
	}
	d, a := in.d(), in.a()
	kept := make([]fact, 0, len(facts)+1)
	for _, f := range facts {
		if f.a != d && f.b != d {
			kept = append(kept, f)
		}
	}
	if in.op() != opMove {
		return kept
	}
	if t.constant(a) != nil {
		return with(kept, d, a, equal)
	}
	for _, f := range slices.Clone(kept) {
		switch a {
		case f.a:
			kept = with(kept, d, f.b, f.may)
		case f.b:
			kept = with(kept, f.a, d, f.may)
		}
	}
	return kept
}

// constant returns the constant in a slot; nil for another slot.
func (t *threader) constant(slot uint) *big.Int {
	if i := slot - t.inputs; slot >= t.inputs && i < uint(len(t.constants)) {
		return t.constants[i]
	}
	return nil
}

// between returns the orders that two slots can have.
func (t *threader) between(a, b uint, facts []fact) orders {
	x, y := t.constant(a), t.constant(b)
	switch {
	case a == b:
		return equal
	case x != nil && y != nil:
		return order(x, y)
	case x != nil:
		return t.between(b, a, facts).reversed()
	}
	may := anyOrder
	for _, f := range facts {
		if f.b == a {
			f.a, f.b, f.may = f.b, f.a, f.may.reversed()
		}
		if f.a != a {
			continue
		}
		if f.b == b {
			may &= f.may
		} else if z := t.constant(f.b); z != nil && y != nil { // distinct, and a is on one side of z
			if side := order(z, y); f.may&^(side|equal) == 0 {
				may &= side
			}
		}
	}
	return may
}

// with returns facts with one more, in place of what was known of its slots.
func with(facts []fact, a, b uint, may orders) []fact {
	list := make([]fact, 0, len(facts)+1)
	for _, f := range facts {
		if !(f.a == a && f.b == b || f.a == b && f.b == a) {
			list = append(list, f)
		}
	}
	if len(list) == maxFacts {
		list = list[1:]
	}
	return append(list, fact{a, b, may})
}

// common returns what is known on both of two ways.
func common(x, y []fact) (both []fact) {
	for _, f := range x {
		for _, g := range y {
			if g.a == f.b && g.b == f.a {
				g.a, g.b, g.may = f.a, f.b, g.may.reversed()
			}
			if g.a == f.a && g.b == f.b && f.may|g.may != anyOrder {
				both = append(both, fact{f.a, f.b, f.may | g.may})
				break
			}
		}
	}
	return both
}
