package main

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"slices"

	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/mutation"
	"github.com/payslate/payslate/rulecheck/ruletext"
)

const mutateDetails = `Changes the rules one place at a time and shows which changes no labelled case
notices: every number by one unit in its last place and by one percent, up and down;
the direction of every rounding; comparisons and operators; steps left out. A change
of a parameter that goes unnoticed is a finding, unless conformance/exceptions.yaml
says why.

  --sample N    try N of the changes, the same ones every time
  --class NAME  try the changes of one class: parameter, table, number, rounding,
                comparison, operator, dropped
  --state FILE  remember in FILE what was tried, and go on from there
`

// mutate is "rulecheck mutate".
func mutate(c *call, arguments []string) error {
	flags := flag.NewFlagSet("mutate", flag.ContinueOnError)
	sample := flags.Int("sample", 0, "")
	class := flags.String("class", "", "")
	stateFile := flags.String("state", "", "")
	others, err := parse(flags, arguments)
	switch {
	case err != nil:
		return err
	case len(others) > 0 || *sample < 0:
		return usagef("mutate takes --sample N, --class NAME and --state FILE")
	case *class != "" && !slices.Contains(mutation.Classes, mutation.Class(*class)):
		return usagef("--class: %q is none of %q", *class, mutation.Classes)
	}
	sets, exceptions, subject, err := c.evidence()
	if err != nil {
		return err
	}
	files, err := ruletext.Read(subject.Files)
	if err != nil {
		return err
	}
	model, err := coverage.New(subject.Files)
	if err != nil {
		return err
	}
	followed, err := model.Follow(sets, subject, func(int) {})
	if err != nil {
		return err
	}
	changes, err := mutation.List(model, files)
	if err != nil {
		return err
	}
	if *class != "" {
		changes = slices.DeleteFunc(changes, func(change *mutation.Change) bool { return change.Class != mutation.Class(*class) })
	}
	all := len(changes)
	campaign := &mutation.Campaign{Files: files, Model: model, Sets: followed, Changes: mutation.Sample(changes, *sample)}
	trials, err := c.runCampaign(campaign, *stateFile, mutation.Digest(files, casesOf(followed)))
	if err != nil {
		return err
	}
	report := mutation.NewReport(trials, all, exceptions)
	if *class != "" {
		report.Stale = []string{} // exceptions of other classes had no chance
	}
	if c.json {
		err = c.writeJSON(report)
	} else {
		report.WriteText(c.stdout)
	}
	if err == nil && !report.Fine() {
		err = errFindings
	}
	return err
}

// runCampaign tries the changes; a Ctrl-C leaves what was tried in the state file.
func (c *call) runCampaign(campaign *mutation.Campaign, stateFile, digest string) ([]mutation.Trial, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	progress := c.newProgress("changes", len(campaign.Changes))
	defer progress.end()
	campaign.Known = func(*mutation.Change) (mutation.Trial, bool) { return mutation.Trial{}, false }
	remember := func(*mutation.Change, mutation.Trial) error { return nil }
	if stateFile != "" {
		state, err := mutation.OpenState(stateFile, digest)
		if err != nil {
			return nil, err
		}
		defer state.Close()
		campaign.Known, remember = state.Known, state.Add
	}
	campaign.Tried = func(change *mutation.Change, trial mutation.Trial) error {
		progress.add(1)
		return remember(change, trial)
	}
	return campaign.Run(ctx)
}

// casesOf names the cases, so that a state file does not outlive them.
func casesOf(sets []*coverage.Set) ruletext.Files {
	files := ruletext.Files{}
	for _, set := range sets {
		files[set.Name] = set.Digest()
	}
	return files
}
