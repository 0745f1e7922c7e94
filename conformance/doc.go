// Package conformance has labelled cases and replays them. Their expected values come from
// official publications, independent computations and examples checked by hand.
//
// sets.yaml lists the sets of cases with their origins; the cases are in the folder cases. A set
// has the cases of a single program (CSV) or those of whole answers (JSONL): questions about pay
// and trips to the operations of the service, as a client asks them. A user's own cases replace
// the built-in ones of their year. Numbers are compared exactly. What rules and tables need to go
// live, package judge decides.
package conformance
