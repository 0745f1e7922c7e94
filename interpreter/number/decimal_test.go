package number

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// d parses a valid number.
func d(text string) Decimal {
	v, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return v
}

func rat(v Decimal) *big.Rat {
	return new(big.Rat).SetFrac(v.Coefficient(), PowerOfTen(v.Places()))
}

// TestDecimalPlaces checks how many decimals results have.
func TestDecimalPlaces(t *testing.T) {
	const long = "123456789012345678901234567890.12"
	cases := []struct {
		name string
		got  Decimal
		want string
	}{
		{"zero value", Decimal{}, "0"},
		{"new", New(300010, 2), "3000.10"},
		{"new below one", New(-5, 3), "-0.005"},
		{"from beyond int64", FromBig(limit(64), 2), "184467440737095516.16"},
		{"add keeps places", d("1.50").Add(d("1")), "2.50"},
		{"mul adds places", d("1.50").Mul(d("2.5")), "3.750"},
		{"trim", d("3000.10").Trim(), "3000.1"},
		{"trim stops at the point", d("3000.00").Trim(), "3000"},
		{"trim zero", d("0.000").Trim(), "0"},
		{"trim long", d(long + "000").Trim(), long},
		{"round long carries", d("99999999999999999999.95").Round(1, HalfUp), "100000000000000000000.0"},
		{"round long carries to the point", d("-99999999999999999999.6").Round(0, HalfUp), "-100000000000000000000"},
		{"trim long integer", d("123456789012345678000000.00").Trim(), "123456789012345678000000"},
	}
	for _, c := range cases {
		if got := c.got.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestDecimalQueries(t *testing.T) {
	if v, ok := d("2026.0").Int64(); !ok || v != 2026 {
		t.Errorf("Int64 of 2026.0 = %d, %v", v, ok)
	}
	if v, ok := d("2026.5").Int64(); ok {
		t.Errorf("Int64 of 2026.5 = %d", v)
	}
	if v, ok := d("3000.1").Units(2); !ok || v != 300010 {
		t.Errorf("Units of 3000.1 = %d, %v", v, ok)
	}
	for _, text := range []string{"3000.105", "92233720368547758.08"} {
		if v, ok := d(text).Units(2); ok {
			t.Errorf("Units of %s = %d", text, v)
		}
	}
	if v, ok := d("-92233720368547758.080").Units(2); !ok || v != math.MinInt64 {
		t.Errorf("Units of the smallest = %d, %v", v, ok)
	}
	if d("3000.10").Places() != 2 || d("3000.10").Coefficient().Int64() != 300010 {
		t.Error("Places or Coefficient is wrong")
	}
}

func TestDecimalIsImmutable(t *testing.T) {
	given := limit(100)
	v := FromBig(given, 0)
	want := v.String()
	given.SetInt64(1)
	v.Coefficient().SetInt64(2)
	v.Add(d("1"))
	v.Neg()
	v.Round(0, Up)
	v.Rescale(3)
	if _, err := v.Quo(d("3"), 2, HalfUp); err != nil {
		t.Error(err)
	}
	if v.String() != want {
		t.Errorf("%s became %s", want, v)
	}
}

// TestDecimalsAgree compares every operation with big.Rat.
func TestDecimalsAgree(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(20260101, 1))
	draw := func() Decimal {
		places := r.IntN(6)
		if r.IntN(4) == 0 {
			return FromBig(interesting128(r), places+r.IntN(40))
		}
		return New(interesting64(r), places)
	}
	for range propertyPairs() / 5 {
		a, b := draw(), draw()
		x, y := rat(a), rat(b)
		check := func(op string, got Decimal, want *big.Rat) {
			if rat(got).Cmp(want) != 0 || got.wide != nil && got.Coefficient().IsInt64() {
				t.Fatalf("%v %s %v = %v, want %v", a, op, b, got, want)
			}
		}
		check("+", a.Add(b), new(big.Rat).Add(x, y))
		check("-", a.Sub(b), new(big.Rat).Sub(x, y))
		check("*", a.Mul(b), new(big.Rat).Mul(x, y))
		check("neg", a.Neg(), new(big.Rat).Neg(x))
		check("abs", a.Abs(), new(big.Rat).Abs(x))
		check("trim", a.Trim(), x)
		if a.Cmp(b) != x.Cmp(y) || a.IsInteger() != x.IsInt() || a.Sign() != x.Sign() {
			t.Fatalf("Cmp(%v, %v) = %d, IsInteger %v, Sign %d", a, b, a.Cmp(b), a.IsInteger(), a.Sign())
		}
		places := r.IntN(12)
		unit := new(big.Rat).SetInt(PowerOfTen(places))
		rescaled, exact := a.Rescale(places)
		check("rescale", rescaled, x)
		if scaled := new(big.Rat).Mul(x, unit); exact != scaled.IsInt() || exact && rescaled.Places() != places {
			t.Fatalf("Rescale(%v, %d) = %v, %v", a, places, rescaled, exact)
		}
		for _, mode := range roundings {
			want := new(big.Rat).SetInt(roundExpected(new(big.Rat).Mul(x, unit), mode))
			rounded := a.Round(places, mode)
			check("round "+mode.String(), rounded, want.Quo(want, unit))
			if rounded.Places() != places {
				t.Fatalf("Round(%v, %d) has %d places", a, places, rounded.Places())
			}
			q, err := a.Quo(b, places, mode)
			if b.IsZero() && errors.Is(err, ErrDivisionByZero) {
				continue
			}
			if err != nil || q.Places() != places {
				t.Fatalf("%v / %v = %v, %v", a, b, q, err)
			}
			scaled := new(big.Rat).Quo(x, y)
			want.SetInt(roundExpected(scaled.Mul(scaled, unit), mode))
			check("/ "+mode.String(), q, want.Quo(want, unit))
		}
	}
}
