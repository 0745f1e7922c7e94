package number

import (
	"errors"
	"math/big"
)

// ErrDivisionByZero is returned by Decimal.Quo for a divisor of 0.
var ErrDivisionByZero = errors.New("division by zero: check the divisor before dividing")

// Rescale returns d with exactly the given places and true, or, if digits other
// than zeros would be lost, d unchanged and false.
func (d Decimal) Rescale(places int) (Decimal, bool) {
	checkedPlaces(places)
	if places >= d.Places() {
		return d.extended(places), true
	}
	shift := d.Places() - places
	if d.wide == nil {
		if d.coefficient == 0 {
			return New(0, places), true
		}
		if shift >= len(powersOfTen) || d.coefficient%powersOfTen[shift] != 0 {
			return d, false
		}
		return New(d.coefficient/powersOfTen[shift], places), true
	}
	q, r := new(big.Int).QuoRem(d.wide, PowerOfTen(shift), new(big.Int))
	if r.Sign() != 0 {
		return d, false
	}
	return fromOwnBig(q, places), true
}

// Trim returns d without trailing zeros after the point: 3000.10 becomes 3000.1,
// and 3000.00 becomes 3000.
func (d Decimal) Trim() Decimal {
	for d.wide != nil && d.places > 0 {
		shorter, exact := d.Rescale(d.Places() - 1)
		if !exact {
			return d
		}
		d = shorter
	}
	if d.Sign() == 0 {
		return Decimal{}
	}
	for d.wide == nil && d.places > 0 && d.coefficient%10 == 0 {
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
	shift := d.Places() - places
	if d.wide == nil && shift < len(powersOfTen) {
		if c, ok := Quo64(d.coefficient, powersOfTen[shift], mode); ok {
			return New(c, places)
		}
	}
	return fromOwnBig(quoBig(d.big(), PowerOfTen(shift), mode), places)
}

// Quo returns d / e with exactly the given places, rounded once by mode. The only
// error is ErrDivisionByZero.
func (d Decimal) Quo(e Decimal, places int, mode Rounding) (Decimal, error) {
	checkMode(mode)
	checkedPlaces(places)
	if e.IsZero() {
		return Decimal{}, ErrDivisionByZero
	}
	// d/e·10^places is cd/ce·10^shift with the coefficients cd and ce.
	shift := places + e.Places() - d.Places()
	dividend := d.coefficientTimes(max(shift, 0))
	divisor := e.coefficientTimes(max(-shift, 0))
	if dividend.wide == nil && divisor.wide == nil {
		if q, ok := Quo64(dividend.coefficient, divisor.coefficient, mode); ok {
			return New(q, places), nil
		}
	}
	return fromOwnBig(quoBig(dividend.big(), divisor.big(), mode), places), nil
}

// quoBig is QuoBig for d ≠ 0 and a valid mode.
func quoBig(a, d *big.Int, mode Rounding) *big.Int {
	q, _ := QuoBig(a, d, mode)
	return q
}

func checkMode(mode Rounding) {
	if !mode.Valid() {
		panic("number: " + mode.String())
	}
}
