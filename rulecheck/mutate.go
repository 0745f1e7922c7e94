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
	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/mutation"
	"github.com/payslate/payslate/rulecheck/resume"
	"github.com/payslate/payslate/rulecheck/usage"
)

// mutate is "rulecheck mutate".
func mutate(c *call, arguments []string) error {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	sample := flags.Int("sample", 0, "")
	class := flags.String("class", "", "")
	file := flags.String("file", "", "")
	workers := flags.Int("workers", runtime.GOMAXPROCS(0), "")
	stateFile := flags.String("state", "", "")
	others, err := usage.Parse(flags, arguments)
	switch {
	case err != nil:
		return err
	case len(others) > 0 || *sample < 0 || *workers < 1:
		return usage.Errorf("mutate takes --sample N, --class NAME, --file NAME, --workers N and --state FILE")
	case *class != "" && !slices.Contains(mutation.Classes, mutation.Class(*class)):
		return usage.Errorf("--class: %q is not one of %q", *class, mutation.Classes)
	}
	if _, err := path.Match(*file, ""); err != nil {
		return usage.Errorf("--file: %q: %v", *file, err)
	}
	e, err := c.evidence()
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
	part := *class != "" || *file != ""
	changes = slices.DeleteFunc(changes, func(change *mutation.Change) bool {
		matches, _ := path.Match(*file, change.At.File)
		return *class != "" && change.Class != mutation.Class(*class) || *file != "" && !matches
	})
	all := len(changes)
	campaign := &mutation.Campaign{
		Workers: *workers, Files: e.files, Travel: e.travel, Direct: e.setsOf(func(set *conformance.Set) bool { return set.Rates != "" || set.Stated != "" }), Book: e.subject.Book, Tables: e.subject.Tables, Model: model, Sets: followed, Changes: mutation.Sample(changes, *sample),
	}
	report, err := c.runCampaign(campaign, *stateFile, all, e)
	if err != nil {
		return err
	}
	if part {
		report.Stale = []string{} // exceptions of other classes and files were not tested
	}
	return usage.Ended(c.show(report, "", nil), report.Fine())
}

// runCampaign tries the changes and confirms excuses; all is the number of changes without a
// sample. Results so far stay in the state file if Ctrl-C interrupts it.
func (c *call) runCampaign(campaign *mutation.Campaign, stateFile string, all int, e *evidence) (*mutation.Report, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	progress := c.newProgress("changes", len(campaign.Changes))
	defer progress.end()
	campaign.Progress = progress.add
	if stateFile != "" {
		var err error
		if campaign.Done, err = resume.Open[mutation.Trial](stateFile, document.Digest(e.files)+document.Digest(casesOf(e.sets))); err != nil {
			return nil, err
		}
		defer campaign.Done.Close()
	}
	trials, err := campaign.Run(ctx)
	if err != nil {
		return nil, err
	}
	report := mutation.NewReport(trials, all, e.exceptions)
	return report, report.Confirm(ctx, campaign)
}

// casesOf returns digests of the cases, so that a state file is discarded when they change.
func casesOf(sets []*conformance.Set) map[string][]byte {
	files := map[string][]byte{}
	for _, set := range sets {
		files[set.Name] = set.Digest()
	}
	return files
}
