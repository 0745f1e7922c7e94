// Package yeardiff compares two years of a country, or days of them: the figures and texts
// of their parameters, and the net pay of people.
package yeardiff
