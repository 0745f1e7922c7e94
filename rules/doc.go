// Package rules answers payroll questions from the rule book: net pay,
// parameters and countries, computed from the YAML files beside it.
//
// The route through it: book.go opens a rule book (the embedded one or a
// folder) and holds the countries; country.go and year.go say what a country
// and a year are made of; field.go describes the profile fields as callers see
// them; scenario.go is a question, net.go answers it, result.go is the answer,
// refusal.go what stands in its place. The rules themselves, and every label,
// note, limit and source, are in the YAML files; nothing here names a country.
package rules
