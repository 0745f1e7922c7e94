package number

import (
	"fmt"
	"math"
	"math/big"
	"testing"
)

// TestLimits64 crosses the limits of int64 on purpose.
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
	if got, ok := MulQuo64(largest, 2, 2, Down); ok {
		t.Errorf("a product beyond int64 gives %d", got)
	}
}

func TestInvalidRoundingIsNotOK(t *testing.T) {
	for _, mode := range []Rounding{0, endOfRoundings} {
		if _, ok := Quo64(6, 3, mode); ok {
			t.Errorf("Quo64 takes mode %v", mode)
		}
		if _, ok := MulQuo64(6, 1, 3, mode); ok {
			t.Errorf("MulQuo64 takes mode %v", mode)
		}
		if _, ok := (Int128{lo: 6}).Quo(Int128{lo: 3}, mode); ok {
			t.Errorf("Int128.Quo takes mode %v", mode)
		}
		if _, ok := (Wide{}.FromInt64(6)).Quo(Wide{}.FromInt64(3), mode); ok {
			t.Errorf("Wide.Quo takes mode %v", mode)
		}
	}
}

// TestLimits128 crosses the limits of Int128 on purpose, where Wide goes on.
func TestLimits128(t *testing.T) {
	largest := "170141183460469231731687303715884105727"
	smallest := "-170141183460469231731687303715884105728"
	const tooLarge = ""
	cases := []struct{ op, a, b, want string }{
		{"+", largest, "-1", "170141183460469231731687303715884105726"},
		{"+", "170141183460469231731687303715884105726", "1", largest},
		{"+", largest, "1", tooLarge},
		{"+", smallest, "-1", tooLarge},
		{"+", "18446744073709551615", "1", "18446744073709551616"},
		{"+", "-18446744073709551616", "-1", "-18446744073709551617"},
		{"-", smallest, smallest, "0"},
		{"-", "0", smallest, tooLarge},
		{"-", "-1", smallest, largest},
		{"-", smallest, "1", tooLarge},
		{"-", largest, "-1", tooLarge},
		{"*", "85070591730234615865843651857942052864", "2", tooLarge},
		{"*", "-85070591730234615865843651857942052864", "2", smallest},
		{"*", "9223372036854775808", "-18446744073709551616", smallest},
		{"*", "9223372036854775808", "18446744073709551616", tooLarge},
		{"*", "13043817825332782212", "13043817825332782212", "170141183460469231722567801800623612944"},
		{"*", "13043817825332782213", "13043817825332782213", tooLarge},
		{"*", "18446744073709551616", "18446744073709551616", tooLarge},
		{"*", smallest, "-1", tooLarge},
		{"*", smallest, "1", smallest},
		{"*", largest, "0", "0"},
		{"neg", smallest, "0", tooLarge},
		{"neg", largest, "0", "-170141183460469231731687303715884105727"},
		{"/", smallest, "-1", tooLarge},
		{"/", smallest, "1", smallest},
		{"/", largest, "-1", "-170141183460469231731687303715884105727"},
		{"/", smallest, smallest, "1"},
		{"/", largest, smallest, "-1"},
		{"/", largest, "18446744073709551616", "9223372036854775808"},
		{"/", largest, "2", "85070591730234615865843651857942052864"},
		{"/", smallest, "18446744073709551617", "-9223372036854775808"},
	}
	for _, c := range cases {
		t.Run(c.a+c.op+c.b, func(t *testing.T) {
			got, ok := operate[Int128](t, c.op, c.a, c.b)
			if ok != (c.want != tooLarge) || ok && got != c.want {
				t.Errorf("Int128: %s, %v; want %q", got, ok, c.want)
			}
			got, ok = operate[Wide](t, c.op, c.a, c.b)
			if !ok || c.want != tooLarge && got != c.want {
				t.Errorf("Wide: %s, %v; want %q", got, ok, c.want)
			}
		})
	}
}

