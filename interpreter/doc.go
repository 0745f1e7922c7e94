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
// Check and Compile are one package, because the denominator of a value, whether a
// figure is known and which cases can occur depend on the path and on the arguments
// of a call: a tree that is typed once would have to be typed anew for each call.
// Check is therefore the compilation of a program by itself with every condition
// open; what it accepts compiles under each set of arguments.
package interpreter
