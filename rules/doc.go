// Package rules answers payroll questions from the rule book: net pay, the
// gross for a net, parameters and countries, computed from the YAML files in
// this folder.
//
// Where to start reading: book.go opens a rule book (the embedded one or a folder) and
// files.go reads its files. country.go and year.go define a country and a year,
// service.go what all countries share, and field.go the profile fields as callers see
// them. scenario.go defines a question; net.go answers it, assemble.go puts the answer
// of result.go together, and refusal.go defines the error. gross.go answers from net to
// gross by the search of search.go; fall.go samples what that search relies on, with the
// values of trial.go. review.go finds doubtful values in rules that load. explain.go adds
// the reasons to an answer, take_home.go computes net pay alone millions of times, and
// program.go loads a single program for rule authors.
//
// The rules, with every label, note, limit and source, are in the YAML files; no code
// here names a country.
package rules
