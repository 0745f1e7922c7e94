// Package interpreter implements the rule language: it loads and checks rule
// files, and compiles and runs their programs. It contains nothing about a
// country, a tax or the service. README.md teaches the language by example.
//
// The stages, each a package with one entry point:
//
//	files
//	  │  syntax.Read      YAML with positions, checked by its schema; formulas by expr
//	  ▼
//	syntax.File           what a file declares
//	  │  types.Declare    names and words become types, units, figures and inputs
//	  ▼
//	types.Module          what files that belong together declare
//	  │  check.Check      each program once, both sides of each condition: types, units,
//	  ▼                   decimals, unused names, unreachable steps
//	check.Program
//	  │  Compile          the same walk makes code: numbers become integers over constant
//	  ▼                   denominators, calls are inlined
//	run.Executable        code of package machine, and how it is fed and read
//	  │  Run              inputs to outputs, lines, notes, a refusal or a trace
//	  ▼
//	run.Outcome
//
// Every stage uses three more packages: diagnostic has findings with their positions,
// number exact decimals, wording texts in several languages. Package law reads the
// registers of the law that rules implement.
//
// Load (load.go) goes from files to checked programs, and checks the relations between
// figures that the files state (relation.go).
//
// Check and Compile are the same walk through the declarations. They do not share a
// typed tree, because the types depend on the call: the denominator of a value is part
// of its type, so a program that is called with whole cents and with thousandths has
// two types at each step, and a condition that an argument decides removes one side.
// The tree would have to be typed again for each call, which is what Compile does.
//
// Check walks through each program alone. It knows only the types of the inputs and
// follows both sides of every condition. A call knows at least as much, so whatever
// Check accepts compiles for every call.
package interpreter
