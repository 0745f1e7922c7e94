// Package mutation changes rule files in one place at a time and finds the changes that no
// labelled case notices.
//
// change.go defines a change and lists those of figures and steps, formulas.go those of
// expressions. trial.go makes one change and replays the cases of its years until one
// differs; if none does, it compares the compiled programs. report.go sums up.
package mutation
