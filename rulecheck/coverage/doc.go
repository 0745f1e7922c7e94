// Package coverage finds what rule files declare and no labelled case reaches.
//
// The words: a Branch is a side of a condition or a case of a match, told by its
// place and side; whatever is in it can only be read by a case that takes it.
// A program's own steps are a branch too, taken by its callers. An Item is
// something that cases should reach: a branch, a refusal, a note, a line, a
// parameter, a row or cell of a table, a case of an enumeration, a form of a text.
//
// The route through it: model.go gathers the branches and items of a year, or of a
// travel regime's trip rules, from its declarations; walk.go goes through the steps of
// a program and their expressions, grammar.go through the forms of a text. follow.go
// runs the cases and marks what they reach, and rates.go what cases of rates reach of
// the travel tables; report.go sums up, exceptions.go takes out what is declared with
// a reason, html.go shows the files with the unreached places marked, and counts.go
// writes the cases of each item.
package coverage
