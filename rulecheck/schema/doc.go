// Package schema generates the JSON Schemas with which editors complete and check rule
// and table files, one for each kind of file.
//
// kind.go lists the kinds of files; build.go builds a schema from the declaration of the
// kind (packages rules/format and tables/format), the maps of the rule language (package
// syntax), and the fields of lines, which hosts declare. Loaders use the same declarations.
package schema
