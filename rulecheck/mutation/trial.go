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
	// Confirmed is how many programs gave the same on mixed inputs with an excused change.
	Confirmed int `json:"confirmed,omitempty"`

	inside bool // no answer shows what differs
}

// bench tries changes against the labelled cases.
type bench struct {
	files  ruletext.Files
	travel ruletext.Files
	book   *rules.Book
	tables *tables.Book
	model  *coverage.Model
	sets   []*coverage.Set
	direct []*conformance.Set
	// noticed holds for each year and file the set that noticed the last change:
	// most likely it notices the next one too, so it is asked first.
	noticed sync.Map
}

// try makes a change and replays the cases that come by, until one differs. The
// cases of programs come first: they need no whole year.
func (b *bench) try(c *Change) Trial {
	trial := Trial{Class: c.Class, ID: c.ID, Place: c.At.String(), Verdict: Unreached}
	from := b.files
	_, rule := b.files[c.At.File]
	if !rule {
		from = b.travel
	}
	data, err := from.Edited(c.At.File, ruletext.Change{At: c.At, Text: c.New})
	if err != nil {
		trial.Verdict, trial.By = Refused, err.Error()
		return trial
	}
	changed := from.With(c.At.File, data)
	if c.branches == nil {
		trial.Verdict = Unnoticed
		b.tryStated(c, changed, &trial)
	}
	if trial.Verdict == Noticed {
		return trial
	}
	if !rule {
		b.tryTables(c, changed, &trial)
		return trial
	}
	for _, whole := range []bool{false, true} {
		for _, y := range b.model.Years {
			if y.File(c.At.File) == nil && path.Dir(c.At.File) != "." {
				continue
			}
			if b.tryYear(c, changed, y.Name, whole, &trial); trial.Verdict == Noticed || trial.Verdict == Refused {
				return trial
			}
		}
	}
	switch {
	case c.branches == nil:
	case b.same(c, changed):
		trial.Verdict = Same
	default:
		b.tryStated(c, changed, &trial) // the words of a text around a formula
	}
	return trial
}

// same reports whether every program of the changed file compiles to what it was,
// in every year that is made of the file.
func (b *bench) same(c *Change, changed ruletext.Files) bool {
	compared := 0
	for _, y := range b.model.Years {
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
	var others []string
	for _, country := range b.book.Countries() {
		if country.Folder() != path.Dir(year) {
			others = append(others, country.Code())
		}
	}
	for _, set := range b.ordered(favourite) {
		if (set.Answer != "") != whole {
			continue
		}
		// The year is opened alone: a request with the profile of another country as well would not fit it.
		cases := slices.DeleteFunc(set.Taking(c.branches), func(i int) bool { return set.Years[i] != year || set.HasProfileOf(others, i) })
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

// tryStated compares what the changed file states with the copy of it.
func (b *bench) tryStated(c *Change, changed ruletext.Files, trial *Trial) {
	files := changed.FS()
	subject := conformance.Subject{Files: files, TableFiles: files}
	for _, set := range b.direct {
		if set.Stated != "" {
			b.replay(set, subject, trial, func(i int) bool { return strings.HasPrefix(set.Cases()[i], c.At.File+": ") })
		}
	}
}

// replay replays the cases of a set that are asked for, unless the change was noticed.
func (b *bench) replay(set *conformance.Set, subject conformance.Subject, trial *Trial, asked func(i int) bool) {
	var cases []int
	for i := range set.Cases() {
		if asked(i) {
			cases = append(cases, i)
		}
	}
	if trial.Verdict == Noticed || len(cases) == 0 {
		return
	}
	if found, differs, err := set.FirstDifference(subject, cases); differs || err != nil {
		trial.Verdict, trial.By = Noticed, set.Name+" "+found.Case
	}
}

// tryTables replays the cases of a regime's tables and trips, of all regimes for a file
// that they share.
func (b *bench) tryTables(c *Change, changed ruletext.Files, trial *Trial) {
	regime := path.Dir(c.At.File)
	about := func(of string) bool { return regime == "." || strings.HasPrefix(regime, of) }
	book, list, _ := tables.Open(changed.FS(), tables.Options{})
	if list.HasErrors() {
		trial.Verdict, trial.By = Refused, firstLine(list.Err())
		return
	}
	subject := conformance.NewSubject(b.files.FS(), b.book, book)
	for _, set := range b.sets {
		if set.Answer == conformance.TripAnswer {
			b.replay(set.Set, subject, trial, func(i int) bool { return about(set.Years[i]) })
		}
	}
	for _, set := range b.direct {
		b.replay(set, subject, trial, func(int) bool { return set.Rates != "" && about(set.Rates) })
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
