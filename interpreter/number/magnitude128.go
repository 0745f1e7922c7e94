package number

import (
	"cmp"
	"math/bits"
)

// magnitude128 is an unsigned integer below 2^128: the absolute value of an
// Int128, on which product and quotient are found.
type magnitude128 struct {
	hi, lo uint64
}

// signed returns m, or -m if negative, and whether it fits into an Int128.
func (m magnitude128) signed(negative bool) (Int128, bool) {
	if !negative {
		return Int128{int64(m.hi), m.lo}, m.hi>>63 == 0
	}
	lo, borrow := bits.Sub64(0, m.lo, 0)
	hi, _ := bits.Sub64(0, m.hi, borrow)
	// Above 2^127 the two's complement turns positive.
	return Int128{int64(hi), lo}, hi>>63 == 1 || m == magnitude128{}
}

func (m magnitude128) cmp(n magnitude128) int {
	if m.hi != n.hi {
		return cmp.Compare(m.hi, n.hi)
	}
	return cmp.Compare(m.lo, n.lo)
}

func (m magnitude128) add(n magnitude128) (sum magnitude128, ok bool) {
	lo, carry := bits.Add64(m.lo, n.lo, 0)
	hi, carry := bits.Add64(m.hi, n.hi, carry)
	return magnitude128{hi, lo}, carry == 0
}

// sub returns m - n for n ≤ m.
func (m magnitude128) sub(n magnitude128) magnitude128 {
	lo, borrow := bits.Sub64(m.lo, n.lo, 0)
	hi, _ := bits.Sub64(m.hi, n.hi, borrow)
	return magnitude128{hi, lo}
}

func (m magnitude128) mul(n magnitude128) (product magnitude128, ok bool) {
	if m.hi != 0 && n.hi != 0 {
		return magnitude128{}, false
	}
	hi, lo := bits.Mul64(m.lo, n.lo)
	// At most one of the cross products is not zero.
	over1, cross1 := bits.Mul64(m.hi, n.lo)
	over2, cross2 := bits.Mul64(m.lo, n.hi)
	hi, carry := bits.Add64(hi, cross1+cross2, 0)
	return magnitude128{hi, lo}, over1|over2|carry == 0
}

// quoRem returns m / d cut to an integer, and the remainder, for d > 0.
func (m magnitude128) quoRem(d magnitude128) (q, r magnitude128) {
	if d.hi == 0 {
		if m.hi == 0 {
			return magnitude128{lo: m.lo / d.lo}, magnitude128{lo: m.lo % d.lo}
		}
		q.hi = m.hi / d.lo
		q.lo, r.lo = bits.Div64(m.hi%d.lo, m.lo, d.lo)
		return q, r
	}
	// The quotient fits 64 bits. Estimate it from the highest 64 bits of d and
	// half of m (Warren, Hacker's Delight, 9-4): the estimate less one is right
	// or one too low.
	shift := uint(bits.LeadingZeros64(d.hi))
	top := d.hi<<shift | d.lo>>1>>(63-shift)
	q.lo, _ = bits.Div64(m.hi>>1, m.hi<<63|m.lo>>1, top)
	q.lo >>= 63 - shift
	if q.lo != 0 {
		q.lo--
	}
	product, _ := d.mul(q)
	r = m.sub(product)
	if r.cmp(d) >= 0 {
		q.lo++
		r = r.sub(d)
	}
	return q, r
}

// fraction128 places r/d, for r < d ≤ 2^127.
func fraction128(r, d magnitude128) fraction {
	if r == (magnitude128{}) {
		return fractionZero
	}
	rest := d.sub(r)
	switch r.cmp(rest) {
	case -1:
		return fractionBelowHalf
	case 0:
		return fractionHalf
	}
	// r/d ≥ 6/10 is 2r ≥ 3(d-r), and here d-r ≤ 2^126, so that both fit.
	twice, _ := r.add(r)
	triple, _ := rest.mul(magnitude128{lo: 3})
	if twice.cmp(triple) >= 0 {
		return fractionSixTenths
	}
	return fractionAboveHalf
}
