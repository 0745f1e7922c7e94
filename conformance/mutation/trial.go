package mutation

import (
	"cmp"
	"context"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rules"
)

// Campaign tries changes against labelled cases.
type Campaign struct {
	// Files are the payroll and trip rules, from which Subject answers.
	Files   ruletext.Files
	Subject conformance.Subject
	Sets    []*conformance.Set
	// Workers is the number of changes tried in parallel; 0 means one for each processor.
	Workers int
	// Progress is called after every trial, by any goroutine.
	Progress func(done int)

	// cases has the cases of each year, and noticed the last one that noticed a change.
	cases, noticed sync.Map
}

// Verdict is the outcome of a change.
type Verdict string

// The verdicts.
const (
	Noticed   Verdict = "noticed"   // a case differs
	Refused   Verdict = "refused"   // the rules do not load with it
	Unnoticed Verdict = "unnoticed" // every case of its years matches
	Same      Verdict = "same"      // the changed rules compile to the same program
)

// Trial is a change with its outcome.
type Trial struct {
	Class   Class   `json:"class"`
	ID      string  `json:"id"`
	Place   string  `json:"place"`
	Verdict Verdict `json:"verdict"`
	// By is the set and case that notice the change, or the reason why the rules do not load.
	By string `json:"by,omitempty"`
}

// Run tries changes and returns their trials in the same order. The error is that of ctx.
func (c *Campaign) Run(ctx context.Context, changes []*Change) ([]Trial, error) {
	trials := make([]Trial, len(changes))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(cmp.Or(c.Workers, runtime.GOMAXPROCS(0)))
	for i, change := range changes {
		group.Go(func() error {
			if inner.Err() == nil {
				trials[i] = c.try(change)
				c.Progress(1)
			}
			return inner.Err()
		})
	}
	return trials, group.Wait()
}

// try makes a change and replays the cases of its years, or its regime, until one differs.
func (c *Campaign) try(change *Change) Trial {
	trial := Trial{Class: change.Class, ID: change.ID, Place: change.At.String(), Verdict: Unnoticed}
	file := change.At.File
	data, err := c.Files.Edited(file, ruletext.Change{At: change.At, Text: change.New})
	if err != nil {
		trial.Verdict, trial.By = Refused, err.Error()
		return trial
	}
	years, changed := c.yearsOf(file), c.Files.With(file, data)
	for _, year := range years {
		c.replay(year, file, changed, &trial)
		if trial.Verdict != Unnoticed {
			return trial
		}
	}
	if c.same(years, file, changed) {
		trial.Verdict = Same
	}
	return trial
}

// yearsOf lists the open years, such as de/2026, that read a file, or the travel regime whose
// trip rules it has.
func (c *Campaign) yearsOf(file string) (years []string) {
	if path.Base(file) == TripRules {
		return []string{path.Dir(file)}
	}
	for name := range c.Files {
		year := path.Dir(name)
		if path.Base(name) != "parameters.yaml" || path.Dir(year) != path.Dir(file) && year != path.Dir(file) {
			continue
		}
		head, _ := syntax.Read(name, c.Files[name])
		if head == nil || archived(head) {
			continue
		}
		parts := append(rules.MadeOf(c.Files.FS(), year, head), path.Base(name), "../country.yaml")
		if slices.ContainsFunc(parts, func(part string) bool { return path.Join(year, part) == file }) {
			years = append(years, year)
		}
	}
	slices.Sort(years)
	return years
}

// TripRules is the name of a regime's trip rules in its folder.
const TripRules = "rules.yaml"

// archived reports whether the main file of a year says that it is archived.
func archived(head *syntax.File) bool { return head.Root.Get("archive").Plain() == "true" }

// selection is the cases of a set that are about a year.
type selection struct {
	set   *conformance.Set
	cases []int
}

