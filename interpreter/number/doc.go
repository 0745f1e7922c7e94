// Package number is the exact arithmetic under the rule machine.
//
// Inside the machine every value is an integer n that stands for n/Q, where Q
// is fixed when a program is loaded. So the machine needs integers only: int64 by
// the functions Add64, Mul64, Quo64 …, what nearly every run uses, and math/big
// where an int64 overflows, with QuoBig.
//
// No operation ever returns a wrong value: it reports "not ok" and the caller
// starts again on big integers. A division always names its Rounding and rounds
// once, from quotient and remainder.
//
// At the edges of the system, where numbers are written by people and by other
// programs, Decimal holds a number with the places it was written with.
//
// Read rounding.go first (the modes and the one place that decides them), then
// int64.go and big.go, and last decimal.go with
// decimal_round.go, parse.go, parse_json.go and format.go.
package number
