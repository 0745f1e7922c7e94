package machine

import "testing"

// TestDecidedJumps counts the conditional jumps and the operations that are left.
func TestDecidedJumps(t *testing.T) {
	set := func(b *Builder, cond *Cond, x Operand) Operand {
		return b.Select(cond, b.Add(x, b.Int(1)), x)
	}
	tests := map[string]struct {
		build                 func(b *Builder, x, y Operand) Operand
		jumps, sums, products int
	}{
		"within the same test": {func(b *Builder, x, y Operand) (v Operand) {
			v = x
			br := b.If(b.Less(x, y), func() bool { v = set(b, b.Less(x, y), x); return false }, func() bool { return false })
			return b.Join(br, v, x)
		}, 1, 1, 0},
		"after another constant": {func(b *Builder, x, y Operand) (v Operand) {
			br := b.If(b.Same(x, b.Int(1)), func() bool { v = set(b, b.Same(x, b.Int(2)), y); return false }, func() bool { return false })
			return b.Join(br, v, x)
		}, 1, 1, 0},
		"beyond a limit": {func(b *Builder, x, y Operand) (v Operand) {
			br := b.If(b.Less(x, b.Int(1)), func() bool { v = set(b, b.LessOrSame(b.Int(5), x), y); return false }, func() bool { return false })
			return b.Join(br, v, x)
		}, 1, 1, 0},
		"not where both ways meet": {func(b *Builder, x, y Operand) Operand {
			z := set(b, b.Less(x, y), x)
			return set(b, b.Less(b.Int(3), y), z)
		}, 2, 2, 0},
		"the same sum twice": {func(b *Builder, x, y Operand) Operand {
			return b.Mul(b.Add(x, y), b.Add(x, y))
		}, 0, 1, 1},
		"not from a side that may not run": {func(b *Builder, x, y Operand) (v Operand) {
			br := b.If(b.Less(x, y), func() bool { v = b.Add(x, b.Int(1)); return false }, func() bool { return false })
			return b.Mul(b.Join(br, v, x), b.Add(x, b.Int(1)))
		}, 1, 2, 1},
		"factors": {func(b *Builder, x, y Operand) Operand {
			return b.Mul(b.Mul(b.Int(3), b.Mul(x, b.Int(5))), y)
		}, 0, 0, 2},
		"factors beyond 64 bits": {func(b *Builder, x, y Operand) Operand {
			return b.Mul(b.Mul(x, b.Big(power(40, 0))), b.Big(power(40, 0)))
		}, 0, 0, 2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			b := NewBuilder()
			b.Output(test.build(b, b.Input(0), b.Input(1)))
			p, err := b.Program(2)
			if err != nil {
				t.Fatal(err)
			}
			jumps, sums, products := 0, 0, 0
			for _, in := range p.code {
				switch o := in.op(); {
				case o.jumps() && o != opJump:
					jumps++
				case o == opAdd:
					sums++
				case o == opMul:
					products++
				}
			}
			if jumps != test.jumps || sums != test.sums || products != test.products {
				t.Errorf("%d jumps, %d sums, %d products", jumps, sums, products)
			}
		})
	}
}
