// Package rules answers payroll questions from the rule book: net pay, the
// gross for a net, parameters and countries, computed from the YAML files in
// this folder.
//
// A question goes one way: find (find.go) chooses the country, the year and the law of the
// day, bind (bind.go) gives the program its inputs, run (run.go) executes it, and answer
// (answer.go) reads the Result off it. net.go asks from gross to net; gross.go searches from
// net to gross (search.go). explain.go adds reasons, threshold.go the pays at which the law
// changes course.
//
// A rule book is read the other way: book.go opens it, files.go reads its files, country.go,
// year.go and stretch.go those of a country, and compile.go makes the programs of a year.
// merge.go makes the fields of a country (field.go) from those of its years. review.go finds
// doubtful values in rules that load, fall.go samples what the search relies on, take_home.go
// computes net pay alone millions of times, and program.go loads a single program.
//
// The rules, with every label, note, limit and source, are in the YAML files; no code
// here names a country.
package rules
