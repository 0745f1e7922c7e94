package main

import (
	"fmt"
	"math"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/number"
)

// bounds are the smallest and largest value of a number, in its smallest decimal.
type bounds struct{ low, high int64 }

// boundsOf are the bounds that an input declares as plain numbers.
func boundsOf(input *declaration.Variable, decimals int) bounds {
	b := bounds{math.MinInt64, math.MaxInt64}
	if d, ok := literal(input.Min); ok {
		b.low = units(d, decimals, number.Ceiling, b.low)
	}
	if d, ok := literal(input.Above); ok {
		b.low = units(d, decimals, number.Floor, b.low-1) + 1
	}
	if d, ok := literal(input.Max); ok {
		b.high = units(d, decimals, number.Floor, b.high)
	}
	if d, ok := literal(input.Below); ok {
		b.high = units(d, decimals, number.Ceiling, b.high+1) - 1
	}
	return b
}

// literal is the number that an expression is, if it is one.
func literal(e *declaration.Expression) (number.Decimal, bool) {
	if e == nil {
		return number.Decimal{}, false
	}
	node, negative := e.Tree, false
	if unary, is := node.(*expression.Unary); is && unary.Op == expression.Negate {
		node, negative = unary.X, true
	}
	n, is := node.(*expression.Number)
	if !is {
		return number.Decimal{}, false
	}
	d, err := number.Parse(n.Text)
	if negative {
		d = d.Neg()
	}
	return d, err == nil
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
