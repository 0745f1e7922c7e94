package main

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"path"
	"runtime"
	"slices"

	"github.com/payslate/payslate/conformance/mutation"
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
	scope, err := c.scope(flags, arguments)
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
	sets, subject, err := c.evidence(scope, c.current())
	if err != nil {
		return err
	}
	files, err := c.programFiles()
	if err != nil {
		return err
	}
	campaign := &mutation.Campaign{Files: files, Subject: subject, Sets: sets, Workers: *workers}
	changes, err := campaign.List(func(name string) bool {
		matches, _ := path.Match(*file, name)
		return scope.has(name) && (*file == "" || matches)
	})
	if err != nil {
		return err
	}
	changes = slices.DeleteFunc(changes, func(change *mutation.Change) bool {
		return *class != "" && change.Class != mutation.Class(*class)
	})
	tried := mutation.Sample(changes, *sample)
	progress := c.newProgress("changes", len(tried))
	campaign.Progress = progress.add
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	trials, err := campaign.Run(ctx, tried)
	progress.end()
	if err != nil {
		return err
	}
	report := mutation.NewReport(trials, len(changes))
	return args.Ended(c.show(report), *limit < 0 || len(report.Unnoticed) <= *limit)
}
