package main

import (
	"flag"
	"slices"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/server/args"
)

// cover is "rulecheck cover".
func cover(c *call, arguments []string) error {
	flags := flag.NewFlagSet("cover", flag.ContinueOnError)
	others, err := args.Parse(flags, arguments)
	if err != nil {
		return err
	}
	scope, err := c.scope("cover", others)
	if err != nil {
		return err
	}
	counts := &types.Counts{}
	e, err := c.evidence(scope, counts)
	if err != nil {
		return err
	}
	progress := c.newProgress("cases", countCases(e.sets))
	items, err := coverage.Follow(e.sets, e.subject, counts, e.files, progress.add)
	progress.end()
	if err != nil {
		return err
	}
	items = slices.DeleteFunc(items, func(item *coverage.Item) bool { return !scope.has(item.File) })
	return c.show(coverage.NewReport(items, countCases(e.sets)))
}
