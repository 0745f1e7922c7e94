// Package payscan looks at the result of the rules, not at their form: it goes up
// the gross pays of a person and finds where net pay falls by more than the steps of
// the tax explain, where more than all of a raise is deducted, and where deductions
// fall.
//
// The route through it: profiles.go says who is scanned, campaign.go lists the scans of
// a country and runs them, scan.go goes up the pays, finding.go says what was found and
// names the lines and branches that make it.
package payscan
