// Package interpreter is the rule language: it loads rule files, checks them,
// compiles their programs and runs these. It knows no country, no tax and no
// server. README.md teaches the language by example.
//
// The stages, each a package with one way in:
//
//	files
//	  │  declaration.Read     the shape of the YAML; package expression reads formulas,
//	  ▼                       document keeps the place of every character
//	declaration.File
//	  │  types.Declare        what is declared: types, units, figures, grammars, inputs
//	  ▼
//	types.Module
//	  │  compile.Check        every program once, both sides of each condition: types,
//	  ▼                       units, decimals, what is read and what is never reached
//	compile.Program
//	  │  Compile              numbers become integers over denominators that are known
//	  ▼                       here, calls are written out, for package machine
//	execution.Executable
//	  │  Run                  inputs in; outputs, lines, notes, a refusal or a trace out
//	  ▼
//	execution.Run
//
// Load is the front: it goes from files to checked programs, and holds the figures
// to the relations that their authors state (relation.go).
//
// Check and Compile are one package and one walk through the declarations, not a tree
// that is typed once and read by both. What such a tree would note at a place is here
// no property of the place: the denominator of a value is part of its type, and a
// program that is called once with whole cents and once with thousandths has two at
// each of its steps; a condition that an argument decides leaves one side out, and with
// it the cases and figures that its variables may have after it. The tree would have
// to be typed anew for each call, and that is what Compile does.
//
// Check is that walk through each program by itself: of its inputs nothing is known but
// their types, and every condition is open, so that both sides are looked at. A call
// knows more than that, never less, and what Check accepts compiles for each of them.
package interpreter
