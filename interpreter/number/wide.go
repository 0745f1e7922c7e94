package number

import (
	"math/big"

	"github.com/ericlagergren/decimal"
)

// Wide is an integer without a limit. It is immutable; the zero value is 0. Its
// operations are ok except a division by 0 or with an invalid rounding. Compare
// with Cmp: == compares pointers.
type Wide struct {
	// n is nil for 0 (so there is no -0) and otherwise of scale 0.
	n *decimal.Big
}

var _ Integer[Wide] = Wide{}

var (
	// exact computes sums, products and remainders in full. Every operation
	// names it: a decimal's own context would round to 16 digits.
	exact = decimal.ContextUnlimited

	wideZero  = new(decimal.Big)
	wideOne   = decimal.New(1, 0)
	wideThree = decimal.New(3, 0)
	wideFive  = decimal.New(5, 0)
)

func wide(n *decimal.Big) Wide {
	if n.Sign() == 0 {
		return Wide{}
	}
	return Wide{n}
}

func (a Wide) decimal() *decimal.Big {
	if a.n == nil {
		return wideZero
	}
	return a.n
}

// FromInt64 returns v; the receiver plays no part.
func (Wide) FromInt64(v int64) Wide { return wide(decimal.New(v, 0)) }

// FromBigInt returns v and true; the receiver plays no part.
func (Wide) FromBigInt(v *big.Int) (Wide, bool) {
	return wide(new(decimal.Big).SetBigMantScale(v, 0)), true
}

// Int64 returns a as an int64, and whether it fits.
func (a Wide) Int64() (int64, bool) { return a.decimal().Int64() }

// BigInt returns a in a new big.Int.
func (a Wide) BigInt() *big.Int { return a.decimal().Int(nil) }

// String returns a in decimal digits.
func (a Wide) String() string { return a.BigInt().String() }

// Sign returns -1, 0 or 1.
func (a Wide) Sign() int { return a.decimal().Sign() }

// Cmp returns -1, 0 or 1 as a is below, equal to or above b.
func (a Wide) Cmp(b Wide) int { return a.decimal().Cmp(b.decimal()) }

// Add returns a + b and true.
func (a Wide) Add(b Wide) (Wide, bool) {
	return wide(exact.Add(new(decimal.Big), a.decimal(), b.decimal())), true
}

// Sub returns a - b and true.
func (a Wide) Sub(b Wide) (Wide, bool) {
	return wide(exact.Sub(new(decimal.Big), a.decimal(), b.decimal())), true
}

// Mul returns a * b and true.
func (a Wide) Mul(b Wide) (Wide, bool) {
	return wide(exact.Mul(new(decimal.Big), a.decimal(), b.decimal())), true
}

// Neg returns -a and true.
func (a Wide) Neg() (Wide, bool) {
	return wide(exact.Neg(new(decimal.Big), a.decimal())), true
}

// Quo returns a / d rounded once; not ok if d is 0 or mode is invalid.
func (a Wide) Quo(d Wide, mode Rounding) (Wide, bool) {
	if d.n == nil || !mode.Valid() {
		return Wide{}, false
	}
	q, r := exact.QuoRem(new(decimal.Big), a.decimal(), d.n, new(decimal.Big))
	negative := a.Sign()*d.Sign() < 0
	if mode == Down || !mode.awayFromZero(fractionWide(r, d.n), negative) {
		return wide(q), true
	}
	if negative {
		return wide(exact.Sub(new(decimal.Big), q, wideOne)), true
	}
	return wide(exact.Add(new(decimal.Big), q, wideOne)), true
}

// fractionWide places |r|/|d|, for |r| < |d|.
func fractionWide(r, d *decimal.Big) fraction {
	if r.Sign() == 0 {
		return fractionZero
	}
	twice := exact.Add(new(decimal.Big), r, r)
	switch twice.CmpAbs(d) {
	case -1:
		return fractionBelowHalf
	case 0:
		return fractionHalf
	}
	five := exact.Mul(new(decimal.Big), r, wideFive)
	three := exact.Mul(new(decimal.Big), d, wideThree)
	if five.CmpAbs(three) >= 0 {
		return fractionSixTenths
	}
	return fractionAboveHalf
}
