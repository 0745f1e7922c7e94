// Package schema makes the JSON Schemas of rule and table files, by which editors
// complete and check them: one for each kind of file.
//
// The route through it: kind.go says which kinds there are and which file is of
// which; build.go puts a schema together of the declaration of its files (package format),
// of the maps of the rule language (package declaration), and of the fields of lines, which
// the hosts of the language declare. Loaders hold files to the same declarations.
package schema
