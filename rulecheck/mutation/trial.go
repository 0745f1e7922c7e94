package mutation

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/rules/format"
	"github.com/payslate/payslate/tables"
)

// Verdict is the outcome of a change.
type Verdict string

// The verdicts.
const (
	Noticed   Verdict = "noticed"   // a case differs
	Refused   Verdict = "refused"   // the rules do not load with it
	Unnoticed Verdict = "unnoticed" // every case that reaches it matches
	Unreached Verdict = "unreached" // no case reaches it
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

// bench tries changes against the labelled cases.
type bench struct {
	*Campaign
	// noticed has what noticed the last change of each year and file.
	noticed sync.Map
	// declared has the declarations of unchanged files.
	declared sync.Map
	// alone has the results of differsAlone.
	alone sync.Map
}

// try makes a change and replays the cases that reach it until one differs.
func (b *bench) try(c *Change) Trial {
	trial := Trial{Class: c.Class, ID: c.ID, Place: c.At.String(), Verdict: Unreached}
	from := b.Files
	_, rule := b.Files[c.At.File]
	if !rule {
		from = b.Travel
	}
	data, err := from.Edited(c.At.File, ruletext.Change{At: c.At, Text: c.New})
	if err != nil {
		trial.Verdict, trial.By = Refused, err.Error()
		return trial
	}
	changed := from.With(c.At.File, data)
	if !rule {
		b.tryTables(c, changed, &trial)
		return trial
	}
	for _, y := range b.Model.Years {
		if y.File(c.At.File) == nil && path.Dir(c.At.File) != "." {
			continue
		}
		if b.tryYear(c, changed, y.Name, &trial); trial.Verdict == Noticed || trial.Verdict == Refused {
			return trial
		}
	}
	if b.same(c, changed) {
		trial.Verdict = Same
	}
	return trial
}

// same reports whether every program of the changed file compiles to the same code in every
// year that lists the file.
func (b *bench) same(c *Change, changed ruletext.Files) bool {
	compared := 0
	for _, y := range b.Model.Years {
		file := y.File(c.At.File)
		if file == nil {
			continue
		}
		before, _ := b.open(y.Name, b.Files, "")
		after, _ := b.open(y.Name, changed, c.At.File)
		for _, p := range file.Programs {
			one, other := compiled(before, y.Name, p.Name), compiled(after, y.Name, p.Name)
			if one == nil || other == nil || !one.Equal(other) {
				return false
			}
			compared++
		}
	}
	return compared > 0
}

// compiled returns a compiled program of a year, or nil if it does not compile.
func compiled(subject conformance.Subject, year, program string) *run.Executable {
	var found *check.Program
	name := path.Join(year, program)
	if subject.Book != nil {
		found = subject.Book.Program(name)
	}
	if found == nil { // of a travel regime
		found, _ = rules.LoadProgram(subject.Files, name)
	}
	if found == nil {
		return nil
	}
	executable, err := found.Compile(check.Silent)
	if err != nil {
		return nil
	}
	return executable
}

// selection is the cases of a set that a trial replays.
type selection struct {
	set   *conformance.Set
	cases func() []int
}

// noticedBy is a case that noticed a change.
type noticedBy struct {
	set *conformance.Set
	at  int
}

// replay replays cases until one differs. It starts with the case that noticed the last change
// of the file, because that or the next one probably notices this change too. With a year,
// only that year is open.
func (b *bench) replay(year, file string, selected []selection, open func() (conformance.Subject, error), trial *Trial) {
	key := year + " " + file
	known, _ := b.noticed.Load(key)
	last, _ := known.(noticedBy)
	if i := slices.IndexFunc(selected, func(s selection) bool { return s.set == last.set }); i > 0 {
		selected = slices.Concat(selected[i:i+1], selected[:i], selected[i+1:])
	}
	for _, s := range selected {
		cases := s.cases()
		if len(cases) == 0 {
			continue
		}
		if s.set == last.set {
			i, _ := slices.BinarySearch(cases, last.at)
			cases = slices.Concat(cases[i:], cases[:i])
		}
		trial.Verdict = Unnoticed
		subject, err := open()
		for err == nil && len(cases) > 0 {
			var at int
			var differs bool
			if at, differs, err = s.set.FirstDifference(subject, cases); !differs {
				break
			}
			if found := cases[at]; !b.differsAlone(s.set, found, year) {
				b.noticed.Store(key, noticedBy{s.set, found})
				trial.Verdict, trial.By = Noticed, s.set.Name+" "+s.set.Cases()[found]
				return
			}
			cases = cases[at+1:]
		}
		if err != nil {
			trial.Verdict, trial.By = Refused, firstLine(err)
			return
		}
	}
}

// differsAlone reports whether a case differs without any change if only its year is open, as
// one that needs another year does. Such a case proves nothing.
func (b *bench) differsAlone(set *conformance.Set, at int, year string) bool {
	if year == "" {
		return false
	}
	type key struct {
		set  *conformance.Set
		at   int
		year string
	}
	known, _ := b.alone.LoadOrStore(key{set, at, year}, sync.OnceValue(func() bool {
		subject, err := b.open(year, b.Files, "")
		if err != nil {
			return true
		}
		_, differs, err := set.FirstDifference(subject, []int{at})
		return differs || err != nil
	}))
	return known.(func() bool)()
}

// tryYear replays the cases of one year. It loads only that year and the programs that cases
// use.
func (b *bench) tryYear(c *Change, changed ruletext.Files, year string, trial *Trial) {
	var selected []selection
	for _, set := range b.Sets {
		selected = append(selected, selection{set.Set, func() []int {
			return slices.DeleteFunc(set.Taking(c.branches), func(i int) bool { return set.Years[i] != year })
		}})
	}
	b.replay(year, c.At.File, selected, sync.OnceValues(func() (conformance.Subject, error) {
		return b.open(year, changed, c.At.File)
	}), trial)
	if trial.Verdict == Unnoticed && b.Tables.Regime(year) == nil {
		if _, list := rules.Open(changed.OneYear(year).FS(), rules.Options{}); list.HasErrors() {
			trial.Verdict, trial.By = Refused, firstLine(list.Err())
		}
	}
}

// which returns a function that returns the cases of a set that keep accepts.
func which(set *conformance.Set, keep func(i int) bool) func() []int {
	return func() (cases []int) {
		for i := range set.Cases() {
			if keep(i) {
				cases = append(cases, i)
			}
		}
		return cases
	}
}

// tryTables replays the cases of a regime's tables and trips. For a file that regimes share,
// it replays those of all regimes.
func (b *bench) tryTables(c *Change, changed ruletext.Files, trial *Trial) {
	folder := path.Dir(c.At.File)
	whole := b.Tables.Regime(folder)
	about := func(of string) bool {
		regime := b.Tables.Regime(of)
		return whole == nil || of == "." || regime != nil && regime.Root() == whole.Root()
	}
	var selected []selection
	for _, set := range b.Sets {
		if set.Answer == conformance.TripAnswer {
			selected = append(selected, selection{set.Set, which(set.Set, func(i int) bool { return about(set.Years[i]) })})
		}
	}
	for _, set := range b.Direct {
		if set.Rates != "" && about(set.Rates) {
			selected = append(selected, selection{set, which(set, func(int) bool { return true })})
		}
	}
	b.replay("", c.At.File, selected, sync.OnceValues(func() (conformance.Subject, error) {
		files := changed.Only(func(name string) bool { return about(path.Dir(name)) })
		book, list, _ := tables.Open(files.FS(), tables.Options{})
		return conformance.NewSubject(b.Files.FS(), b.Book, book), list.Err()
	}), trial)
}

// open opens a year, or the trip rules of a regime, with a changed file.
func (b *bench) open(year string, files ruletext.Files, changed string) (conformance.Subject, error) {
	if regime := b.Tables.Regime(year); regime != nil {
		travel, list := b.Tables.WithTripRules(year, files[path.Join(year, "rules.yaml")])
		return conformance.NewSubject(files.OneYear(year).FS(), b.Book, travel), list.Err()
	}
	alone := declared{files.OneYear(year).FS().(readFS), b, changed}
	book, list := rules.Open(alone, rules.Options{Lazy: true})
	return conformance.NewSubject(alone, book, nil), list.Err()
}

// readFS is implemented by the file system of ruletext.Files.
type readFS interface {
	fs.ReadFileFS
	fs.GlobFS
}

// declared is the files of a year, with the declarations of all but the changed one.
type declared struct {
	readFS
	bench   *bench
	changed string
}

// Declaration returns the declarations of a file, which all trials share.
func (d declared) Declaration(name string) *syntax.File {
	if name == d.changed {
		return nil
	}
	known, _ := d.bench.declared.LoadOrStore(name, sync.OnceValue(func() *syntax.File {
		f, _ := syntax.Read(name, d.bench.Files[name], format.Of("rules"))
		return f
	}))
	return known.(func() *syntax.File)()
}

func firstLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
