package number

import (
	"cmp"
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
	r := magnitude64(a - q*d)
	negative := a < 0 != (d < 0)
	away := mode.away(negative, func(of, share uint64) int {
		high, low := bits.Mul64(r, of)
		highest, lowest := bits.Mul64(magnitude64(d), share)
		return cmp.Or(cmp.Compare(high, highest), cmp.Compare(low, lowest))
	})
	switch { // a remainder means |d| ≥ 2, so a step away from zero fits
	case away && negative:
		return q - 1, true
	case away:
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

var bigOne = big.NewInt(1)

// QuoBig returns a / d rounded once in a new big.Int; not ok if d is 0 or mode is
// invalid.
func QuoBig(a, d *big.Int, mode Rounding) (*big.Int, bool) {
	if d.Sign() == 0 || !mode.Valid() {
		return nil, false
	}
	q, r := new(big.Int).QuoRem(a, d, new(big.Int))
	negative := a.Sign()*d.Sign() < 0
	away := mode.away(negative, func(of, share uint64) int {
		part := new(big.Int).SetUint64(share)
		return new(big.Int).Mul(r, new(big.Int).SetUint64(of)).CmpAbs(part.Mul(part, d))
	})
	switch {
	case away && negative:
		q.Sub(q, bigOne)
	case away:
		q.Add(q, bigOne)
	}
	return q, true
}
