// Package conformance has labelled cases and replays them. Their expected values come from
// official publications, independent computations and examples checked by hand.
//
// Where to start reading: sets.yaml lists the sets of cases with their origin; the cases
// are in the folder cases. load.go reads both into the Sets of set.go: table.go
// the cases of a single program (CSV), answers.go those of whole answers (JSONL). scope.go
// finds the year of a case, so that a user's own cases can replace built-in ones. run.go
// replays a set and report.go defines its result. program.go runs the cases of a program,
// rates.go those of travel rates, and answer.go sends whole questions about pay and trips to
// the operations of the service (package operations); expectation.go compares the answers
// with the expected ones. subject.go defines what is tested, value.go JSON with exact
// numbers, and counts.go counts the cases of each country. What rules and tables need to go
// live, package judge decides.
package conformance
