// Package conformance holds labelled cases and replays them: what official
// publications, independent computations and hand-checked examples say that the
// rules must answer.
//
// The route through it: sets.yaml lists the sets of cases with their origin,
// cases holds them. load.go reads both into the Sets of set.go; table.go reads the
// cases of a single program (CSV), answers.go those of whole answers (JSONL).
// scope.go says which year a case is about, so that cases of one's own can take the
// place of built-in ones. run.go replays a set and report.go holds what came of it. Behind it are
// program.go, which runs the cases of a program, and answer.go, which asks the
// operations of the service (package operations) whole questions about pay and trips:
// expectation.go compares the answer with what the case expects; rates.go asks for
// travel rates, whose cases are tables too. subject.go is what is asked.
// value.go is JSON
// with exact numbers. trail.go follows cases through the branches of programs, to prove
// what they reach.
package conformance