// casesOf returns the cases about a year that match if only that year is open: one that needs
// another year proves nothing.
func (c *Campaign) casesOf(year string) []selection {
	known, _ := c.cases.LoadOrStore(year, sync.OnceValue(func() (list []selection) {
		subject, _ := c.open(year, c.Files)
		for _, set := range c.Sets {
			cases := set.CasesOf(year, c.Subject)
			for from := 0; from < len(cases); {
				at, differs, err := set.FirstDifference(subject, cases[from:])
				if !differs && err == nil {
					break
				}
				from += at
				cases = slices.Delete(cases, from, from+1)
			}
			if len(cases) > 0 {
				list = append(list, selection{set, cases})
			}
		}
		return list
	}))
	return known.(func() []selection)()
}

// noticedBy is a case that noticed a change.
type noticedBy struct {
	set *conformance.Set
	at  int
}

// replay replays the cases about a year until one differs. It starts with the case that
// noticed the last change of the file, because that or the next one probably notices this
// change too.
func (c *Campaign) replay(year, file string, changed ruletext.Files, trial *Trial) {
	subject, err := c.open(year, changed)
	selected := c.casesOf(year)
	known, _ := c.noticed.Load(year + " " + file)
	last, _ := known.(noticedBy)
	if i := slices.IndexFunc(selected, func(s selection) bool { return s.set == last.set }); i > 0 {
		selected = slices.Concat(selected[i:i+1], selected[:i], selected[i+1:])
	}
	for _, s := range selected {
		cases := s.cases
		if s.set == last.set {
			i, _ := slices.BinarySearch(cases, last.at)
			cases = slices.Concat(cases[i:], cases[:i])
		}
		at, differs := 0, false
		if err == nil {
			at, differs, err = s.set.FirstDifference(subject, cases)
		}
		switch {
		case err != nil:
			trial.Verdict, trial.By = Refused, firstLine(err)
			return
		case differs:
			c.noticed.Store(year+" "+file, noticedBy{s.set, cases[at]})
			trial.Verdict, trial.By = Noticed, s.set.Name+" "+s.set.Cases()[cases[at]]
			return
		}
	}
	if c.Subject.Tables.Regime(year) == nil { // the programs that no case needs
		if _, list := rules.Open(changed.OneYear(year).FS(), rules.Options{}); list.HasErrors() {
			trial.Verdict, trial.By = Refused, firstLine(list.Err())
		}
	}
}

// open opens a year, or the trip rules of a regime.
func (c *Campaign) open(year string, files ruletext.Files) (conformance.Subject, error) {
	if c.Subject.Tables.Regime(year) != nil {
		travel, list := c.Subject.Tables.WithTripRules(year, files[path.Join(year, TripRules)])
		return conformance.NewSubject(files.OneYear(year).FS(), c.Subject.Book, travel), list.Err()
	}
	alone := files.OneYear(year).FS()
	book, list := rules.Open(alone, rules.Options{Lazy: true})
	return conformance.NewSubject(alone, book, nil), list.Err()
}

// same reports whether every program of a changed file compiles to the same code in every
// year that reads the file.
func (c *Campaign) same(years []string, file string, changed ruletext.Files) bool {
	declared, _ := syntax.Read(file, c.Files[file])
	for _, year := range years {
		before, _ := c.open(year, c.Files)
		after, _ := c.open(year, changed)
		for _, p := range declared.Programs {
			one, other := compiled(before, year, p.Name), compiled(after, year, p.Name)
			if one == nil || other == nil || !one.Equal(other) {
				return false
			}
		}
	}
	return len(years) > 0 && len(declared.Programs) > 0
}

// compiled returns a compiled program of a year, or nil if it does not compile.
func compiled(subject conformance.Subject, year, program string) *run.Executable {
	found, err := subject.Program(path.Join(year, program))
	if err != nil {
		return nil
	}
	executable, _ := compile.Whole(found, compile.Silent)
	return executable
}

func firstLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
