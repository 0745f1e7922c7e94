package number

import (
	"math/big"
	"testing"
)

var roundings = []Rounding{Down, Up, HalfUp, HalfDown, ThirdDecimal, Floor, Ceiling}

// TestRoundingNames also checks that the tests know every mode.
func TestRoundingNames(t *testing.T) {
	want := []string{"down", "up", "half_up", "half_down", "third_decimal", "floor", "ceiling"}
	if len(want) != int(endOfRoundings)-1 {
		t.Fatalf("there are %d modes", endOfRoundings-1)
	}
	for i, m := range roundings {
		if m.String() != want[i] {
			t.Errorf("mode %d is %q, want %q", m, m, want[i])
		}
	}
}

// roundingCases are quotients with the results of each mode, in the order of
// roundings: down, up, half_up, half_down, third_decimal, floor, ceiling.
var roundingCases = []struct {
	a, d int64
	want [7]int64
}{
	{0, 7, [7]int64{0, 0, 0, 0, 0, 0, 0}},
	{14, 7, [7]int64{2, 2, 2, 2, 2, 2, 2}},
	{1, 10, [7]int64{0, 1, 0, 0, 0, 0, 1}},
	{4, 10, [7]int64{0, 1, 0, 0, 0, 0, 1}},
	{49, 100, [7]int64{0, 1, 0, 0, 0, 0, 1}},
	{5, 10, [7]int64{0, 1, 1, 0, 0, 0, 1}},
	{51, 100, [7]int64{0, 1, 1, 1, 0, 0, 1}},
	{56, 100, [7]int64{0, 1, 1, 1, 0, 0, 1}},
	{59, 100, [7]int64{0, 1, 1, 1, 0, 0, 1}},
	{599999, 1000000, [7]int64{0, 1, 1, 1, 0, 0, 1}},
	{6, 10, [7]int64{0, 1, 1, 1, 1, 0, 1}},
	{9, 10, [7]int64{0, 1, 1, 1, 1, 0, 1}},
	{-5, 10, [7]int64{0, -1, -1, 0, 0, -1, 0}},
	{5, -10, [7]int64{0, -1, -1, 0, 0, -1, 0}},
	{-5, -10, [7]int64{0, 1, 1, 0, 0, 0, 1}},
	{-56, 100, [7]int64{0, -1, -1, -1, 0, -1, 0}},
	{-6, 10, [7]int64{0, -1, -1, -1, -1, -1, 0}},
	{7, 3, [7]int64{2, 3, 2, 2, 2, 2, 3}},
	{-7, 3, [7]int64{-2, -3, -2, -2, -2, -3, -2}},
	{8, 3, [7]int64{2, 3, 3, 3, 3, 2, 3}},
	{-8, 3, [7]int64{-2, -3, -3, -3, -3, -3, -2}},
}

func TestQuotientsByTable(t *testing.T) {
	for _, c := range roundingCases {
		for i, mode := range roundings {
			if got, ok := Quo64(c.a, c.d, mode); !ok || got != c.want[i] {
				t.Errorf("Quo64(%d, %d, %v) = %d, %v; want %d", c.a, c.d, mode, got, ok, c.want[i])
			}
			if got, ok := QuoBig(big.NewInt(c.a), big.NewInt(c.d), mode); !ok || got.Cmp(big.NewInt(c.want[i])) != 0 {
				t.Errorf("QuoBig(%d, %d, %v) = %v, %v; want %d", c.a, c.d, mode, got, ok, c.want[i])
			}
			got, err := New(c.a, 0).Quo(New(c.d, 0), 0, mode)
			if err != nil || got != New(c.want[i], 0) {
				t.Errorf("%d / %d, %v = %v, %v; want %d", c.a, c.d, mode, got, err, c.want[i])
			}
		}
	}
}

// roundExpected rounds x by the definition of the mode.
func roundExpected(x *big.Rat, mode Rounding) *big.Int {
	return newQuotient(x).rounded(mode)
}

// quotient is a fraction prepared for rounding by every mode.
type quotient struct {
	truncated *big.Int
	sign      int64
	exact     bool
	half      int // |fraction| compared with 1/2
	digit     int64
}

func newQuotient(x *big.Rat) quotient {
	q := quotient{sign: int64(x.Sign()), exact: x.IsInt()}
	q.truncated = new(big.Int).Quo(x.Num(), x.Denom())
	if q.exact {
		q.half = -1
		return q
	}
	rest := new(big.Int).Rem(x.Num(), x.Denom())
	rest.Abs(rest)
	q.half = new(big.Int).Lsh(rest, 1).Cmp(x.Denom())
	rest.Mul(rest, big.NewInt(10))
	q.digit = rest.Quo(rest, x.Denom()).Int64()
	return q
}

func (q quotient) rounded(mode Rounding) *big.Int {
	away := false
	switch mode {
	case Down:
	case Up:
		away = !q.exact
	case HalfUp:
		away = q.half >= 0
	case HalfDown:
		away = q.half > 0
	case ThirdDecimal:
		away = q.digit >= 6
	case Floor:
		away = !q.exact && q.sign < 0
	case Ceiling:
		away = !q.exact && q.sign > 0
	default:
		panic(mode)
	}
	if !away {
		return q.truncated
	}
	return new(big.Int).Add(q.truncated, big.NewInt(q.sign))
}
