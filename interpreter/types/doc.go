// Package types resolves the declarations of rule files: types, units, figures,
// bands, grammars, and the inputs and outputs of programs. Declare is the entry
// point; it returns a Module, whose steps are not checked yet.
package types
