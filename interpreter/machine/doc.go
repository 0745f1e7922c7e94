// Package machine runs compiled rules: integer programs on numbered slots.
//
// It has no names, types or decimals. The compiler represents every number as an
// integer over a constant denominator, so a program consists of additions,
// products, comparisons and divisions that round once.
//
// builder.go builds a program in static single assignment form; value.go folds
// constants; condition.go has conditions, structure.go branches and loops. dead.go
// eliminates dead code. emit.go, emit_branch.go and emit_loop.go write linear code;
// allocate.go allocates slots; shorten.go is the peephole optimiser. program.go and
// frame.go are the finished program and the memory of a run; run64.go is the fast loop
// on int64, slow64.go its slow instructions, runbig.go the loop without bounds for
// values that do not fit.
package machine
