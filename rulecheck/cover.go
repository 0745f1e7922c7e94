package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/rulecheck/coverage"
)

// coverCommand is "rulecheck cover".
func coverCommand(c *call) *cobra.Command {
	return c.scoped("cover [COUNTRY [YEAR]]", "show what no labelled case reaches", c.cover)
}

func (c *call) cover(scope scope) error {
	options, counts := c.current(), &coverage.Counts{}
	options.Counts = counts
	sets, subject, err := c.evidence(scope, options)
	if err != nil {
		return err
	}
	files, err := c.programFiles()
	if err != nil {
		return err
	}
	cases := countCases(sets)
	progress := c.newProgress("cases", cases)
	items, err := coverage.Follow(sets, subject, counts, files, progress.add)
	progress.end()
	if err != nil {
		return err
	}
	unreached := slices.DeleteFunc(items, func(item *coverage.Item) bool { return item.Reached || !scope.has(item.File) })
	return c.show(&coverage.Report{Cases: cases, Unreached: unreached})
}
