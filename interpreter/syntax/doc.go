// Package syntax reads rule files: YAML with the position of every character, the shape of a
// file, and its formulas and texts, before names and types are resolved. Read reads a rule
// file, Parse the YAML of any file, ParseExpression a formula.
//
// A kind of file has one description, a Schema, from which the schemas for editors are made
// too; rules.yaml is that of rule files. Reader decodes values into structs by their tags.
//
// These hold: a tree of YAML is immutable and has no anchors, tags or duplicate keys. A formula
// is the tree of expr-lang/expr, without nodes that the language lacks; its numbers are constant
// nodes with their exact digits, and the location of a node is that of all its characters. A
// file with findings is read as far as it can be, so that one mistake does not hide another.
package syntax
