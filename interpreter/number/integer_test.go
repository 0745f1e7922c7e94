package number

import (
	"math"
	"math/big"
	"testing"
)

// TestLimits64 tests operations at the limits of int64.
func TestLimits64(t *testing.T) {
	const largest, smallest = math.MaxInt64, math.MinInt64
	add, sub, mul := Add64, Sub64, Mul64
	neg := func(a, _ int64) (int64, bool) { return Neg64(a) }
	quo := func(a, d int64) (int64, bool) { return Quo64(a, d, HalfUp) }
	cases := []struct {
		name string
		op   func(a, b int64) (int64, bool)
		a, b int64
		want int64
		ok   bool
	}{
		{"below the largest", add, largest - 2, 1, largest - 1, true},
		{"at the largest", add, largest - 1, 1, largest, true},
		{"above the largest", add, largest, 1, 0, false},
		{"twice the largest", add, largest, largest, 0, false},
		{"at the smallest", add, smallest + 1, -1, smallest, true},
		{"below the smallest", add, smallest, -1, 0, false},
		{"twice the smallest", add, smallest, smallest, 0, false},
		{"the smallest less itself", sub, smallest, smallest, 0, true},
		{"minus the smallest", sub, 0, smallest, 0, false},
		{"-1 less the smallest", sub, -1, smallest, largest, true},
		{"at the smallest", sub, smallest + 1, 1, smallest, true},
		{"below the smallest", sub, smallest, 1, 0, false},
		{"above the largest", sub, largest, -1, 0, false},
		{"below 2^63", mul, 3037000499, 3037000499, 9223372030926249001, true},
		{"above 2^63", mul, 3037000500, 3037000500, 0, false},
		{"2^62 twice", mul, 1 << 62, 2, 0, false},
		{"-2^62 twice", mul, -1 << 62, 2, smallest, true},
		{"smallest by -1", mul, smallest, -1, 0, false},
		{"-1 by smallest", mul, -1, smallest, 0, false},
		{"smallest by 1", mul, smallest, 1, smallest, true},
		{"largest by -1", mul, largest, -1, -largest, true},
		{"product of 2^64", mul, 1 << 32, 1 << 32, 0, false},
		{"neg of the smallest", neg, smallest, 0, 0, false},
		{"neg of the largest", neg, largest, 0, -largest, true},
		{"neg of zero", neg, 0, 0, 0, true},
		{"by zero", quo, 1, 0, 0, false},
		{"zero by zero", quo, 0, 0, 0, false},
		{"smallest / -1", quo, smallest, -1, 0, false},
		{"largest / -1", quo, largest, -1, -largest, true},
		{"smallest / smallest", quo, smallest, smallest, 1, true},
		{"largest / smallest", quo, largest, smallest, -1, true},
		{"half of smallest", quo, 1 << 62, smallest, -1, true},
		{"below half of smallest", quo, 1<<62 - 1, smallest, 0, true},
	}
	for _, c := range cases {
		got, ok := c.op(c.a, c.b)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%s: of %d and %d: %d, %v; want %d, %v", c.name, c.a, c.b, got, ok, c.want, c.ok)
		}
	}
}

func TestInvalidRoundingIsNotOK(t *testing.T) {
	for _, mode := range []Rounding{0, endOfRoundings} {
		if _, ok := Quo64(6, 3, mode); ok {
			t.Errorf("Quo64 takes mode %v", mode)
		}
		if _, ok := QuoBig(big.NewInt(6), big.NewInt(3), mode); ok {
			t.Errorf("QuoBig takes mode %v", mode)
		}
	}
}

// TestQuoBigLeavesItsOperands checks that the result is new, and that zero has no sign.
func TestQuoBigLeavesItsOperands(t *testing.T) {
	a, d := big.NewInt(-1), big.NewInt(3)
	q, ok := QuoBig(a, d, Down)
	if !ok || q.Sign() != 0 {
		t.Errorf("-1 / 3 down = %v, %v", q, ok)
	}
	q.SetInt64(7)
	if a.Int64() != -1 || d.Int64() != 3 {
		t.Errorf("operands changed to %v and %v", a, d)
	}
	if q, ok := QuoBig(a, new(big.Int), Down); ok {
		t.Errorf("-1 / 0 = %v", q)
	}
}

var benchmarkSink int64

func BenchmarkAdd64(b *testing.B) {
	v, ok := int64(1), true
	for b.Loop() {
		if v, ok = Add64(v, 3); !ok {
			v = 1
		}
	}
	benchmarkSink = v
}

func BenchmarkMul64(b *testing.B) {
	v, ok := int64(1), true
	for b.Loop() {
		if v, ok = Mul64(v, 3); !ok {
			v = 1
		}
	}
	benchmarkSink = v
}

func BenchmarkQuo64(b *testing.B) {
	for _, mode := range roundings {
		b.Run(mode.String(), func(b *testing.B) {
			a, d := int64(123456789), int64(1200)
			for b.Loop() {
				q, _ := Quo64(a, d, mode)
				a += q & 1
			}
			benchmarkSink = a
		})
	}
}

func BenchmarkQuoBig(b *testing.B) {
	var sign int
	a, d := big.NewInt(123456789), big.NewInt(1200)
	for b.Loop() {
		q, _ := QuoBig(a, d, HalfUp)
		sign += q.Sign()
	}
	benchmarkSink = int64(sign)
}
