// Package coverage finds what rule files declare and no labelled case reaches.
//
// The words: a Branch is a side of a condition or a case of a match, told by its
// place and side; whatever stands in it can only be read by a case that takes it.
// A program's own steps are a branch too, taken by its callers. An Item is
// something that cases should reach: a branch, a refusal, a note, a line, a
// parameter, a case of an enumeration, a form of a text.
//
// The route through it: model.go gathers the branches and items of a year from its
// declarations, walk.go goes through the steps of a program and reads.go through
// their expressions; follow.go runs the cases and marks what they reach; report.go
// sums up, exceptions.go takes out what is declared with a reason, html.go shows the
// files with the unreached places marked, and counts.go writes the cases of each item.
package coverage
