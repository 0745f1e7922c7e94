// Package declaration reads rule files into declarations: the syntax tree of a file,
// with positions, before names and types are resolved.
//
// Read in file.go is the entry point; variable.go, parameter.go, grammar.go,
// record.go and check.go read declarations, program.go, step.go and emission.go
// programs; value.go has expressions and templates; walk.go visits programs.
// reader.go reads maps and reports unknown keys. The keys of each map are declared
// in format.yaml, from which the schemas for editors are generated too.
package declaration
