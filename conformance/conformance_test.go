package conformance

import (
	"os"
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

// loadSets returns the sets of open years.
func loadSets(t testing.TB) []*Set {
	t.Helper()
	sets, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return Gather(sets, nil, embeddedSubject(t)).Sets
}

// TestEmbeddedRules replays every twentieth labelled case against the embedded rules, or all
// with PAYSLATE_FULL=1. rulecheck check, with which CI begins, replays all.
func TestEmbeddedRules(t *testing.T) {
	subject, step := embeddedSubject(t), 20
	if os.Getenv("PAYSLATE_FULL") == "1" {
		step = 1
	}
	for _, set := range loadSets(t) {
		t.Run(set.Name, func(t *testing.T) {
			set = set.only(func(i int) bool { return i%step == 0 })
			report, err := set.Run(t.Context(), subject, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range report.Differences {
				t.Errorf("case %s, %s: want %s, got %s %s", d.Case, d.Output, d.Want, d.Got, d.Reason)
			}
			if report.Differing > 0 || report.Cases != len(set.Cases()) || step == 1 && report.Known != knownCases(set) {
				t.Errorf("%d of %d cases replayed, %d matched, %d known, %d differing", report.Cases, len(set.Cases()), report.Matched, report.Known, report.Differing)
			}
		})
	}
}

// knownCases counts the cases with known differences.
func knownCases(set *Set) int {
	names := make(map[string]bool)
	for _, known := range set.KnownDifferences {
		names[known.Case] = true
	}
	return len(names)
}
