// Package mutation changes rule files in one place at a time and finds the changes that no
// labelled case notices.
//
// change.go defines a change and lists them all: figures.go those of figures, formulas.go of
// expressions, references.go of names, steps.go of steps, and declared.go of everything else
// that files declare. trial.go makes one change and replays the cases that reach its place
// until one differs; if none does, it compares the compiled programs. campaign.go tries many
// changes in parallel, confirm.go tests excuses and report.go sums up. figures.go also finds
// the cells of tables that cases reach.
package mutation
