package machine

import (
	"errors"
	"math"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
)

// TestSizes builds large and deep programs, which would take minutes if a stage were
// quadratic.
func TestSizes(t *testing.T) {
	tests := map[string]struct {
		build func(b *Builder) Value
		input int64
		want  int64
	}{
		"100,000 in a row": {func(b *Builder) Value {
			x := b.Input(0)
			for i := range 50000 {
				x = b.Sub(b.Input(0), b.Quo(x, b.Int(int64(i%7+2)), number.Down))
			}
			return x
		}, 10, 9},
		"values that all live until the end": {func(b *Builder) Value {
			var values []Value
			for i := range 3000 {
				values = append(values, b.Mul(b.Input(0), b.Int(int64(i%900+2))))
			}
			x := b.Int(0)
			for _, v := range values {
				x = b.Add(x, v)
			}
			return x
		}, 1, 1264500},
		"ifs in ifs": {func(b *Builder) Value { return nestedIfs(b, 20000, b.Input(0)) }, 5, 5 + 20000},
		"else-ifs":   {func(b *Builder) Value { return elseIfs(b, 1500) }, 1499, 1499 * 3},
		"ifs in a row": {func(b *Builder) Value {
			x := b.Input(0)
			for i := range 20000 {
				next := b.Add(b.Input(0), b.Int(1))
				r := b.If(b.Same(x, b.Int(int64(i%500))), func() bool { b.Count(0); return false }, func() bool { return false })
				x = b.Join(r, next, x)
			}
			return x
		}, 7, 8},
		"loops in loops": {func(b *Builder) Value { return nestedLoops(b, 300, b.Input(0)) }, 3, 4},
		"a long condition": {func(b *Builder) Value {
			c := b.Less(b.Input(0), b.Int(0))
			for i := range 20000 {
				c = b.Or(c, func() *Cond { return b.Same(b.Mul(b.Input(0), b.Int(int64(i%500))), b.Int(499*4)) })
			}
			return b.Bool(c)
		}, 4, 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			b := NewBuilder()
			b.Output(test.build(b))
			p, err := b.Program(1)
			if err != nil {
				t.Fatal(err)
			}
			f := p.Frame()
			f.Set(0, test.input)
			if err := f.Run(); err != nil {
				t.Fatal(err)
			}
			if got, _ := f.Output(0); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

func nestedIfs(b *Builder, depth int, x Value) Value {
	if depth == 0 {
		return x
	}
	var then Value
	r := b.If(b.Less(x, b.Int(1000000)), func() bool { then = nestedIfs(b, depth-1, b.Add(x, b.Int(1))); return false }, func() bool { return false })
	return b.Join(r, then, b.Int(0))
}

func elseIfs(b *Builder, n int64) Value {
	if n == 0 {
		return b.Int(-1)
	}
	var els Value
	r := b.If(b.Same(b.Input(0), b.Int(n)), func() bool { return false }, func() bool { els = elseIfs(b, n-1); return false })
	return b.Join(r, b.Int(n*3), els)
}

func nestedLoops(b *Builder, depth int, x Value) Value {
	if depth == 0 {
		return b.Add(x, b.Int(1))
	}
	return b.Loop(b.Int(0), b.Int(1), 1, []Value{x}, func(address Value, heads []Value) []Value {
		return []Value{nestedLoops(b, depth-1, heads[0])}
	})[0]
}

func TestTooManyValues(t *testing.T) {
	b := NewBuilder()
	for i := range int64(maxSlots) {
		b.Output(b.Int(math.MaxInt64 - i))
	}
	if _, err := b.Program(1); !errors.Is(err, errTooManySlots) {
		t.Errorf("got %v", err)
	}
}
