package conformance

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Kind is the origin of the expected values of a set.
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
	// TableRow values are those of a published table, looked up by the names in its row.
	TableRow Kind = "row of a table"
	// Words are texts, references and ranges, pinned so that every change is noticed.
	Words Kind = "wording"
)

// Kinds lists the kinds in the order of a report.
var Kinds = []Kind{Official, Published, Computed, HandChecked, TableRow, Words}

// CountedAs returns the kind that the cases are counted as: Words for those that pin texts,
// which do not count as results.
func (s *Set) CountedAs() Kind {
	if s.Wording {
		return Words
	}
	return s.Kind
}

// Set is a list of cases with the same origin and subject.
type Set struct {
	Name string `yaml:"name"`
	Kind Kind   `yaml:"kind"`
	// Origin describes the publication or the computation.
	Origin string `yaml:"origin"`
	// File is the file of the cases in the folder cases.
	File string `yaml:"file"`
	// Program is the program that the cases run, such as de/2026/wage_tax. One of Program,
	// Answer and Rates is set.
	Program string `yaml:"program"`
	// Answer is the kind of question that the cases ask.
	Answer Answer `yaml:"answer"`
	// Figures is a file in the folder cases that replaces the figures of the year that it
	// names by different ones, to show which of two equal figures is read.
	Figures string `yaml:"figures"`
	// Rates is the travel regime whose rates the cases ask for.
	Rates string `yaml:"rates"`
	// Wording reports whether the cases pin texts, which authors may change freely: a
	// server accepts rules with other texts.
	Wording bool `yaml:"wording"`
	// Replaces is built_in if the set's cases stand for the built-in ones of the years that
	// they are about, instead of adding to them.
	Replaces string `yaml:"replaces"`
	// Language is the language of whole answers; English if empty.
	Language string `yaml:"language"`
	// KnownDifferences lists the expected values that the rules do not follow.
	KnownDifferences []KnownDifference `yaml:"known_differences"`

	files fs.FS
	// inputs and outputs are the columns of a table.
	inputs, outputs []string
	cases           []testCase
	// editions are the monthly tables that the cases were made for, by regime.
	editions map[string][]string
}

// testCase is a row of a table, or a request with its expected answer.
type testCase struct {
	name string
	// inputs and want are the cells of a row. An empty input takes its default, and an empty
	// expected cell is not checked.
	inputs, want []string
	// text is the request as sent.
	text              []byte
	request, expected object
}

// Answer is a kind of whole answer.
type Answer string

// The whole answers.
const (
	// NetAnswer is from gross to net.
	NetAnswer Answer = "net"
	// GrossAnswer is from net to gross.
	GrossAnswer Answer = "gross"
	// YearAnswer is a year, payday by payday.
	YearAnswer Answer = "year"
	// ParametersAnswer has the figures of a year.
	ParametersAnswer Answer = "parameters"
	// TripAnswer has the allowances of a trip.
	TripAnswer Answer = "trip"
)

var answers = []Answer{NetAnswer, GrossAnswer, YearAnswer, ParametersAnswer, TripAnswer}

// KnownDifference is an expected value from which the rules differ for a known reason. A
// replay checks that they answer exactly Ours.
type KnownDifference struct {
	Case string `yaml:"case"`
	// Output is the output of the program. It is empty for a whole answer, which must
	// differ; a case of another set pins what the rules answer.
	Output string `yaml:"output"`
	// Ours is the value of the rules, Printed that of the publication.
	Ours    string `yaml:"ours"`
	Printed string `yaml:"printed"`
	// Reason explains why the rules are right.
	Reason string `yaml:"reason"`
}

// builtInCases is the only value of Set.Replaces.
const builtInCases = "built_in"

// Cases lists the names of the cases in their order.
func (s *Set) Cases() []string {
	names := make([]string, len(s.cases))
	for i := range s.cases {
		names[i] = s.cases[i].name
	}
	return names
}

// check validates a set's entry before its cases are read.
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
	case !oneOf(s.Program != "", s.Answer != "", s.Rates != ""):
		return fmt.Errorf("set %s: it needs one of program, answer and rates", s.Name)
	case s.Figures != "" && (s.Program == "" && s.Answer == "" || s.Answer == TripAnswer):
		return fmt.Errorf("set %s: figures need program or an answer other than trip", s.Name)
	case s.Replaces != "" && s.Replaces != builtInCases:
		return fmt.Errorf("set %s: replaces %q is not %s", s.Name, s.Replaces, builtInCases)
	case s.Answer != "" && !slices.Contains(answers, s.Answer):
		return fmt.Errorf("set %s: answer %q is not one of %q", s.Name, s.Answer, answers)
	}
	return nil
}

// oneOf reports whether exactly one of the conditions holds.
func oneOf(conditions ...bool) bool {
	count := 0
	for _, holds := range conditions {
		if holds {
			count++
		}
	}
	return count == 1
}

// checkKnown refuses known differences that do not match the cases.
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
			return fmt.Errorf("%s: reason is missing", where)
		}
		if s.Answer != "" {
			if known.Output+known.Ours+known.Printed != "" {
				return fmt.Errorf("%s: a case of a whole answer has no outputs to name; give case and reason alone", where)
			}
			continue
		}
		output := slices.Index(s.outputs, known.Output)
		if output < 0 {
			return fmt.Errorf("%s: the case does not check this output%s", where, nearest(known.Output, s.outputs))
		}
		if want := s.cases[at].want[output]; want != known.Printed {
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

// nearest returns a suggestion of the name that was probably meant.
func nearest(name string, known []string) string {
	if found := diagnostic.Nearest(name, known); found != "" {
		return fmt.Sprintf("; did you mean %s?", found)
	}
	return ""
}
