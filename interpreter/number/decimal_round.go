package number

import (
	"errors"

	"github.com/ericlagergren/decimal"
)

// ErrDivisionByZero is returned by Decimal.Quo for a divisor of 0.
var ErrDivisionByZero = errors.New("division by zero: check the divisor before dividing")

// Rescale returns d with exactly the given places and true, or, if digits other
// than zeros would be lost, d unchanged and false.
func (d Decimal) Rescale(places int) (Decimal, bool) {
	checkedPlaces(places)
	shift := places - d.Places()
	if c, fits := d.times64(max(shift, 0)); fits && shift >= 0 {
		return New(c, places), true
	}
	if shift == 0 {
		return d, true
	}
	r, _ := d.Quo(New(1, 0), places, Down)
	if r.Cmp(d) != 0 {
		return d, false
	}
	return r, true
}

// times64 returns the coefficient times 10^n, and whether that fits.
func (d Decimal) times64(n int) (int64, bool) {
	if d.wide != nil || n >= len(powersOfTen) {
		return 0, false
	}
	if n == 0 {
		return d.coefficient, true
	}
	return Mul64(d.coefficient, powersOfTen[n])
}

// Trim returns d without trailing zeros after the point: 3000.10 becomes 3000.1,
// and 3000.00 becomes 3000.
func (d Decimal) Trim() Decimal {
	if d.wide != nil {
		reduced := unlimited.Reduce(new(decimal.Big).Copy(d.wide))
		if reduced.Scale() < 0 { // zeros before the point are digits
			reduced = unlimited.Quantize(reduced, 0)
		}
		return wide(reduced)
	}
	for d.places > 0 && d.coefficient%10 == 0 {
		d.coefficient /= 10
		d.places--
	}
	return d
}

// Round returns d with exactly the given places, rounded by mode or extended with
// zeros.
func (d Decimal) Round(places int, mode Rounding) Decimal {
	checkMode(mode)
	if r, exact := d.Rescale(places); exact {
		return r
	}
	r, _ := d.Quo(New(1, 0), places, mode)
	return r
}

// Quo returns d / e with exactly the given places, rounded once by mode. The only
// error is ErrDivisionByZero. The library's quotient is NaN where it has no last
// decimal, so this is one of integers.
func (d Decimal) Quo(e Decimal, places int, mode Rounding) (Decimal, error) {
	checkMode(mode)
	checkedPlaces(places)
	if e.IsZero() {
		return Decimal{}, ErrDivisionByZero
	}
	// d/e·10^places is cd/ce·10^shift with the coefficients cd and ce.
	shift := places + e.Places() - d.Places()
	x, fits := d.times64(max(shift, 0))
	y, both := e.times64(max(-shift, 0))
	if q, ok := Quo64(x, y, mode); ok && fits && both {
		return New(q, places), nil
	}
	dividend, divisor := d.Coefficient(), e.Coefficient()
	dividend.Mul(dividend, PowerOfTen(max(shift, 0)))
	divisor.Mul(divisor, PowerOfTen(max(-shift, 0)))
	q, _ := QuoBig(dividend, divisor, mode)
	return FromBig(q, places), nil
}

func checkMode(mode Rounding) {
	if !mode.Valid() {
		panic("number: " + mode.String())
	}
}
