// Package machine runs checked rules: integer programs on numbered slots.
//
// It knows neither names nor types nor decimals. The compiler in front of it
// has turned every number into an integer whose denominator is fixed, so that
// a program is additions, products, comparisons and divisions that round once.
//
// The route through it: builder.go takes the program in static single
// assignment form, value.go folds and shares what it can while that happens,
// condition.go holds conditions, structure.go branches and loops. dead.go drops what nothing needs, divide.go sets apart what a run that
// follows another need not compute again. emit.go with emit_branch.go and
// emit_loop.go writes linear code; allocate.go gives every value a slot,
// and shorten.go drops and pairs instructions. program.go and frame.go are what the caller keeps and runs;
// run64.go is the fast loop on int64, slow64.go what it leaves, runbig.go the same without
// bounds, for runs whose values do not fit.
package machine
