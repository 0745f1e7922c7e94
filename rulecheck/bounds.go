package main

import (
	"fmt"
	"math"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
)

// bounds are the smallest and largest value of a number, in units of its smallest decimal.
type bounds struct{ low, high int64 }

// boundsOf returns the bounds of an input.
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

// units returns a number in units of its smallest decimal, or beyond if it does not fit.
func units(d number.Decimal, decimals int, mode number.Rounding, beyond int64) int64 {
	if n, ok := d.Round(decimals, mode).Units(decimals); ok {
		return n
	}
	return beyond
}

// check returns what is wrong with a value and its text, if anything.
func (b bounds) check(value int64, text []byte, decimals int) (message string) {
	switch {
	case value < b.low:
		return fmt.Sprintf("%s is too small: write at least %s", text, number.New(b.low, decimals))
	case value > b.high:
		return fmt.Sprintf("%s is too large: write at most %s", text, number.New(b.high, decimals))
	}
	return ""
}
