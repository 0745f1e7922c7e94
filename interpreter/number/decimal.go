package number

import (
	"cmp"
	"fmt"
	"math"
	"math/big"

	"github.com/ericlagergren/decimal"
)

// MaxPlaces is the largest number of decimal places of a Decimal. It bounds chains
// of products; numbers read from text stay far below it.
const MaxPlaces = 10_000

// Decimal is an exact decimal number, coefficient / 10^places, as it is written
// in rule files, requests and answers. It keeps the places it was written with:
// 3000.10 stays 3000.10. A Decimal is immutable; the zero value is 0. Compare
// with Cmp: == distinguishes 1.0 from 1.
//
// Methods panic if places are not from 0 to MaxPlaces, or a Rounding is invalid:
// these are programming errors.
type Decimal struct {
	coefficient int64
	// wide is the number, with its places, if the coefficient does not fit into an
	// int64; then coefficient is 0. It is finite and never modified.
	wide   *decimal.Big
	places uint16
}

// unlimited is the context of operations beyond 64 bits: they are exact.
var unlimited = decimal.ContextUnlimited

// New returns coefficient / 10^places: New(300010, 2) is 3000.10.
func New(coefficient int64, places int) Decimal {
	return Decimal{coefficient: coefficient, places: checkedPlaces(places)}
}

// FromBig returns coefficient / 10^places. The coefficient is copied.
func FromBig(coefficient *big.Int, places int) Decimal {
	if coefficient.IsInt64() {
		return New(coefficient.Int64(), places)
	}
	return wide(new(decimal.Big).SetBigMantScale(coefficient, places))
}

// wide returns a number of the library, which must not be modified afterwards.
func wide(b *decimal.Big) Decimal {
	places := checkedPlaces(b.Scale())
	if m, compact := b.Mantissa(); compact && m <= math.MaxInt64 {
		return Decimal{coefficient: int64(m) * int64(b.Sign()), places: places}
	} else if compact && m == -math.MinInt64 && b.Sign() < 0 {
		return Decimal{coefficient: math.MinInt64, places: places}
	}
	return Decimal{wide: b, places: places}
}

func checkedPlaces(places int) uint16 {
	if uint(places) > MaxPlaces {
		refusePlaces(places) // apart, so that New is inlined
	}
	return uint16(places)
}

func refusePlaces(places int) {
	panic(fmt.Sprintf("number: %d decimal places: must be 0 to %d", places, MaxPlaces))
}

// Places returns the number of digits after the point.
func (d Decimal) Places() int { return int(d.places) }

// Coefficient returns d times 10^Places in a new big.Int.
func (d Decimal) Coefficient() *big.Int {
	if d.wide == nil {
		return big.NewInt(d.coefficient)
	}
	compact, inflated := decimal.Raw(d.wide)
	c := new(big.Int).Set(inflated)
	if _, is := d.wide.Mantissa(); is {
		c.SetUint64(*compact)
	}
	if d.wide.Signbit() {
		c.Neg(c)
	}
	return c
}

// big returns the number of the library, which the caller must not modify.
func (d Decimal) big() *decimal.Big {
	if d.wide != nil {
		return d.wide
	}
	return decimal.New(d.coefficient, d.Places())
}

// Sign returns -1, 0 or 1.
func (d Decimal) Sign() int {
	if d.wide != nil {
		return d.wide.Sign()
	}
	return cmp.Compare(d.coefficient, 0)
}

// IsZero reports whether d is 0, with any number of places.
func (d Decimal) IsZero() bool { return d.Sign() == 0 }

// IsInteger reports whether d has no fraction.
func (d Decimal) IsInteger() bool { return d.Trim().places == 0 }

// Int64 returns d as an int64, and whether it is an integer that fits.
func (d Decimal) Int64() (int64, bool) { return d.Units(0) }

// Units returns d in units of 10^-places (cents for 2), and whether that is an
// integer that fits into an int64.
func (d Decimal) Units(places int) (int64, bool) {
	r, exact := d.Rescale(places)
	if !exact || r.wide != nil {
		return 0, false
	}
	return r.coefficient, true
}

// Neg returns -d.
func (d Decimal) Neg() Decimal {
	if d.wide == nil {
		if c, ok := Neg64(d.coefficient); ok {
			return Decimal{coefficient: c, places: d.places}
		}
	}
	return wide(new(decimal.Big).CopyNeg(d.big()))
}

// Abs returns d without its sign.
func (d Decimal) Abs() Decimal {
	if d.Sign() < 0 {
		return d.Neg()
	}
	return d
}

// Add returns d + e with the places of the one that has more.
func (d Decimal) Add(e Decimal) Decimal {
	places := max(d.Places(), e.Places())
	x, fits := d.times64(places - d.Places())
	y, both := e.times64(places - e.Places())
	if sum, ok := Add64(x, y); ok && fits && both {
		return Decimal{coefficient: sum, places: uint16(places)}
	}
	return wide(unlimited.Add(new(decimal.Big), d.big(), e.big()))
}

// Sub returns d - e with the places of the one that has more.
func (d Decimal) Sub(e Decimal) Decimal { return d.Add(e.Neg()) }

// Mul returns d * e. Its places are the sum of theirs.
func (d Decimal) Mul(e Decimal) Decimal {
	if d.wide == nil && e.wide == nil {
		if c, ok := Mul64(d.coefficient, e.coefficient); ok {
			return New(c, d.Places()+e.Places())
		}
	}
	return wide(unlimited.Mul(new(decimal.Big), d.big(), e.big()))
}

// Cmp returns -1, 0 or 1 as d is below, equal to or above e: 1.0 equals 1.
func (d Decimal) Cmp(e Decimal) int {
	places := max(d.Places(), e.Places())
	x, fits := d.times64(places - d.Places())
	y, both := e.times64(places - e.Places())
	if fits && both {
		return cmp.Compare(x, y)
	}
	return d.big().Cmp(e.big())
}

// Rat returns d as a fraction.
func (d Decimal) Rat() *big.Rat { return new(big.Rat).SetFrac(d.Coefficient(), PowerOfTen(d.Places())) }

// powersOfTen are those that fit into an int64.
var powersOfTen = [...]int64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9,
	1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
}

// PowerOfTen returns 10^n in a new big.Int.
func PowerOfTen(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// LCM returns the least common multiple of two positive integers.
func LCM(a, b *big.Int) *big.Int {
	if a.Cmp(b) == 0 {
		return a
	}
	g := new(big.Int).GCD(nil, nil, a, b)
	return new(big.Int).Mul(a, new(big.Int).Quo(b, g))
}
