package main

import (
	"context"
	"os"
	"os/signal"
	"path"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/payslate/payslate/conformance/mutation"
)

// mutateOptions are the flags of "rulecheck mutate".
type mutateOptions struct {
	sample, workers int
	class, file     string
	failAbove       int // most changes that may go unnoticed; -1 for any number
}

// mutateCommand is "rulecheck mutate".
func mutateCommand(c *call) *cobra.Command {
	var o mutateOptions
	of := c.scoped("mutate [COUNTRY [YEAR]] [--sample N]", "show which changes of the rules no case notices", func(s scope) error { return c.mutate(s, o) })
	of.Flags().IntVar(&o.sample, "sample", 0, "")
	of.Flags().StringVar(&o.class, "class", "", "")
	of.Flags().StringVar(&o.file, "file", "", "")
	of.Flags().IntVar(&o.failAbove, "fail-above", -1, "")
	of.Flags().IntVar(&o.workers, "workers", runtime.GOMAXPROCS(0), "")
	return of
}

func (c *call) mutate(scope scope, o mutateOptions) error {
	switch {
	case o.sample < 0 || o.workers < 1:
		return wrongf("mutate takes --sample N, --class NAME, --file NAME and --workers N")
	case o.class != "" && !slices.Contains(mutation.Classes, mutation.Class(o.class)):
		return wrongf("--class: %q is not one of %q", o.class, mutation.Classes)
	}
	if _, err := path.Match(o.file, ""); err != nil {
		return wrongf("--file: %q: %v", o.file, err)
	}
	sets, subject, err := c.evidence(scope, c.current())
	if err != nil {
		return err
	}
	files, err := c.programFiles()
	if err != nil {
		return err
	}
	campaign := &mutation.Campaign{Files: files, Subject: subject, Sets: sets, Workers: o.workers}
	changes, err := campaign.List(func(name string) bool {
		matches, _ := path.Match(o.file, name)
		return scope.has(name) && (o.file == "" || matches)
	})
	if err != nil {
		return err
	}
	changes = slices.DeleteFunc(changes, func(change *mutation.Change) bool {
		return o.class != "" && change.Class != mutation.Class(o.class)
	})
	tried := mutation.Sample(changes, o.sample)
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
	return ended(c.show(report), o.failAbove < 0 || len(report.Unnoticed) <= o.failAbove)
}
