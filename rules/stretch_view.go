package rules

import (
	"github.com/payslate/payslate/interpreter"
	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
)

// Stretch is a year between two changes of the law within it, for those who review rules. A year
// whose law does not change is one stretch.
type Stretch struct {
	*interpreter.Module
	Country *Country
	Number  int
	Label   string
	// From and To are the first and last day of the whole year, such as 2026-01-01; ValidAt is
	// where the year states them.
	From, To string
	ValidAt  diagnostic.Range
	// PayDate is the first day of the stretch; empty if the year is one.
	PayDate string
	// Net is the program that computes a payslip.
	Net *check.Program

	year *year
}

// Stretches lists those of one of the Years, in order.
func (c *Country) Stretches(number int) (list []Stretch) {
	for _, s := range c.year(number).stretches {
		list = append(list, Stretch{s.module, c, s.number, s.label, dayText(s.from), dayText(s.to), s.validAt, s.changedOn(), s.program, s})
	}
	return list
}

// Compile compiles what is otherwise compiled at its first use, and reports what cannot be.
func (s Stretch) Compile() diagnostic.List { return s.year.compileAll() }

// Parameter returns a figure by its name; nil if the year does not have it.
func (s Stretch) Parameter(name string) *types.Parameter { return s.year.parameter(name) }
