// Package schema makes the JSON Schemas of rule and table files, by which editors
// complete and check them: one for each kind of file.
//
// The route through it: kind.go says which kinds there are and which file is of
// which; build.go puts a schema together of its YAML (rules.yaml, edition.yaml, …),
// of the maps of the rule language, which package declaration reads by the same
// declaration, of what several share (common.yaml), and of what the loaders declare: the
// fields of lines and the texts. The other keys in the YAML are held to those of the
// loaders by a test.
package schema
