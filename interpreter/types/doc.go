// Package types resolves the declarations of rule files: types, units, figures,
// bands, grammars, and the inputs and outputs of programs. Declare is the entry
// point; it returns a Module, whose steps are not checked yet.
//
// module.go resolves all declarations of a module. types.go has the types, unit.go their
// units, parameter.go the figures, bands.go those that are tables, grammar.go the texts that
// are parsed, input.go the inputs and outputs of programs, and layout.go how records are
// encoded for hosts.
package types
