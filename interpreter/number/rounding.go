package number

import (
	"fmt"
	"slices"
	"strings"
)

// Rounding says how a quotient that is not an integer becomes one. The zero value
// is invalid, so that a rounding nobody chose is noticed.
type Rounding uint8

const (
	_ Rounding = iota
	// Down cuts toward zero.
	Down
	// Up goes away from zero whenever anything would be cut.
	Up
	// HalfUp goes to the nearest integer, a half away from zero.
	HalfUp
	// HalfDown goes to the nearest integer, a half toward zero.
	HalfDown
	// ThirdDecimal cuts one digit after the target place and looks at that
	// digit alone: 6 or more goes away from zero, 5 or less toward zero. To two
	// places 0.0056 becomes 0.00 and 0.006 becomes 0.01.
	ThirdDecimal
	// Floor goes toward negative infinity.
	Floor
	// Ceiling goes toward positive infinity.
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

// String returns the name that the rule language gives to m.
func (m Rounding) String() string {
	if !m.Valid() {
		return fmt.Sprintf("invalid rounding %d", uint8(m))
	}
	return roundingNames[m]
}

// ParseRounding returns the mode of that name in the rule language. The error
// lists the names there are.
func ParseRounding(name string) (Rounding, error) {
	if m := Rounding(max(slices.Index(roundingNames[:], name), 0)); m.Valid() {
		return m, nil
	}
	return 0, fmt.Errorf("unknown rounding %q: use one of %s", name, strings.Join(roundingNames[Down:], ", "))
}

// fraction is what the modes need to know of the part that a truncated quotient
// leaves behind, |remainder| / |divisor|: in which of five ranges it lies.
type fraction uint8

const (
	fractionZero      fraction = iota // 0
	fractionBelowHalf                 // above 0, below 1/2
	fractionHalf                      // 1/2
	fractionAboveHalf                 // above 1/2, below 6/10: its first decimal is 5
	fractionSixTenths                 // 6/10 to below 1
)

// awayFromZero decides for a valid mode whether a truncated quotient moves one
// further from zero. negative is the sign of the exact quotient.
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
