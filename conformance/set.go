package conformance

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Origin is the origin of the expected values of a set.
type Origin string

// The origins.
const (
	// Official values were published by the authority itself.
	Official Origin = "official"
	// Published values are worked examples in print.
	Published Origin = "published example"
	// Computed values come from an independent program that follows the
	// published routine.
	Computed Origin = "computed from the routine"
	// HandChecked values were worked out from the law by hand.
	HandChecked Origin = "hand-checked"
	// TableRow values are those of a published table, looked up by the names in its row.
	TableRow Origin = "row of a table"
	// Words are texts, references and ranges, pinned so that every change is noticed.
	Words Origin = "wording"
)

// Origins lists the kinds in the order of a report.
var Origins = []Origin{Official, Published, Computed, HandChecked, TableRow, Words}

// CountedAs returns the kind that the cases are counted as: Words for those that pin texts,
// which do not count as results.
func (s *Set) CountedAs() Origin {
	if s.Wording {
		return Words
	}
	return s.Kind
}

// Set is a list of cases with the same origin and subject.
type Set struct {
	At   diagnostic.Range `key:"=,at"`
	Name string           `key:"name"`
	Kind Origin           `key:"kind"`
	// Origin describes the publication or the computation.
	Origin string `key:"origin"`
	// File is the file of the cases in the folder cases.
	File string `key:"file"`
	// Program is the program that the cases run, such as de/2026/wage_tax. One of Program,
	// Answer and Rates is set.
	Program string `key:"program"`
	// Answer is the kind of question that the cases ask.
	Answer Answer `key:"answer"`
	// Figures is a file in the folder cases that replaces the figures of the year that it
	// names by different ones, to show which of two equal figures is read.
	Figures string `key:"figures"`
	// Rates is the travel regime whose rates the cases ask for.
	Rates string `key:"rates"`
	// Wording reports whether the cases pin texts, which authors may change freely: a
	// server accepts rules with other texts.
	Wording bool `key:"wording"`
	// Replaces is built_in if the set's cases stand for the built-in ones of the years that
	// they are about, instead of adding to them.
	Replaces string `key:"replaces"`
	// Language is the language of whole answers; English if empty.
	Language string `key:"language"`
	// Reason is that of the known differences without their own.
	Reason string `key:"reason"`
	// KnownDifferences lists the expected values that the rules do not follow.
	KnownDifferences []KnownDifference `key:"known_differences"`

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

// KnownDifference is an expected value from which the rules differ for a known reason. A
// replay checks that they answer exactly Ours.
type KnownDifference struct {
	At   diagnostic.Range `key:"=,at"`
	Case string           `key:"case"`
	// Output is the output of the program. It is empty for a whole answer, which must
	// differ; a case of another set pins what the rules answer.
	Output string `key:"output"`
	// Ours is the value of the rules, Printed that of the publication.
	Ours    string `key:"ours"`
	Printed string `key:"printed"`
	// Reason explains why the rules are right.
	Reason string `key:"reason"`
}

// Cases lists the names of the cases in their order.
func (s *Set) Cases() []string {
	return diagnostic.Names(s.cases, func(c testCase) string { return c.name })
}

// check reports what contradicts itself in a set's entry.
func (s *Set) check(found *diagnostic.List) {
	if s.Figures != "" && (s.Program == "" && s.Answer == "" || s.Answer == TripAnswer) {
		found.Fail(s.At, "wrong-set", "the set "+s.Name+": figures need program or an answer other than trip", "Remove figures.")
	}
}

// builtInCases is the only value of Set.Replaces.
const builtInCases = "built_in"

// checkKnown reports known differences that do not match the cases, and gives those without
// a reason the set's.
func (s *Set) checkKnown(found *diagnostic.List) {
	names := s.Cases()
	for i := range s.KnownDifferences {
		known := &s.KnownDifferences[i]
		known.Reason = cmp.Or(known.Reason, s.Reason)
		at := slices.Index(names, known.Case)
		output := slices.Index(s.outputs, known.Output)
		switch fail := func(summary, detail, meant string) {
			found.Suggest(known.At, "wrong-difference", summary, detail, meant)
		}; {
		case at < 0:
			fail("unknown case "+known.Case, "Write the name of a case of the set.", diagnostic.Nearest(known.Case, names))
		case known.Reason == "":
			fail("the reason is missing", "Write why the rules are right, here or in the set's reason.", "")
		case s.Answer != "" && known.Output+known.Ours+known.Printed != "":
			fail("a case of a whole answer has no outputs to name", "Write case and reason alone.", "")
		case s.Answer != "":
		case output < 0:
			fail("the case does not check the output "+known.Output, "Write an output of the set's cases.", diagnostic.Nearest(known.Output, s.outputs))
		case s.cases[at].want[output] != known.Printed:
			fail("the case expects "+s.cases[at].want[output]+", not "+known.Printed+" as declared", "Write the value of the publication.", "")
		}
	}
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
