package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/server/operations"
)

// admit runs the admission of a server start and returns its result and log.
func admit(t *testing.T, settings config) (unproved operations.Unproved, log string, err error) {
	t.Helper()
	var text strings.Builder
	settings.logFormat = logText
	logger := settings.logger(&text)
	files, err := settings.snapshots()
	if err != nil {
		t.Fatal(err)
	}
	subject, err := settings.open(files, &text)
	if err == nil {
		unproved, err = (&service{config: settings, log: logger}).admit(t.Context(), files, subject)
	}
	return unproved, text.String(), err
}

// raiseBasicRate changes the United Kingdom's 2026 so that the rules pass every check
// and only the built-in cases contradict them.
func raiseBasicRate(t *testing.T, folder string) {
	t.Helper()
	file := filepath.Join(folder, "uk", "2026", "parameters.yaml")
	replaceIn(t, file, "to: 37700, rate: 20", "to: 37700, rate: 21")
	replaceIn(t, file, "BR: 20, D0: 40", "BR: 21, D0: 40")
}

// TestStartRefusesWhatReloadRefuses: a wrong rate in rules that load is refused at every
// start.
func TestStartRefusesWhatReloadRefuses(t *testing.T) {
	race.Skip(t)
	t.Parallel()
	folder, data := writtenRules(t), t.TempDir()
	raiseBasicRate(t, folder)
	for range 2 {
		var stdout, stderr strings.Builder
		code := run([]string{"--listen", "127.0.0.1:0", "--data", data, "--rules", folder}, &stdout, &stderr, func(string) string { return "" })
		if code != exitFailure || !strings.Contains(stderr.String(), "labelled cases of uk-") || !strings.Contains(stderr.String(), "and start again") {
			t.Fatalf("exit %d, standard error:\n%s", code, stderr.String())
		}
	}
}

// TestAdmissionIsRemembered: cases are replayed for new content and after the record of
// admissions was damaged, and not for content admitted before.
func TestAdmissionIsRemembered(t *testing.T) {
	race.Skip(t)
	t.Parallel()
	const replays = "replaying the labelled cases"
	settings := config{rules: writtenRules(t), data: t.TempDir()}
	file := filepath.Join(settings.rules, noteFile)
	steps := []struct {
		name    string
		change  func()
		replays bool
	}{
		{"first start", func() {}, true},
		{"second start", func() {}, false},
		{"changed rules", func() { replaceIn(t, file, noteText, "Levy") }, true},
		{"first rules again", func() { replaceIn(t, file, "Levy", noteText) }, false},
		{"truncated record", func() {
			if err := os.WriteFile(filepath.Join(settings.data, admittedFile), []byte(`[{"digest":`), 0o600); err != nil {
				t.Fatal(err)
			}
		}, true},
	}
	for _, step := range steps {
		step.change()
		_, log, err := admit(t, settings)
		if err != nil || strings.Contains(log, replays) != step.replays {
			t.Errorf("%s: %v, want a replay: %t, log:\n%s", step.name, err, step.replays, log)
		}
	}
}

// writtenCases returns a folder with one case of the United Kingdom in a year.
func writtenCases(t *testing.T, year int, net string) string {
	t.Helper()
	folder := t.TempDir()
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("sets.yaml", "sets:\n  - {name: own, kind: hand-checked, origin: the new law, file: own.jsonl, answer: net, replaces: built_in}\n")
	write("cases/own.jsonl", fmt.Sprintf(`{"case": "own-1", "request": {"country": "UK", "year": %d, "gross": 3000}, "expected": {"net": %s}}`, year, net))
	return folder
}

// TestOwnCases: rules that the built-in cases contradict are served if the operator's
// own cases for the same year agree with them.
func TestOwnCases(t *testing.T) {
	race.Skip(t)
	t.Parallel()
	changed := writtenRules(t)
	raiseBasicRate(t, changed)
	for _, test := range []struct {
		name, cases, problem string
	}{
		{"of the same year", writtenCases(t, 2026, "2434.13"), ""},
		{"of the same year, wrong", writtenCases(t, 2026, "2453.64"), "own-1: net should be 2453.64, is 2434.13"},
		{"of another year", writtenCases(t, 2025, "2453.64"), "labelled cases of uk-"},
	} {
		_, log, err := admit(t, config{rules: changed, cases: test.cases, data: t.TempDir()})
		if (err == nil) != (test.problem == "") || err != nil && !strings.Contains(err.Error(), test.problem) {
			t.Errorf("%s: %v", test.name, err)
		}
		if err == nil && !strings.Contains(log, "replace the built-in ones") {
			t.Errorf("%s: log:\n%s", test.name, log)
		}
	}
}

// TestYearWithoutCases: a year without cases and with warnings, here figures that did not
// change, is served only with --allow-unchecked, and /readyz names it.
func TestYearWithoutCases(t *testing.T) {
	race.Skip(t)
	t.Parallel()
	folder := writtenRules(t)
	if err := os.CopyFS(filepath.Join(folder, "uk", "2027"), os.DirFS(filepath.Join(folder, "uk", "2026"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "uk", "2027", "parameters.yaml")
	replaceIn(t, file, "year: 2026", "year: 2027")
	replaceIn(t, file, "valid: {from: 2026-04-06, to: 2027-04-05}", "valid: {from: 2027-04-06, to: 2028-04-05}")
	settings := config{rules: folder, data: t.TempDir()}
	if _, _, err := admit(t, settings); err == nil || !strings.Contains(err.Error(), "--allow-unchecked") || !strings.Contains(err.Error(), "uk/2027/parameters.yaml:") {
		t.Errorf("warnings that nobody answered: %v", err)
	}
	settings.allowUnchecked = true
	for range 2 { // by a replay, then by the record
		unproved, log, err := admit(t, settings)
		if err != nil || !slices.Equal(unproved.Years, []string{"UK/2027"}) || !slices.Equal(unproved.Warned, unproved.Years) || !strings.Contains(log, "without a labelled case") {
			t.Errorf("%v %v, log:\n%s", unproved, err, log)
		}
	}
	address, _, log := startOn(t, settings)
	eventually(t, address+"/readyz", `"years_with_warnings":["UK/2027"],"years_without_cases":["UK/2027"]`, log)
}

// TestEmbeddedRulesAreProved: the built-in cases cover every year of the embedded rules,
// and otherwise only years of the archive.
func TestEmbeddedRulesAreProved(t *testing.T) {
	var settings config
	files, err := settings.snapshots()
	if err != nil {
		t.Fatal(err)
	}
	subject, err := settings.open(files, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	builtIn, err := conformance.Load()
	if err != nil {
		t.Fatal(err)
	}
	evidence := conformance.Gather(builtIn, nil, *subject)
	evidence.Unserved = slices.DeleteFunc(evidence.Unserved, func(scope conformance.Scope) bool {
		country, found := subject.Book.Country(scope.Of)
		return found && slices.Contains(country.Archive(), scope.Year)
	})
	if len(evidence.Unproved)+len(evidence.Unserved)+len(evidence.Replaced) > 0 {
		t.Errorf("without a case %v, not served %v, replaced %v", evidence.Unproved, evidence.Unserved, evidence.Replaced)
	}
}
