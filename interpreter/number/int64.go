package number

import (
	"math/big"
	"math/bits"
)

// Add64 returns a + b, and whether it fits. The sum is meaningless if not.
func Add64(a, b int64) (int64, bool) {
	c := a + b
	return c, (a^c)&(b^c) >= 0
}

// Sub64 returns a - b, and whether it fits. The difference is meaningless if not.
func Sub64(a, b int64) (int64, bool) {
	c := a - b
	return c, (a^b)&(a^c) >= 0
}

// Neg64 returns -a, and whether it fits: the smallest int64 has no opposite.
func Neg64(a int64) (int64, bool) { return -a, a != -a || a == 0 }

// Mul64 returns a * b, and whether it fits. The product is meaningless if not.
func Mul64(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	// Read as unsigned, a negative a adds b·2^64 to the product, and likewise b.
	high := int64(hi) - a>>63&b - b>>63&a
	return int64(lo), high == int64(lo)>>63
}

// Quo64 returns a / d rounded once, and whether it is defined: not if d is 0, if the
// quotient does not fit (the smallest int64 by -1), or if mode is invalid.
func Quo64(a, d int64, mode Rounding) (int64, bool) {
	if mode == Down && d > 0 {
		return a / d, true
	}
	return quoRounded64(a, d, mode)
}

func quoRounded64(a, d int64, mode Rounding) (int64, bool) {
	if d == 0 || !mode.Valid() {
		return 0, false
	}
	if d == -1 {
		return Neg64(a)
	}
	q := a / d
	r := a - q*d
	// A remainder means |d| ≥ 2, so one step away from zero cannot overflow.
	if r == 0 || mode == Down {
		return q, true
	}
	negative := a < 0 != (d < 0)
	if mode.awayFromZero(fraction64(magnitude64(r), magnitude64(d)), negative) {
		if negative {
			return q - 1, true
		}
		return q + 1, true
	}
	return q, true
}

// magnitude64 returns |v|, including that of the smallest int64.
func magnitude64(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}

// fraction64 classifies r/d, for 0 < r < d ≤ 2^63.
func fraction64(r, d uint64) fraction {
	rest := d - r
	switch {
	case r < rest:
		return fractionBelowHalf
	case r == rest:
		return fractionHalf
	}
	// r/d ≥ 6/10 is 2r ≥ 3(d-r). Both sides fit, since here d-r ≤ 2^62.
	if 2*r >= 3*rest {
		return fractionSixTenths
	}
	return fractionAboveHalf
}

var bigOne, bigThree, bigFive = big.NewInt(1), big.NewInt(3), big.NewInt(5)

// QuoBig returns a / d rounded once in a new big.Int; not ok if d is 0 or mode is
// invalid.
func QuoBig(a, d *big.Int, mode Rounding) (*big.Int, bool) {
	if d.Sign() == 0 || !mode.Valid() {
		return nil, false
	}
	q, r := new(big.Int).QuoRem(a, d, new(big.Int))
	if negative := a.Sign()*d.Sign() < 0; mode.awayFromZero(fractionBig(r, d), negative) {
		if negative {
			q.Sub(q, bigOne)
		} else {
			q.Add(q, bigOne)
		}
	}
	return q, true
}

// fractionBig classifies |r|/|d|, for |r| < |d|.
func fractionBig(r, d *big.Int) fraction {
	if r.Sign() == 0 {
		return fractionZero
	}
	switch new(big.Int).Lsh(r, 1).CmpAbs(d) {
	case -1:
		return fractionBelowHalf
	case 0:
		return fractionHalf
	}
	if new(big.Int).Mul(r, bigFive).CmpAbs(new(big.Int).Mul(d, bigThree)) >= 0 {
		return fractionSixTenths
	}
	return fractionAboveHalf
}
