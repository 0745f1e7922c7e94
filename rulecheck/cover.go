package main

import (
	"flag"
	"slices"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rulecheck/coverage"
)

// cover is "rulecheck cover".
func cover(c *call, arguments []string) error {
	flags := flag.NewFlagSet("cover", flag.ContinueOnError)
	scope, err := c.scope(flags, arguments)
	if err != nil {
		return err
	}
	options := c.current()
	options.Counts = &types.Counts{}
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
	items, err := coverage.Follow(sets, subject, options.Counts, files, progress.add)
	progress.end()
	if err != nil {
		return err
	}
	items = slices.DeleteFunc(items, func(item *coverage.Item) bool { return !scope.has(item.File) })
	return c.show(coverage.NewReport(items, cases))
}
