package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Kind says how the expected values of a set came about.
type Kind string

// The kinds of sets.
const (
	// Official values were published by the authority itself.
	Official Kind = "official"
	// Published values are worked examples in print.
	Published Kind = "published example"
	// Computed values come from an independent program that follows the
	// published routine.
	Computed Kind = "computed from the routine"
	// HandChecked values were worked out from the law by hand.
	HandChecked Kind = "hand-checked"
	// TableRow values are those of a published table, found by the names of its row.
	TableRow Kind = "row of a table"
	// Words are texts, references and ranges, pinned so that no change goes unseen.
	Words Kind = "wording"
)

// Kinds lists the kinds in the order of a report.
var Kinds = []Kind{Official, Published, Computed, HandChecked, TableRow, Words}

// CountedAs is the kind that the cases are counted as: those that pin words are not
// counted among results.
func (s *Set) CountedAs() Kind {
	if s.Wording {
		return Words
	}
	return s.Kind
}

// Set is a list of cases of one origin that run the same thing.
type Set struct {
	Name string `yaml:"name"`
	Kind Kind   `yaml:"kind"`
	// Origin names the publication or the computation in words.
	Origin string `yaml:"origin"`
	// File holds the cases, below the folder cases.
	File string `yaml:"file"`
	// Program names the program that the cases run, such as de/2026/wage_tax;
	// Answer instead names the question that they ask. One of the two is set.
	Program string `yaml:"program"`
	Answer  Answer `yaml:"answer"`
	// Figures is a file below the folder cases that takes the place of the figures
	// of the year that it names, so that no two of them are alike and hide which is read.
	Figures string `yaml:"figures"`
	// Rates is the travel regime whose rates the cases ask for, in place of both.
	Rates string `yaml:"rates"`
	// Stated is rules or tables, in place of all three: the cases are a second copy of
	// what these files say in words.
	Stated string `yaml:"stated"`
	// Wording says that the cases pin words, which an author may change at will: a
	// running server takes rules that word things otherwise.
	Wording bool `yaml:"wording"`
	// Language is the language that whole answers are asked for in, without one English.
	Language string `yaml:"language"`
	// KnownDifferences lists the expected values that the rules do not follow.
	KnownDifferences []KnownDifference `yaml:"known_differences"`

	files   fs.FS
	table   *table
	answers []answerCase
	// editions are the monthly tables that the cases know, by regime.
	editions map[string][]string
}

// Answer is the kind of whole answer that a set asks for.
type Answer string

// The whole answers.
const (
	// NetAnswer asks from gross to net.
	NetAnswer Answer = "net"
	// GrossAnswer asks from net to gross.
	GrossAnswer Answer = "gross"
	// ParametersAnswer asks for the figures of a year.
	ParametersAnswer Answer = "parameters"
	// TripAnswer asks what a trip gives.
	TripAnswer Answer = "trip"
)

var answers = []Answer{NetAnswer, GrossAnswer, ParametersAnswer, TripAnswer}

// KnownDifference is an expected value that the rules are known not to give. A
// replay checks that they give exactly Ours.
type KnownDifference struct {
	Case   string `yaml:"case"`
	Output string `yaml:"output"`
	// Ours is what the rules give, Printed what the publication says.
	Ours    string `yaml:"ours"`
	Printed string `yaml:"printed"`
	// Reason says why the rules are right.
	Reason string `yaml:"reason"`
}

// Cases lists the names of the cases in their order.
func (s *Set) Cases() []string {
	if s.table != nil {
		return s.table.cases
	}
	names := make([]string, len(s.answers))
	for i := range s.answers {
		names[i] = s.answers[i].name
	}
	return names
}

// check finds what is wrong with a set's entry before its cases are read.
func (s *Set) check() error {
	switch {
	case s.Name == "":
		return errors.New("a set has no name")
	case !slices.Contains(Kinds, s.Kind):
		return fmt.Errorf("set %s: kind %q is not one of %q", s.Name, s.Kind, Kinds)
	case s.Origin == "":
		return fmt.Errorf("set %s: origin is missing: name the publication or computation", s.Name)
	case s.File == "":
		return fmt.Errorf("set %s: file is missing", s.Name)
	case !oneOf(s.Program != "", s.Answer != "", s.Rates != "", s.Stated != ""):
		return fmt.Errorf("set %s: one of program, answer, rates and stated is needed", s.Name)
	case s.Figures != "" && (s.Program == "" && s.Answer == "" || s.Answer == TripAnswer):
		return fmt.Errorf("set %s: figures take the place of those of a year: program or answer is missing", s.Name)
	case s.Answer != "" && !slices.Contains(answers, s.Answer):
		return fmt.Errorf("set %s: answer %q is not one of net, gross, trip", s.Name, s.Answer)
	}
	return nil
}

// oneOf reports whether just one of the conditions holds.
func oneOf(conditions ...bool) bool {
	count := 0
	for _, holds := range conditions {
		if holds {
			count++
		}
	}
	return count == 1
}

// checkKnown refuses known differences that the cases do not have.
func (s *Set) checkKnown() error {
	names := s.Cases()
	for i := range s.KnownDifferences {
		known := &s.KnownDifferences[i]
		where := fmt.Sprintf("set %s: known difference of %s, %s", s.Name, known.Case, known.Output)
		at := slices.Index(names, known.Case)
		if at < 0 {
			return fmt.Errorf("%s: unknown case%s", where, nearest(known.Case, names))
		}
		if known.Reason == "" {
			return fmt.Errorf("%s: it needs a reason", where)
		}
		if s.table == nil {
			return fmt.Errorf("%s: only cases of a program can have known differences", where)
		}
		output := slices.Index(s.table.outputs, known.Output)
		if output < 0 {
			return fmt.Errorf("%s: the case does not check this output%s", where, nearest(known.Output, s.table.outputs))
		}
		if want := s.table.rows[at].want[output]; want != known.Printed {
			return fmt.Errorf("%s: the case expects %s, not %s as declared", where, want, known.Printed)
		}
	}
	return nil
}

// known finds the known difference of an output of a case.
func (s *Set) known(name, output string) *KnownDifference {
	for i := range s.KnownDifferences {
		if k := &s.KnownDifferences[i]; k.Case == name && k.Output == output {
			return k
		}
	}
	return nil
}

// nearest words the name that was probably meant.
func nearest(name string, known []string) string {
	if found := diagnostic.Nearest(name, known); found != "" {
		return fmt.Sprintf("; did you mean %s?", found)
	}
	return ""
}
