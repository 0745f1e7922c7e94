// Package yeardiff says what changed between two years of a country: the
// parameters side by side, the programs, and what both do to people's net pay.
//
// Why a net pay changed is found by switching: the older year's parameters are given
// the newer year's figures one after the other, in the order of the file, and then
// the programs; what each switch does to the net pay is its part of the change. The
// parts sum up to the change to the cent, whatever the parameters do together.
//
// The route through it: people.go reads who is asked, figures.go compares the
// parameters and programs.go the programs; switches.go makes the rules in between,
// causes.go asks them; report.go is the whole answer, text.go and page.go write it.
package yeardiff