func operate[T Integer[T]](t *testing.T, op, a, b string) (string, bool) {
	t.Helper()
	x, y := parseInteger[T](t, a), parseInteger[T](t, b)
	var z T
	var ok bool
	switch op {
	case "+":
		z, ok = x.Add(y)
	case "-":
		z, ok = x.Sub(y)
	case "*":
		z, ok = x.Mul(y)
	case "/":
		z, ok = x.Quo(y, HalfUp)
	case "neg":
		z, ok = x.Neg()
	default:
		t.Fatalf("operation %q", op)
	}
	return z.String(), ok
}

func parseInteger[T Integer[T]](t *testing.T, digits string) T {
	t.Helper()
	v, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		t.Fatalf("no integer: %q", digits)
	}
	var zero T
	z, ok := zero.FromBigInt(v)
	if !ok || z.String() != digits || z.BigInt().Cmp(v) != 0 {
		t.Fatalf("%T: %s comes back as %v, %v", zero, digits, z, ok)
	}
	return z
}

func TestConversionLimits(t *testing.T) {
	for power := uint(60); power <= 130; power++ {
		for delta := int64(-2); delta <= 2; delta++ {
			v := new(big.Int).Add(limit(power), big.NewInt(delta))
			for range 2 {
				v.Neg(v)
				n, ok := Int128{}.FromBigInt(v)
				if ok != fits(v, 128) || ok && n.BigInt().Cmp(v) != 0 {
					t.Errorf("Int128 of %v is %v, %v", v, n, ok)
				}
				if small, smallOK := n.Int64(); ok && (smallOK != v.IsInt64() || smallOK && small != v.Int64()) {
					t.Errorf("int64 of Int128 %v is %d, %v", v, small, smallOK)
				}
				w, _ := Wide{}.FromBigInt(v)
				if w.BigInt().Cmp(v) != 0 || w.String() != v.String() {
					t.Errorf("Wide of %v is %v", v, w)
				}
				if small, smallOK := w.Int64(); smallOK != v.IsInt64() || smallOK && small != v.Int64() {
					t.Errorf("int64 of Wide %v is %d, %v", v, small, smallOK)
				}
			}
		}
	}
}

// TestWideIsPlain checks what the decimals below may get wrong: a zero with a
// sign, an exponent, digits lost at 16 places, an operand changed.
func TestWideIsPlain(t *testing.T) {
	w := func(v int64) Wide { return Wide{}.FromInt64(v) }
	minus := w(-1)
	zero, _ := minus.Mul(w(0))
	if zero.String() != "0" || zero.Cmp(Wide{}) != 0 || zero.Sign() != 0 {
		t.Errorf("-1 * 0 = %v", zero)
	}
	small, _ := minus.Quo(w(3), Down)
	if small.String() != "0" || small.Sign() != 0 {
		t.Errorf("-1 / 3 down = %v", small)
	}
	product := w(1)
	for range 30 {
		product, _ = product.Mul(w(1000))
	}
	sum, _ := product.Add(w(1))
	want := fmt.Sprintf("1%089d1", 0)
	if sum.String() != want || sum.n.Scale() != 0 {
		t.Errorf("10^90 + 1 = %v, scale %d", sum, sum.n.Scale())
	}
	third, _ := sum.Quo(w(3), HalfUp)
	back, _ := third.Mul(w(3))
	rest, _ := sum.Sub(back)
	if rest.String() != "-1" { // 10^90+1 leaves 2 when divided by 3
		t.Errorf("what a third of 10^90+1 leaves is %v", rest)
	}
	if product.String() != fmt.Sprintf("1%090d", 0) || minus.String() != "-1" {
		t.Errorf("operands changed to %v and %v", product, minus)
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
	for _, mode := range Roundings() {
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

func BenchmarkInt128Quo(b *testing.B) {
	var sign int
	a, d := Int128{hi: 123, lo: 456789}, Int128{lo: 1200}
	for b.Loop() {
		q, _ := a.Quo(d, HalfUp)
		sign += q.Sign()
	}
	benchmarkSink = int64(sign)
}

func BenchmarkWideQuo(b *testing.B) {
	var sign int
	a, d := Wide{}.FromInt64(123456789), Wide{}.FromInt64(1200)
	for b.Loop() {
		q, _ := a.Quo(d, HalfUp)
		sign += q.Sign()
	}
	benchmarkSink = int64(sign)
}
