// Package machine runs compiled rules: integer programs on numbered slots.
//
// It has no names, types or decimals. The compiler represents every number as an
// integer over a constant denominator, so a program consists of additions,
// products, comparisons and divisions that round once.
//
// A Builder takes a program in static single assignment form and a Program is its linear code.
// These hold between the two: a constant operation is folded; an operation is computed once
// where an open sequence has it; nothing is computed that no output or effect reads; values
// share a slot unless their lifetimes overlap.
//
// A run is tried on int64, and begins again without bounds where a value does not fit. Both give the same values, outputs and failures.
package machine
