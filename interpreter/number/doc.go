// Package number has the arithmetic of the rules: exact integers and decimals
// that are never rounded without a rounding rule.
//
// In the machine every value is an integer n that represents n/Q, where Q is a
// constant of its expression. Additions and products are exact; a rounding is one
// division of integers. There are no floats.
//
// rounding.go has the rounding rules and the only function that decides where a
// remainder rounds to; int64.go the operations on int64, which report whether the
// result fits, and QuoBig for results that do not; decimal.go, decimal_round.go,
// parse.go, parse_json.go and format.go the decimals of rule files, requests and
// answers, which use github.com/ericlagergren/decimal beyond 64 bits. Its parser is
// given digits only: it also accepts infinities, payloads of NaN and any exponent.
// written.go has dates, times and durations.
package number
