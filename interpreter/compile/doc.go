// Package compile checks the programs of a module and turns them into machine
// code. Check is the way in: it counts what a program comes to (cost.go) and
// compiles it with every condition open; Program.Compile compiles it to be run,
// and leaves out what cannot occur.
//
// compile.go begins; value.go is what an expression comes to, scope.go what names
// stand for, join.go how two values become one after a branch, sign.go and
// decided.go what the conditions around a place say there. step.go, call.go,
// record.go, emission.go and line.go take the steps; expression.go, condition.go,
// arithmetic.go, function.go and calendar.go the expressions; trace.go
// records the steps of a traced run; reduce.go leaves out what a host
// does not read.
package compile
