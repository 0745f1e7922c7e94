package main

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"path"
	"runtime"
	"slices"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/mutation"
	"github.com/payslate/payslate/server/args"
)

// mutate is "rulecheck mutate".
func mutate(c *call, arguments []string) error {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	sample := flags.Int("sample", 0, "")
	class := flags.String("class", "", "")
	file := flags.String("file", "", "")
	limit := flags.Int("fail-above", -1, "")
	workers := flags.Int("workers", runtime.GOMAXPROCS(0), "")
	others, err := args.Parse(flags, arguments)
	if err != nil {
		return err
	}
	scope, err := c.scope("mutate", others)
	switch {
	case err != nil:
		return err
	case *sample < 0 || *workers < 1:
		return args.Errorf("mutate takes --sample N, --class NAME, --file NAME and --workers N")
	case *class != "" && !slices.Contains(mutation.Classes, mutation.Class(*class)):
		return args.Errorf("--class: %q is not one of %q", *class, mutation.Classes)
	}
	if _, err := path.Match(*file, ""); err != nil {
		return args.Errorf("--file: %q: %v", *file, err)
	}
	e, err := c.evidence(scope)
	if err != nil {
		return err
	}
	model, err := coverage.New(e.files.FS())
	if err != nil {
		return err
	}
	followed, err := model.Follow(e.programSets(), e.subject, func(int) {})
	if err != nil {
		return err
	}
	changes, err := mutation.List(model, e.files, e.travel)
	if err != nil {
		return err
	}
	changes = slices.DeleteFunc(changes, func(change *mutation.Change) bool {
		matches, _ := path.Match(*file, change.At.File)
		return !scope.has(change.At.File) || *class != "" && change.Class != mutation.Class(*class) || *file != "" && !matches
	})
	all := len(changes)
	campaign := &mutation.Campaign{
		Workers: *workers, Files: e.files, Travel: e.travel, Direct: e.setsOf(func(set *conformance.Set) bool { return set.Rates != "" }), Book: e.subject.Book, Tables: e.subject.Tables, Model: model, Sets: followed, Changes: mutation.Sample(changes, *sample),
	}
	report, err := c.runCampaign(campaign, all)
	if err != nil {
		return err
	}
	return args.Ended(c.show(report), *limit < 0 || len(report.Unnoticed) <= *limit)
}

// runCampaign tries the changes; all is the number of changes without a sample.
func (c *call) runCampaign(campaign *mutation.Campaign, all int) (*mutation.Report, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	progress := c.newProgress("changes", len(campaign.Changes))
	defer progress.end()
	campaign.Progress = progress.add
	trials, err := campaign.Run(ctx)
	if err != nil {
		return nil, err
	}
	return mutation.NewReport(trials, all), nil
}
