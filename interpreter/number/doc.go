// Package number has the arithmetic of the rules: exact integers and decimals
// that are never rounded without a rounding rule.
//
// In the machine every value is an integer n that represents n/Q, where Q is a
// constant of its expression. Additions and products are exact; a rounding is one
// division of integers. There are no floats.
//
// One function decides where a remainder rounds to, on int64 and beyond. An operation on int64
// reports whether its result fits. Decimals of rule files, requests and answers use
// github.com/ericlagergren/decimal beyond 64 bits, whose parser is given digits only: it also
// accepts infinities, payloads of NaN and any exponent.
package number
