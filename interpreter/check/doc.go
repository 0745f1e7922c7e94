// Package check types the programs of a module and reports their mistakes. Check is the entry
// point; its result is a Tree for each program, which package compile lowers.
//
// A program is typed once, whoever calls it: a call converts its arguments to the types of the
// inputs and reads the types of the outputs. Two things are typed for each call instead:
// procedures, which work on the variables as they are there, and programs that are called with
// bands, whose columns the call gives.
//
// An expression is typed, or it is nil and a finding says why; what depends on it reports
// nothing more. A pass of its own then follows what is known of values beside their types: which
// numbers are above 0, which cases can occur. Facts are joined after branches, and the head of a
// loop carries none.
//
// Functions of the language are declared by their signatures.
package check
