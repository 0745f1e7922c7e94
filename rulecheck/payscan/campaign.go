package payscan

import (
	"errors"
	"runtime"
	"sync"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/yeardiff"
	"github.com/payslate/payslate/rules"
)

// Plan lists the scans of a country: in every year each single profile over every pay
// period, and the pairs over the period of the grid, in which the amounts of the
// settings are.
func Plan(settings Scan, country *rules.Country, grid *yeardiff.Grid, v Variations) ([]Scan, error) {
	single, paired, err := v.Profiles(country.Fields(), grid.People)
	if err != nil {
		return nil, err
	}
	settings.Country, settings.Folder, settings.Period = country.Code(), country.Folder(), grid.Period
	var scans []Scan
	add := func(year int, period string, people []yeardiff.Person) {
		s := settings.Over(country, period)
		s.Year = year
		for _, s.Person = range people {
			scans = append(scans, s)
		}
	}
	for _, year := range country.Years() {
		for _, period := range country.Periods() {
			add(year, period, single)
		}
		add(year, grid.Period, paired)
	}
	return scans, nil
}

// Outcome is what a scan has found.
type Outcome struct {
	Findings []Finding
	// Refused is why the rules refuse the person at every pay; nil if they do not.
	Refused *rules.Refusal
}

// RunAll runs scans on all cores. The outcomes are in the order of the scans.
func RunAll(scans []Scan, x *Explainer, progress func(scans int)) ([]Outcome, error) {
	outcomes, errs := make([]Outcome, len(scans)), make([]error, len(scans))
	next := make(chan int)
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(scans)) {
		group.Go(func() {
			for i := range next {
				outcomes[i].Findings, errs[i] = scans[i].Run(x)
				if errors.As(errs[i], &outcomes[i].Refused) {
					errs[i] = nil
				}
				progress(1)
			}
		})
	}
	for i := range scans {
		next <- i
	}
	close(next)
	group.Wait()
	return outcomes, errors.Join(errs...)
}

// NewExplainer makes what names the rules behind findings.
func NewExplainer(subject conformance.Subject) (*Explainer, error) {
	x := &Explainer{}
	var err error
	if x.Model, err = coverage.New(subject.Files); err != nil {
		return nil, err
	}
	x.Tracker = conformance.NewTracker(subject)
	return x, nil
}
