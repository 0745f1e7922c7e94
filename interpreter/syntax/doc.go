// Package syntax reads files of rules and tables: YAML with the position of every
// character, the shape of each kind of file, and the formulas and texts in rule files,
// before names and types are resolved.
//
// Parse in yaml.go reads YAML into an immutable tree (node.go); source.go has the text.
// admit.go refuses bytes that must not reach the YAML library; yaml_error.go translates that
// library's errors; build.go builds the tree from its nodes and refuses what rule files do
// not use (anchors, tags, duplicate keys, formulas that a flow map has split at a comma);
// place.go finds the positions of a scalar's characters.
//
// A kind of file has one description, a schema: schema.go reports what a tree has and the
// schema does not, and the reverse; decode.go then reads the values into structs by their
// tags. rule_schema.go has the schema of rule files, schemas.go those of hosts; folder.go
// reads the files of hosts by them. languages.go reads texts in several languages,
// warning.go those that warn.
//
// ParseExpression in expression.go parses a formula: scan.go splits it into tokens and
// bounds its size; tokens.go refuses tokens that the language does not have. The text, with
// a 1 for every number, then goes to the parser of expr-lang/expr, and a tree has that
// parser's nodes: visit.go refuses those that the language does not have and puts the exact
// values of literals into constant nodes, of the type Number, a string, a bool or null. The
// location of a node is that of all its characters, without parentheses around it. tree.go
// works on trees; their text is that of the parser's nodes.
//
// Read in rule_file.go reads a rule file (file.go) with the readers of reader.go: variable.go,
// parameter.go, grammar.go, record.go and check.go read declarations, program.go, step.go and
// emission.go programs; value.go has expressions and templates; components.go turns a list of
// components into programs; walk.go visits programs. described.go joins
// what one file says of a parameter or variable and another uses. The keys of each map are
// declared in rules.yaml, from which the schemas for editors are generated too.
package syntax
