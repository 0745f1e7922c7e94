package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TestRulesWithAnError: the program prints the position and line of an error in a rules
// folder and does not start.
func TestRulesWithAnError(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "rules")
	if err := os.CopyFS(folder, rules.Embedded()); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "service.yaml")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	broken := bytes.Replace(text, []byte("scenarios: {max: 8}"), []byte("scenarios: {max: many}"), 1)
	if bytes.Equal(broken, text) {
		t.Fatal("service.yaml lacks the text that this test replaces")
	}
	if err := os.WriteFile(name, broken, 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	settings := []string{"--listen", "127.0.0.1:0", "--data", t.TempDir(), "--rules", folder}
	code := run(settings, &stdout, &stderr, func(string) string { return "" })
	place := regexp.MustCompile(`(?m)^service\.yaml:\d+:\d+: error: .*\n +scenarios: \{max: many\}\n +\^+`)
	if code != exitFailure || !place.MatchString(stderr.String()) || !strings.Contains(stderr.String(), "fix them and start again") {
		t.Errorf("exit %d, standard error:\n%s", code, stderr.String())
	}
}

// TestTablesToBeChecked: a table edition with to_check marks is refused unless
// unchecked rules and tables are allowed.
func TestTablesToBeChecked(t *testing.T) {
	race.Skip(t)
	folder := filepath.Join(t.TempDir(), "tables")
	if err := os.CopyFS(folder, tables.Embedded()); err != nil {
		t.Fatal(err)
	}
	replaceIn(t, filepath.Join(folder, "de-federal", "2026.yaml"), "\nrates:\n", "\nrates:\n  to_check: true\n")
	for _, allowed := range []bool{false, true} {
		settings := config{tables: folder, allowUnchecked: allowed}
		files, err := settings.snapshots()
		if err != nil {
			t.Fatal(err)
		}
		var stderr strings.Builder
		_, err = settings.open(files, &stderr)
		if refused := strings.Contains(stderr.String(), "edition 2026 has 1 mark to be checked"); (err != nil) == allowed || refused == allowed {
			t.Errorf("allowed %t: %v; standard error:\n%s", allowed, err, stderr.String())
		}
	}
}
