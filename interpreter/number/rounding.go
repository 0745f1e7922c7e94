package number

import "fmt"

// Rounding is a way to round to an integer. The zero value is invalid, so a
// forgotten rounding is noticed.
type Rounding uint8

const (
	_ Rounding = iota
	// Down rounds toward zero.
	Down
	// Up rounds away from zero.
	Up
	// HalfUp rounds to the nearest integer, a half away from zero.
	HalfUp
	// HalfDown rounds to the nearest integer, a half toward zero.
	HalfDown
	// ThirdDecimal considers only the first digit after the target place: 6 or
	// more rounds away from zero, 5 or less toward zero. To two places 0.0056
	// becomes 0.00 and 0.006 becomes 0.01.
	ThirdDecimal
	// Floor rounds toward negative infinity.
	Floor
	// Ceiling rounds toward positive infinity.
	Ceiling

	endOfRoundings
)

var roundingNames = [endOfRoundings]string{
	Down:         "down",
	Up:           "up",
	HalfUp:       "half_up",
	HalfDown:     "half_down",
	ThirdDecimal: "third_decimal",
	Floor:        "floor",
	Ceiling:      "ceiling",
}

// Valid reports whether m is one of the modes.
func (m Rounding) Valid() bool { return m > 0 && m < endOfRoundings }

// String returns the name of m in the rule language.
func (m Rounding) String() string {
	if !m.Valid() {
		return fmt.Sprintf("invalid rounding %d", uint8(m))
	}
	return roundingNames[m]
}

// fraction classifies |remainder| / |divisor| of a truncated quotient into the ranges
// that the modes distinguish.
type fraction uint8

const (
	fractionZero      fraction = iota // 0
	fractionBelowHalf                 // above 0, below 1/2
	fractionHalf                      // 1/2
	fractionAboveHalf                 // above 1/2, below 6/10: its first decimal is 5
	fractionSixTenths                 // 6/10 to below 1
)

// awayFromZero reports whether a truncated quotient is rounded away from zero by a
// valid mode. negative is the sign of the exact quotient.
func (m Rounding) awayFromZero(f fraction, negative bool) bool {
	switch m {
	case Up:
		return f != fractionZero
	case HalfUp:
		return f >= fractionHalf
	case HalfDown:
		return f > fractionHalf
	case ThirdDecimal:
		return f == fractionSixTenths
	case Floor:
		return negative && f != fractionZero
	case Ceiling:
		return !negative && f != fractionZero
	}
	return false
}
