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

// modes lists the names of the modes, and when each rounds a truncated quotient away from
// zero: when comparing its remainder times of with its divisor times share gives at least
// order. Floor and Ceiling act as Up for one sign and as Down for the other.
var modes = [endOfRoundings]struct {
	name      string
	of, share uint64
	order     int
}{
	Down:         {"down", 0, 1, 0},
	Up:           {"up", 1, 0, 1},
	HalfUp:       {"half_up", 2, 1, 0},
	HalfDown:     {"half_down", 2, 1, 1},
	ThirdDecimal: {"third_decimal", 5, 3, 0},
	Floor:        {name: "floor"},
	Ceiling:      {name: "ceiling"},
}

// Valid reports whether m is one of the modes.
func (m Rounding) Valid() bool { return m > 0 && m < endOfRoundings }

// String returns the name of m in the rule language.
func (m Rounding) String() string {
	if !m.Valid() {
		return fmt.Sprintf("invalid rounding %d", uint8(m))
	}
	return modes[m].name
}

// away reports whether a valid mode rounds a truncated quotient away from zero. negative is
// the sign of the exact quotient; compare compares multiples of its remainder and of its
// divisor, both without signs.
func (m Rounding) away(negative bool, compare func(of, share uint64) int) bool {
	if m == Floor || m == Ceiling {
		if negative != (m == Floor) {
			return false
		}
		m = Up
	}
	mode := &modes[m]
	return compare(mode.of, mode.share) >= mode.order
}
