package pap

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// planFolder is where tests find the official XML files; they are not part of
// the repository.
const planFolder = "PAYSLATE_PLAN_XML"

var years = []int{2025, 2026}

func loadPlan(t testing.TB) *Plan {
	t.Helper()
	data, err := os.ReadFile("../../rules/de/plan.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := LoadPlan(data)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func officialXML(t testing.TB, year int) []byte {
	t.Helper()
	folder := os.Getenv(planFolder)
	if folder == "" {
		t.Skipf("set %s to the folder of the official XML files (Lohnsteuer2026.xml, …)", planFolder)
	}
	data, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("Lohnsteuer%d.xml", year)))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func programFile(year int) string {
	return fmt.Sprintf("../../rules/de/%d/wage_tax.yaml", year)
}

// TestOfficialPlans holds the committed programs to what the importer makes of
// the official files. -update writes them.
func TestOfficialPlans(t *testing.T) {
	plan := loadPlan(t)
	for _, year := range years {
		got, err := Import(officialXML(t, year), year, plan)
		if err != nil {
			t.Fatalf("%d: %v", year, err)
		}
		if *update {
			if err := os.WriteFile(programFile(year), got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(programFile(year))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%d: importing the official file does not give %s: run with -update and look at the difference", year, programFile(year))
		}
	}
}

// TestNothingToCheck: the rules of a supported year leave nothing open.
func TestNothingToCheck(t *testing.T) {
	for _, year := range years {
		data, err := os.ReadFile(programFile(year))
		if err != nil {
			t.Fatal(err)
		}
		if at := bytes.Index(data, []byte("to_check")); at >= 0 {
			t.Errorf("%s has marks: %.300s", programFile(year), data[at:])
		}
	}
}

func errorLine(err error) int {
	var refused *Error
	if errors.As(err, &refused) {
		return refused.Line
	}
	return -1
}
