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
//	  │  check.Check      types each program once: names, types, units, decimals; then
//	  ▼                   follows what is known of values: divisors, cases, bounds
//	check.Tree            the typed program
//	  │  compile.Program  lowers the tree: numbers become integers over constant
//	  ▼                   denominators, calls are inlined
//	run.Executable        code of package machine, and how it is fed and read
//	  │  Run              inputs to outputs, lines, notes, a refusal or a trace
//	  ▼
//	run.Outcome
//
// Every stage uses three more packages: diagnostic has findings with their positions,
// number exact decimals, wording texts in several languages.
//
// What the program around the rules gives them beside inputs that are sent, package host binds:
// records in lists, the results of functions, and inputs that it fills in.
//
// Load goes from files to checked programs, and checks the relations between figures that the
// files state.
//
// How net: gross - tax becomes an instruction: syntax reads an Assign with the formula as
// expr's tree. check types it to an OpSubtract over two OpVariables, whose types come from the
// inputs or from the steps that set them, and reports a wrong unit there (arithmetic,
// oneUnit). compile brings both numerators to one denominator (arithmetic, over) and asks the
// machine's builder for a Sub, which folds what is constant and returns the difference that it has
// already, if any. What nothing reads gets no instruction; the others get slots and are run on
// int64, and without bounds where a value does not fit.
//
// These hold throughout: the types of a program do not depend on its callers, because inputs
// declare their decimals and an argument is rescaled to them. A number is exact: decimals, or a
// fraction that must be rounded before decimals are asked of it. A program that the check
// accepts compiles for every call, unless it is too large.
package interpreter
