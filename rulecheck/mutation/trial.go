package mutation

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/execution"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// Verdict is what came of a change.
type Verdict string

// The verdicts.
const (
	Noticed   Verdict = "noticed"   // a case differs
	Refused   Verdict = "refused"   // the rules do not load with it
	Unnoticed Verdict = "unnoticed" // every case that comes by matches
	Unreached Verdict = "unreached" // no case comes by
	// Same is a change that no case can notice: the changed rules compile to the
	// same program.
	Same Verdict = "same"
)

// Trial is a change with what came of it.
type Trial struct {
	Class   Class   `json:"class"`
	ID      string  `json:"id"`
	Place   string  `json:"place"`
	Verdict Verdict `json:"verdict"`
	// By names the set and case that notice the change, or says why the rules do
	// not load with it.
	By string `json:"by,omitempty"`
	// Reason says why no case can notice the change, where that is declared.
	Reason string `json:"reason,omitempty"`
}

// bench tries changes against the labelled cases.
type bench struct {
	files  ruletext.Files
	book   *rules.Book
	tables *tables.Book
	years  []*coverage.Year
	sets   []*coverage.Set
	// noticed holds for each year and file the set that noticed the last change:
	// most likely it notices the next one too, so it is asked first.
	noticed sync.Map
}

// try makes a change and replays the cases that come by, until one differs. The
// cases of programs come first: they need no whole year.
func (b *bench) try(c *Change) Trial {
	trial := Trial{Class: c.Class, ID: c.ID, Place: c.At.String(), Verdict: Unreached}
	data, err := b.files.Edited(c.At.File, ruletext.Change{At: c.At, Text: c.New})
	if err != nil {
		trial.Verdict, trial.By = Refused, err.Error()
		return trial
	}
	changed := b.files.With(c.At.File, data)
	for _, whole := range []bool{false, true} {
		for _, y := range b.years {
			if y.File(c.At.File) == nil {
				continue
			}
			if b.tryYear(c, changed, y.Name, whole, &trial); trial.Verdict == Noticed || trial.Verdict == Refused {
				return trial
			}
		}
	}
	if b.same(c, changed) {
		trial.Verdict = Same
	}
	return trial
}

// same reports whether every program of the changed file compiles to what it was,
// in every year that is made of the file.
func (b *bench) same(c *Change, changed ruletext.Files) bool {
	compared := 0
	for _, y := range b.years {
		file := y.File(c.At.File)
		if file == nil {
			continue
		}
		for _, p := range file.Programs {
			before, after := compiled(b.files, y.Name, p.Name), compiled(changed, y.Name, p.Name)
			if before == nil || after == nil || !before.Equal(after) {
				return false
			}
			compared++
		}
	}
	return compared > 0
}

// compiled is a program of a year, nil if it does not compile.
func compiled(files ruletext.Files, year, program string) *execution.Executable {
	loaded, list := rules.LoadProgram(files.OneYear(year).FS(), path.Join(year, program))
	if list.HasErrors() {
		return nil
	}
	executable, err := loaded.Compile(compile.Silent)
	if err != nil {
		return nil
	}
	return executable
}

// tryYear replays the cases of one year; only that year is loaded.
func (b *bench) tryYear(c *Change, changed ruletext.Files, year string, whole bool, trial *Trial) {
	subject := conformance.Subject{Files: changed.OneYear(year).FS()}
	favourite := year + " " + c.At.File
	for _, set := range b.ordered(favourite) {
		if (set.Answer != "") != whole {
			continue
		}
		cases := slices.DeleteFunc(set.Taking(c.branches), func(i int) bool { return set.Years[i] != year })
		if len(cases) == 0 {
			continue
		}
		trial.Verdict = Unnoticed
		if list := b.open(&subject, set, year, changed[c.At.File]); list.HasErrors() {
			trial.Verdict, trial.By = Refused, firstLine(list.Err())
			return
		}
		found, differs, err := set.FirstDifference(subject, cases)
		switch {
		case err != nil:
			trial.Verdict, trial.By = Refused, firstLine(err)
			return
		case differs:
			b.noticed.Store(favourite, set)
			trial.Verdict, trial.By = Noticed, set.Name+" "+found.Case
			return
		}
	}
}

// open opens what a set of whole answers asks, unless it is open already.
func (b *bench) open(subject *conformance.Subject, set *coverage.Set, year string, changed []byte) (list diagnostic.List) {
	switch {
	case set.Answer == conformance.TripAnswer && subject.Tables == nil:
		var travel *tables.Book
		travel, list = b.tables.WithTripRules(year, changed)
		*subject = conformance.NewSubject(subject.Files, b.book, travel)
	case set.Answer != "" && set.Answer != conformance.TripAnswer && subject.Book == nil:
		var book *rules.Book
		book, list = rules.Open(subject.Files, rules.Options{})
		*subject = conformance.NewSubject(subject.Files, book, nil)
	}
	return list
}

// ordered lists the sets with the favourite first.
func (b *bench) ordered(favourite string) []*coverage.Set {
	first, known := b.noticed.Load(favourite)
	if !known {
		return b.sets
	}
	sets := []*coverage.Set{first.(*coverage.Set)}
	for _, set := range b.sets {
		if set != first {
			sets = append(sets, set)
		}
	}
	return sets
}

func firstLine(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text
}
