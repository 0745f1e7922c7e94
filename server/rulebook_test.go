package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/tables"
)

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
