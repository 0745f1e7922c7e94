// Package yeardiff shows what changed between two years of a country: parameters,
// programs, and their effect on people's net pay.
//
// To find the causes of a change in net pay, the parameters of the older year get the
// newer year's figures one after the other, in the order of the file, and then the
// programs change. The effect of each step is its part of the change, so the parts always
// add up to the change.
//
// To find your way: people.go reads the people, figures.go compares the parameters and
// programs.go the programs. dated.go picks the law of a day. switches.go makes the steps
// and computes their effects. report.go is the result, which text.go writes.
package yeardiff
