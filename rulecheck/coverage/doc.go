// Package coverage finds the parts of rule files that no labelled case reaches.
//
// A branch is a side of a condition or a case of a match, identified by its place and
// side. The steps of a program are a branch too, which its callers take. An Item is
// something that cases should reach: a branch, a refusal, a note, a line, a parameter, a
// row or cell of a table, a case of an enumeration, or a form of a text.
//
// Where to start reading: model.go collects the branches and items of a year, or of a
// travel regime's trip rules, from their declarations; walk.go walks the steps and
// expressions of a program. follow.go runs the cases and marks what they reach, rates.go
// does so for the travel tables. report.go sums up.
package coverage
