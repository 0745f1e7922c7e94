// Package rules answers payroll questions from the rule book: net pay, the
// gross for a net, parameters and countries, computed from the YAML files beside
// it.
//
// The route through it: book.go opens a rule book (the embedded one or a
// folder), files.go reads its files; country.go and year.go say what a country
// and a year are made of, service.go what holds for all; field.go describes the
// profile fields as callers see them. scenario.go is a question, net.go answers
// it, assemble.go puts the answer of result.go together, refusal.go is what
// takes its place. gross.go answers the other way round, by the search of
// search.go; fall.go samples what that search relies on, with the values of trial.go;
// review.go takes a second look at rules that load. explain.go gives an answer its reasons;
// take_home.go computes net pay alone, millions of times; program.go loads a single
// program for those who write rules.
//
// The rules themselves, and every label, note, limit and source, are in the YAML
// files; nothing here names a country.
package rules
