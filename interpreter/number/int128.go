package number

import (
	"cmp"
	"encoding/binary"
	"math/big"
	"math/bits"
)

// Int128 is an integer from -2^127 to 2^127-1 in two's complement. The zero
// value is 0, and == compares values.
type Int128 struct {
	hi int64
	lo uint64
}

var _ Integer[Int128] = Int128{}

// FromInt64 returns v; the receiver plays no part.
func (Int128) FromInt64(v int64) Int128 {
	return Int128{hi: v >> 63, lo: uint64(v)}
}

// FromBigInt returns v, and whether it fits; the receiver plays no part.
func (Int128) FromBigInt(v *big.Int) (Int128, bool) {
	if v.BitLen() > 128 {
		return Int128{}, false
	}
	var digits [16]byte
	v.FillBytes(digits[:])
	m := magnitude128{hi: binary.BigEndian.Uint64(digits[:8]), lo: binary.BigEndian.Uint64(digits[8:])}
	return m.signed(v.Sign() < 0)
}

// Int64 returns a as an int64, and whether it fits.
func (a Int128) Int64() (int64, bool) {
	return int64(a.lo), a.hi == int64(a.lo)>>63
}

// BigInt returns a in a new big.Int.
func (a Int128) BigInt() *big.Int {
	if v, ok := a.Int64(); ok {
		return big.NewInt(v)
	}
	m := a.magnitude()
	v := new(big.Int).SetUint64(m.hi)
	v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(m.lo))
	if a.hi < 0 {
		v.Neg(v)
	}
	return v
}

// String returns a in decimal digits.
func (a Int128) String() string { return a.BigInt().String() }

// Sign returns -1, 0 or 1.
func (a Int128) Sign() int {
	switch {
	case a.hi < 0:
		return -1
	case a.hi == 0 && a.lo == 0:
		return 0
	}
	return 1
}

// Cmp returns -1, 0 or 1 as a is below, equal to or above b.
func (a Int128) Cmp(b Int128) int {
	if a.hi != b.hi {
		return cmp.Compare(a.hi, b.hi)
	}
	return cmp.Compare(a.lo, b.lo)
}

// Add returns a + b, and whether it fits.
func (a Int128) Add(b Int128) (Int128, bool) {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi := a.hi + b.hi + int64(carry)
	return Int128{hi, lo}, (a.hi^hi)&(b.hi^hi) >= 0
}

// Sub returns a - b, and whether it fits.
func (a Int128) Sub(b Int128) (Int128, bool) {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi := a.hi - b.hi - int64(borrow)
	return Int128{hi, lo}, (a.hi^b.hi)&(a.hi^hi) >= 0
}

// Neg returns -a, and whether it fits: -2^127 has no opposite.
func (a Int128) Neg() (Int128, bool) { return Int128{}.Sub(a) }

// Mul returns a * b, and whether it fits.
func (a Int128) Mul(b Int128) (Int128, bool) {
	product, ok := a.magnitude().mul(b.magnitude())
	if !ok {
		return Int128{}, false
	}
	return product.signed(a.hi < 0 != (b.hi < 0))
}

// Quo returns a / d rounded once; not ok if d is 0, if mode is invalid, or if
// the quotient does not fit (-2^127 by -1).
func (a Int128) Quo(d Int128, mode Rounding) (Int128, bool) {
	if d == (Int128{}) || !mode.Valid() {
		return Int128{}, false
	}
	divisor := d.magnitude()
	negative := a.hi < 0 != (d.hi < 0)
	q, r := a.magnitude().quoRem(divisor)
	if mode != Down && mode.awayFromZero(fraction128(r, divisor), negative) {
		q, _ = q.add(magnitude128{lo: 1}) // a remainder means |d| ≥ 2 and q ≤ 2^126
	}
	return q.signed(negative)
}

// magnitude returns |a|, also for -2^127.
func (a Int128) magnitude() magnitude128 {
	if a.hi >= 0 {
		return magnitude128{uint64(a.hi), a.lo}
	}
	lo, borrow := bits.Sub64(0, a.lo, 0)
	hi, _ := bits.Sub64(0, uint64(a.hi), borrow)
	return magnitude128{hi, lo}
}
