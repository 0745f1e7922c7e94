// Package yeardiff compares two years of a country, or days of them: the figures and texts
// of their parameters (figures.go), and the net pay of people (report.go).
package yeardiff
