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

	// years has each year unchanged, and noticed the last case that noticed a change.
	years, noticed sync.Map
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
	same := true
	for _, year := range change.years {
		of := c.unchanged(year)
		changed := of.edited(file, data)
		if c.replay(of, changed, year, file, &trial); trial.Verdict != Unnoticed {
			return trial
		}
		same = same && c.same(of, changed, year, file)
	}
	if same {
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

// noticedBy is a case that noticed a change.
type noticedBy struct {
	set *conformance.Set
	at  int
}

func (by noticedBy) String() string { return by.set.Name + " " + by.set.Cases()[by.at] }

// first replays cases against changed rules until one differs that does not against the rules
// before: one that always does, since it needs another year, proves nothing. It starts where the
// last change was noticed, because that case or the next one probably notices this change too.
// The error is the reason why the changed rules do not load.
func first(changed, before conformance.Subject, cases []selection, last *noticedBy) (by noticedBy, err error) {
	if i := slices.IndexFunc(cases, func(s selection) bool { return s.set == last.set }); i >= 0 {
		own := cases[i]
		at, _ := slices.BinarySearch(own.cases, last.at)
		own.cases = slices.Concat(own.cases[at:], own.cases[:at])
		cases = slices.Concat([]selection{own}, cases[:i], cases[i+1:])
	}
	for _, s := range cases {
		for order := s.cases; len(order) > 0; {
			at, differs, err := s.set.FirstDifference(changed, order)
			if err != nil {
				return by, err
			}
			if !differs {
				break
			}
			if _, always, err := s.set.FirstDifference(before, order[at:at+1]); err == nil && !always {
				*last = noticedBy{s.set, order[at]}
				return *last, nil
			}
			order = order[at+1:]
		}
	}
	return by, nil
}

// unchanged is the files of a year without a change, with the cases about it.
type unchanged struct {
	*read
	before conformance.Subject
	cases  []selection
}

func (c *Campaign) unchanged(year string) *unchanged {
	known, _ := c.years.LoadOrStore(year, sync.OnceValue(func() *unchanged {
		u := &unchanged{read: readYear(c.Files, year)}
		u.before, _ = c.open(u.read, year)
		for _, set := range c.Sets {
			if cases := set.CasesOf(year, c.Subject); len(cases) > 0 {
				u.cases = append(u.cases, selection{set, cases})
			}
		}
		return u
	}))
	return known.(func() *unchanged)()
}

// replay replays the cases about a year until one differs.
func (c *Campaign) replay(of *unchanged, changed *read, year, file string, trial *Trial) {
	known, _ := c.noticed.Load(year + " " + file)
	last, _ := known.(noticedBy)
	subject, err := c.open(changed, year)
	if err == nil {
		var by noticedBy
		if by, err = first(subject, of.before, of.cases, &last); by.set != nil {
			c.noticed.Store(year+" "+file, last)
			trial.Verdict, trial.By = Noticed, by.String()
			return
		}
	}
	if err == nil && c.Subject.Regime(year) == nil { // the programs that no case needs
		_, err = changed.open(rules.Options{})
	}
	if err != nil {
		trial.Verdict, trial.By = Refused, firstLine(err)
	}
}

// open opens a year, or the trip rules of a regime.
func (c *Campaign) open(r *read, year string) (conformance.Subject, error) {
	if c.Subject.Regime(year) != nil {
		travel, list := c.Subject.Tables.WithTripRules(year, r.MapFS[path.Join(year, TripRules)].Data)
		return conformance.NewSubject(r, c.Subject.Book, travel), list.Err()
	}
	return r.open(rules.Options{Lazy: true})
}

// same reports whether every program of a changed file compiles to the same code in a year that
// reads the file.
func (c *Campaign) same(of *unchanged, changed *read, year, file string) bool {
	declared, _ := syntax.Read(file, c.Files[file])
	after, _ := c.open(changed, year)
	for _, p := range declared.Programs {
		one, other := compiled(of.before, year, p.Name), compiled(after, year, p.Name)
		if one == nil || other == nil || !one.Equal(other) {
			return false
		}
	}
	return len(declared.Programs) > 0
}

// compiled returns a compiled program of a year, or nil if it does not compile.
func compiled(subject conformance.Subject, year, program string) *run.Executable {
	found, err := subject.Program(path.Join(year, program))
	if err != nil {
		return nil
	}
	executable, _ := compile.Program(found, compile.Silent)
	return executable
}

func firstLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
