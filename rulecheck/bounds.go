package main

import (
	"fmt"
	"math"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// bounds are the smallest and largest value of a number, in its smallest decimal.
type bounds struct{ low, high int64 }

// boundsOf are the bounds of an input.
func boundsOf(input types.Bounds, decimals int) bounds {
	b := bounds{math.MinInt64, math.MaxInt64}
	if input.Min != nil && input.AboveMin {
		b.low = units(*input.Min, decimals, number.Floor, b.low-1) + 1
	} else if input.Min != nil {
		b.low = units(*input.Min, decimals, number.Ceiling, b.low)
	}
	if input.Max != nil && input.BelowMax {
		b.high = units(*input.Max, decimals, number.Ceiling, b.high+1) - 1
	} else if input.Max != nil {
		b.high = units(*input.Max, decimals, number.Floor, b.high)
	}
	return b
}

// units counts a bound in the smallest decimal; open is what stands for one
// beyond every value that is counted.
func units(d number.Decimal, decimals int, mode number.Rounding, open int64) int64 {
	if n, ok := d.Round(decimals, mode).Units(decimals); ok {
		return n
	}
	return open
}

// check says what is wrong with a value, if anything.
func (b bounds) check(value int64, decimals int) (message string) {
	switch {
	case value < b.low:
		return fmt.Sprintf("%s is too small: write at least %s", number.New(value, decimals), number.New(b.low, decimals))
	case value > b.high:
		return fmt.Sprintf("%s is too large: write at most %s", number.New(value, decimals), number.New(b.high, decimals))
	}
	return ""
}

// checkText is check for a number that the program has accepted, of any size.
func (b bounds) checkText(text string, decimals int) (message string) {
	d, err := number.Parse(text)
	if err != nil {
		return ""
	}
	if value, ok := d.Units(decimals); ok {
		return b.check(value, decimals)
	}
	if d.Sign() < 0 && b.low > math.MinInt64 {
		return fmt.Sprintf("%s is too small: write at least %s", text, number.New(b.low, decimals))
	}
	if d.Sign() > 0 && b.high < math.MaxInt64 {
		return fmt.Sprintf("%s is too large: write at most %s", text, number.New(b.high, decimals))
	}
	return ""
}
