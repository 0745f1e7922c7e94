// Package mutation changes rule files one place at a time and finds the changes
// that no labelled case notices.
//
// The route through it: change.go says what a change is; figures.go lists the
// changes of figures, formulas.go those of expressions, references.go those that take
// another name, steps.go those that drop a step and declared.go those of what files
// state outside their formulas; trial.go makes one change and replays the cases that come by its
// place until one differs; where none does, it compares the programs before and after,
// since a change that compiles to the same program is none. campaign.go tries many at
// once and remembers what was tried (package resume), and report.go sums up.
package mutation
