// Package rules answers payroll questions from the rule book: net pay, the
// gross for a net, parameters and countries, computed from the YAML files in
// this folder.
//
// A question goes one way: find (find.go) chooses the country, the year and the law of the
// day, bind (bind.go) gives the program its inputs, run (run.go) executes it, and answer
// (answer.go) reads the Result (result.go) off it, or the Refusal (refusal.go). net.go asks
// from gross to net; gross.go searches from net to gross (search.go). paydays.go asks for a
// year: plan.go answers its paydays in order, and carry.go says what one hands on to the next.
// explain.go adds reasons, the files threshold*.go find the pays at which the law changes
// course, and parameters.go lists the figures in force.
//
// A rule book is read the other way: book.go opens it, files.go reads its files, service.go
// what all countries share, country.go, year.go and stretch.go those of a country, and
// compile.go makes the programs of a year. merge.go makes the fields of a country (field.go,
// component.go) from those of its years. fault.go names the years of a finding in a shared
// file.
//
// For tools, stretch_view.go shows the years to reviews, trial.go lists values to try,
// take_home.go computes net pay alone millions of times, and program.go loads a single program.
//
// The rules, with every label, note, limit and source, are in the YAML files; no code
// here names a country.
package rules
