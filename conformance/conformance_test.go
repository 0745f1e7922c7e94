package conformance

import (
	"runtime/debug"
	"sync"
	"testing"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TestMain raises the limit of the garbage collector, which takes a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// embeddedSubject returns the embedded rules and tables, opened once for all tests.
func embeddedSubject(t testing.TB) Subject {
	t.Helper()
	subject, err := openEmbedded()
	if err != nil {
		t.Fatal(err)
	}
	return subject
}

var openEmbedded = sync.OnceValues(func() (Subject, error) {
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		return Subject{}, list.Err()
	}
	travel, list, _ := tables.Open(tables.Embedded(), tables.Options{})
	if list.HasErrors() {
		return Subject{}, list.Err()
	}
	subject := NewSubject(rules.Embedded(), book, travel)
	return subject, nil
})

// loadSets returns the sets of open years, read once.
func loadSets(t testing.TB) []*Set {
	t.Helper()
	subject := embeddedSubject(t)
	sets, err := embeddedSets()
	if err != nil {
		t.Fatal(err)
	}
	return Gather(sets, nil, subject).Sets
}

var embeddedSets = sync.OnceValues(Load)

// sampled returns the set with every stepth case.
func (s *Set) sampled(step int) *Set {
	return s.only(func(i int) bool { return i%step == 0 })
}

// TestEmbeddedRules replays every twentieth labelled case against the embedded rules. rulecheck
// check, with which CI begins, replays all.
func TestEmbeddedRules(t *testing.T) {
	subject := embeddedSubject(t)
	for _, all := range loadSets(t) {
		t.Run(all.Name, func(t *testing.T) {
			set := all.sampled(20)
			report, err := set.Run(t.Context(), subject, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range report.Differences {
				t.Errorf("case %s, %s: want %s, got %s %s", d.Case, d.Output, d.Want, d.Got, d.Reason)
			}
			if report.Differing > 0 || report.Cases != len(set.Cases()) {
				t.Errorf("%d of %d cases replayed, %d matched, %d known, %d differing", report.Cases, len(set.Cases()), report.Matched, report.Known, report.Differing)
			}
		})
	}
}
