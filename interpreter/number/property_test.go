package number

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"
)

const propertyWorkers = 4

// propertyPairs is the number of pairs of a test; PAYSLATE_FULL=1 sets a million.
func propertyPairs() int {
	if os.Getenv("PAYSLATE_FULL") == "1" {
		return 1_000_000
	}
	return 100_000
}

// interesting64 returns numbers that may break arithmetic: small numbers, numbers around
// powers of two and ten, the limits, and random numbers.
func interesting64(r *rand.Rand) int64 {
	var v int64
	switch r.IntN(7) {
	case 0:
		v = r.Int64N(100)
	case 1:
		v = r.Int64N(1_000_000_00)
	case 2:
		v = 1<<r.IntN(63) + r.Int64N(5) - 2
	case 3:
		v = math.MaxInt64 - r.Int64N(3)
	case 4:
		v = math.MinInt64 + r.Int64N(3)
	case 5:
		v = powersOfTen[r.IntN(len(powersOfTen))] + r.Int64N(3) - 1
	default:
		v = int64(r.Uint64() >> r.IntN(64))
	}
	if r.IntN(2) == 0 {
		return -v
	}
	return v
}

// interestingPair64 relates the numbers half of the time, so that quotients are exact,
// half, six tenths, or close to these.
func interestingPair64(r *rand.Rand) (a, b int64) {
	a, b = interesting64(r), interesting64(r)
	switch q := r.Int64N(2000) - 1000; r.IntN(8) {
	case 0:
		a = b * q
	case 1:
		a = b*q + b/2 + r.Int64N(3) - 1
	case 2:
		a = b*q + b/10*6 + r.Int64N(7) - 3
	case 3:
		if b != 0 {
			a = math.MaxInt64/b + r.Int64N(3) - 1
		}
	}
	return a, b
}

// interestingPair128 does the same at 128 bits.
func interestingPair128(r *rand.Rand) (a, b *big.Int) {
	a, b = interesting128(r), interesting128(r)
	q := big.NewInt(r.Int64N(2000) - 1000)
	near := big.NewInt(r.Int64N(7) - 3)
	switch r.IntN(8) {
	case 0:
		a.Mul(b, q)
	case 1:
		a.Mul(b, q).Add(a, new(big.Int).Rsh(b, 1)).Add(a, near)
	case 2:
		part := new(big.Int).Mul(b, big.NewInt(6))
		a.Mul(b, q).Add(a, part.Quo(part, big.NewInt(10))).Add(a, near)
	case 3:
		if b.Sign() != 0 {
			a.Quo(limit(127), b).Add(a, near)
		}
	}
	return a, b
}

func interesting128(r *rand.Rand) *big.Int {
	var v *big.Int
	switch r.IntN(4) {
	case 0:
		return big.NewInt(interesting64(r))
	case 1:
		v = limit(uint(r.IntN(128)))
	case 2:
		v = new(big.Int).Sub(limit(127), big.NewInt(1))
	default:
		v = new(big.Int).SetUint64(r.Uint64())
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
		v.Rsh(v, uint(r.IntN(128)))
	}
	v.Add(v, big.NewInt(r.Int64N(5)-2))
	if r.IntN(2) == 0 {
		v.Neg(v)
	}
	return v
}

func limit(power uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), power) }

// TestIntegersAgree compares the operations on int64, and QuoBig, with big.Rat.
func TestIntegersAgree(t *testing.T) {
	t.Parallel()
	inParallel(t, func(t *testing.T, r *rand.Rand, pairs int) {
		for range pairs {
			a, b := interestingPair64(r)
			c := newComparison(t, big.NewInt(a), big.NewInt(b))
			sum, okSum := Add64(a, b)
			c.check64("+", sum, okSum, c.sum)
			difference, okDifference := Sub64(a, b)
			c.check64("-", difference, okDifference, c.difference)
			product, okProduct := Mul64(a, b)
			c.check64("*", product, okProduct, c.product)
			negated, okNegated := Neg64(a)
			c.check64("neg", negated, okNegated, c.negated)
			for _, mode := range roundings {
				q, ok := Quo64(a, b, mode)
				c.checkQuotient64(mode, q, ok)
			}
			c.checkBig()
		}
	})
}

// TestQuoBigAgrees compares QuoBig with big.Rat on operands of 128 bits.
func TestQuoBigAgrees(t *testing.T) {
	t.Parallel()
	inParallel(t, func(t *testing.T, r *rand.Rand, pairs int) {
		for range pairs {
			a, b := interestingPair128(r)
			newComparison(t, a, b).checkBig()
		}
	})
}

// inParallel spreads the pairs over subtests with a fixed seed each.
func inParallel(t *testing.T, run func(t *testing.T, r *rand.Rand, pairs int)) {
	for worker := range propertyWorkers {
		t.Run(fmt.Sprint(worker), func(t *testing.T) {
			t.Parallel()
			run(t, rand.New(rand.NewPCG(20260101, uint64(worker))), propertyPairs()/propertyWorkers)
		})
	}
}

// comparison holds a pair of operands and what big.Rat makes of them.
type comparison struct {
	t                                 *testing.T
	a, b                              *big.Int
	sum, difference, product, negated *big.Int
	quotient                          quotient
}

func newComparison(t *testing.T, a, b *big.Int) *comparison {
	x, y := new(big.Rat).SetInt(a), new(big.Rat).SetInt(b)
	var z big.Rat
	c := &comparison{t: t, a: a, b: b}
	integer := func(z *big.Rat) *big.Int { return new(big.Int).Set(z.Num()) }
	c.sum = integer(z.Add(x, y))
	c.difference = integer(z.Sub(x, y))
	c.product = integer(z.Mul(x, y))
	c.negated = integer(z.Neg(x))
	if b.Sign() != 0 {
		c.quotient = newQuotient(z.Quo(x, y))
	}
	return c
}

func (c *comparison) check64(op string, got int64, ok bool, want *big.Int) {
	if ok != want.IsInt64() || ok && got != want.Int64() {
		c.t.Fatalf("int64: %v %s %v = %d, %v; want %v", c.a, op, c.b, got, ok, want)
	}
}

func (c *comparison) checkQuotient64(mode Rounding, got int64, ok bool) {
	if c.b.Sign() == 0 {
		if ok {
			c.t.Fatalf("int64: %v / 0, %v is ok", c.a, mode)
		}
		return
	}
	c.check64("/ "+mode.String(), got, ok, c.quotient.rounded(mode))
}

func (c *comparison) checkBig() {
	for _, mode := range roundings {
		got, ok := QuoBig(c.a, c.b, mode)
		switch {
		case ok != (c.b.Sign() != 0):
			c.t.Fatalf("QuoBig(%v, %v, %v) is ok: %v", c.a, c.b, mode, ok)
		case ok && got.Cmp(c.quotient.rounded(mode)) != 0:
			c.t.Fatalf("QuoBig(%v, %v, %v) = %v; want %v", c.a, c.b, mode, got, c.quotient.rounded(mode))
		}
	}
}
