// Package rules answers payroll questions from the rule book: net pay, the
// gross for a net, parameters and countries, computed from the YAML files in
// this folder.
//
// A question is a Scenario. It chooses the country, the year and the law of the day, gives the
// program net its inputs, runs it, and reads a Result or a Refusal off the run. Gross searches for
// the smallest pay between the bounds that the program net_to_gross computes; Paydays answers a year payday by
// payday, and hands on from one to the next what the country says is carried; Explain adds reasons.
//
// Open reads a book: what all countries share, then each country with its years. A year in which
// the law changes is a year for each stretch between changes, so that a question meets one law.
// The fields of a country are made from those of its years.
//
// These hold. A Book is immutable. The programs of built-in files, which were checked before the release,
// are compiled at their first use; all others are checked when the book opens. What a Result
// returns is valid until it is released.
//
// The rules, with every label, note, limit and source, are in the YAML files; no code
// here names a country.
package rules
