package machine

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/number"
)

var update = flag.Bool("update", false, "write the golden files")

func TestFolding(t *testing.T) {
	b := NewBuilder()
	x, y := b.Input(0), b.Input(1)
	k := b.Int
	table := []*big.Int{big.NewInt(5), big.NewInt(6)}
	block := b.Host(0, nil, 2)
	huge := b.Big(power(maxBits-1, 0))
	tests := map[string]struct{ got, want Value }{
		"sum of constants":        {b.Add(k(2), k(3)), k(5)},
		"x + 0":                   {b.Add(x, k(0)), x},
		"0 + x":                   {b.Add(k(0), x), x},
		"x - 0":                   {b.Sub(x, k(0)), x},
		"x - x":                   {b.Sub(x, x), k(0)},
		"0 - x":                   {b.Sub(k(0), x), b.Neg(x)},
		"product of constants":    {b.Mul(k(math.MaxInt64), k(2)), b.Big(power(64, -2))},
		"x * 0":                   {b.Mul(x, k(0)), k(0)},
		"1 * x":                   {b.Mul(k(1), x), x},
		"-(-3)":                   {b.Neg(k(-3)), k(3)},
		"|-3|":                    {b.Abs(k(-3)), k(3)},
		"min of constants":        {b.Min(k(3), k(-3)), k(-3)},
		"min of one":              {b.Min(x, x), x},
		"max of constants":        {b.Max(k(3), k(-3)), k(3)},
		"max of one":              {b.Max(x, x), x},
		"quotient of constants":   {b.Quo(k(-7), k(2), number.Down), k(-3)},
		"up":                      {b.Quo(k(-7), k(2), number.Up), k(-4)},
		"x / 1":                   {b.Quo(x, k(1), number.HalfUp), x},
		"0 / 5":                   {b.Quo(k(0), k(5), number.Up), k(0)},
		"constant entry":          {b.Table(table, k(1)), k(6)},
		"equal tables":            {b.Table([]*big.Int{big.NewInt(5), big.NewInt(6)}, x), b.Table(table, x)},
		"constant element":        {b.Element(block, k(1)), block[1]},
		"x limited by y":          {b.Select(b.Less(y, x), y, x), b.Min(y, x)},
		"x limited by y, same":    {b.Select(b.LessOrSame(y, x), y, x), b.Min(y, x)},
		"x at least y":            {b.Select(b.Less(x, y), y, x), b.Max(y, x)},
		"x, else a smaller y":     {b.Select(b.Less(x, y), x, y), b.Min(x, y)},
		"a choice that is none":   {b.Select(b.Less(x, y), x, x), x},
		"a choice that is known":  {b.Select(b.Less(k(2), k(1)), x, y), y},
		"x < x":                   {b.Bool(b.Less(x, x)), k(0)},
		"x <= x":                  {b.Bool(b.LessOrSame(x, x)), k(1)},
		"x == x":                  {b.Bool(b.Same(x, x)), k(1)},
		"x != x":                  {b.Bool(b.Other(x, x)), k(0)},
		"not true":                {b.Bool(Not(True())), k(0)},
		"false and what is not":   {b.Bool(b.And(False(), func() *Cond { panic("built") })), k(0)},
		"true or what is not":     {b.Bool(b.Or(True(), func() *Cond { panic("built") })), k(1)},
		"true and known":          {b.Bool(b.And(True(), func() *Cond { return b.Less(k(1), k(2)) })), k(1)},
		"unknown and false":       {b.Bool(b.And(b.Less(x, y), False)), k(0)},
		"unknown or true":         {b.Bool(b.Or(b.Less(x, y), True)), k(1)},
		"constants out of bounds": {b.Mul(huge, huge), b.Mul(huge, huge)},
	}
	for name, test := range tests {
		if got, want := shape(test.got), shape(test.want); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	for name, v := range map[string]Value{
		"1 / 0": b.Quo(k(1), k(0), number.Down), "0 / 0": b.Quo(k(0), k(0), number.Down),
		"0 / x": b.Quo(k(0), x, number.Down), "an entry outside": b.Table(table, k(2)),
		"a product beyond use": b.Mul(huge, huge),
	} {
		if _, known := v.Constant(); known {
			t.Errorf("%s: folded, and cannot fail any more", name)
		}
	}
}

// shape shows how a value is computed.
func shape(v Value) string {
	if v == nil {
		return ""
	}
	return fmt.Sprintf("%d.%d%v(%s,%s)", v.op, v.n, v.k, shape(v.a), shape(v.b))
}

// TestListings compares the code of small programs with golden files.
func TestListings(t *testing.T) {
	tests := map[string]func(b *Builder){
		"limit": func(b *Builder) { // if x > y then x = y
			x, y := b.Input(0), b.Input(1)
			r := b.If(b.Less(y, x), func() bool { return false }, func() bool { return false })
			b.Output(b.Join(r, y, x))
		},
		"chain": func(b *Builder) { // if x < 10 then y = 1 else if x < 20 then y = x * 2 else y = 3
			x := b.Input(0)
			var double, inner Value
			r := b.If(b.Less(x, b.Int(10)), func() bool { return false }, func() bool {
				s := b.If(b.Less(x, b.Int(20)), func() bool { double = b.Mul(x, b.Int(2)); return false }, func() bool { return false })
				inner = b.Join(s, double, b.Int(3))
				return false
			})
			b.Output(b.Join(r, b.Int(1), inner))
		},
		"replace": func(b *Builder) { // y = x * 3; if y > 100 then y = y - 5
			y := b.Mul(b.Input(0), b.Int(3))
			var less Value
			r := b.If(b.Less(b.Int(100), y), func() bool { less = b.Sub(y, b.Int(5)); return false }, func() bool { return false })
			b.Output(b.Join(r, less, y))
		},
		"dead": func(b *Builder) { // only the failure is left
			x := b.Input(0)
			b.Quo(x, b.Int(0), number.Down)
			b.Loop(b.Int(0), x, 1, []Value{x}, func(a Value, h []Value) []Value { return []Value{b.Add(h[0], a)} })
			b.Select(b.Less(x, b.Int(5)), b.Int(1), b.Int(2))
			b.If(b.Less(x, b.Int(0)), func() bool { b.Fail(7); return true }, func() bool { return false })
		},
		"loop": func(b *Builder) { // Fibonacci's numbers and the sum of a list
			carried := b.Loop(b.Input(0), b.Input(1), 1, []Value{b.Int(0), b.Int(0), b.Int(1)}, func(a Value, h []Value) []Value {
				return []Value{b.Add(h[0], b.Heap(a, 0)), h[2], b.Add(h[1], h[2])}
			})
			b.Output(carried[0])
			b.Output(carried[1])
		},
	}
	for name, build := range tests {
		b := NewBuilder()
		build(b)
		p, err := b.Program(2)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name, p.String())
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != strings.ReplaceAll(string(want), "\r\n", "\n") {
		t.Errorf("%s: got\n%swant\n%s", name, got, want)
	}
}

func TestTooLong(t *testing.T) {
	b := NewBuilder()
	b.Count(maxNumber)
	if _, err := b.Program(0); !errors.Is(err, errTooLong) {
		t.Errorf("a site beyond the instructions: %v", err)
	}
}
