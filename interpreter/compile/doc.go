// Package compile lowers typed programs to machine code. Program compiles one for
// running, in one of three modes; Only compiles what a search reads of it.
//
// The check has typed every expression, so lowering finds no mistakes: it fails only if the
// code is too large. A number becomes an integer over a constant denominator, or over one that
// the run computes. Calls are inlined, so what a call passes decides conditions, and the sides
// that cannot be reached are left out. A value has the form of its type, whichever side of a
// branch it comes from.
package compile
