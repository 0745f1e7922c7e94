// Package check checks the programs of a module and compiles them to machine code. Check is
// the entry point: it compiles each program with every condition open. Program.Compile
// compiles a program for running and removes what cannot occur.
//
// check.go checks the programs of a module, compile.go compiles one. value.go has the values
// of expressions, scope.go names, join.go the merge of two values after a branch; divisor.go
// requires divisors above 0. step.go, call.go, record.go, emission.go and line.go compile
// steps; expression.go, condition.go and arithmetic.go expressions; functions.go is the table
// of functions, which function.go, bands.go, grammar.go and calendar.go compile. trace.go
// records the steps of a traced run; reduce.go removes what a host does not read.
package check
