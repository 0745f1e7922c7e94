// Package declaration reads rule files into declarations: what a file says,
// part by part, with the place of every word, before anything is known of its
// meaning.
//
// The route through it: file.go takes a file apart into its sections and is
// the door; variable.go, parameter.go, grammar.go and record.go read what the
// sections declare, program.go, step.go and emission.go the programs; value.go
// holds expressions and templates; reader.go is what all of them read maps
// with, so that a misspelt key is found wherever it stands. Which keys a map has is
// declared in format.yaml, from which the schemas for editors are made too.
package declaration
