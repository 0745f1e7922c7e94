package main

import (
	"flag"
	"slices"

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
	e, err := c.evidence(scope)
	if err != nil {
		return err
	}
	model, followed, err := c.follow(e)
	if err != nil {
		return err
	}
	model.Items = slices.DeleteFunc(model.Items, func(item *coverage.Item) bool { return !scope.has(item.At.File) })
	return c.show(coverage.NewReport(model, followed))
}

// follow runs every case and marks the places of the rules and tables that it reaches.
func (c *call) follow(e *evidence) (*coverage.Model, []*coverage.Set, error) {
	model, err := coverage.New(e.files.FS())
	if err != nil {
		return nil, nil, err
	}
	progress := c.newProgress("cases", countCases(e.sets))
	defer progress.end()
	followed, err := model.Follow(e.programSets(), e.subject, progress.add)
	if err != nil {
		return nil, nil, err
	}
	return model, followed, model.FollowRates(e.subject.Tables, e.sets, progress.add)
}
