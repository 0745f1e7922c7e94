package pap

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// planFolder names the folder of the official XML files, which are not part of the
// repository.
const planFolder = "PAYSLATE_PLAN_XML"

// served are the programs in rules/ by the names of their plans.
var served = map[string]string{
	"2025": "2025/wage_tax.yaml",
	"2026": "2026/wage_tax.yaml",
}

func loadPlan(t testing.TB) *Plan {
	t.Helper()
	return readPlan(t, "../../rules/de/plan.yaml")
}

// readPlan reads a plan file and the variables next to it.
func readPlan(t testing.TB, name string) *Plan {
	t.Helper()
	variables, err := os.ReadFile(filepath.Join(filepath.Dir(name), VariablesFile))
	if err != nil {
		t.Fatal(err)
	}
	plan, found := LoadPlan(os.DirFS(filepath.Dir(name)), filepath.Base(name), variables)
	if found != nil {
		t.Fatal(found)
	}
	return plan
}

// officialPlans returns the official files by their names after Lohnsteuer: a year, or a
// year and the month from which the plan replaced another.
func officialPlans(t testing.TB) []string {
	t.Helper()
	folder := os.Getenv(planFolder)
	if folder == "" {
		t.Skipf("set %s to the folder of the official XML files (Lohnsteuer2026.xml, …)", planFolder)
	}
	files, err := filepath.Glob(filepath.Join(folder, "Lohnsteuer*.xml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s does not have official plans: %v", folder, err)
	}
	var names []string
	for _, file := range files {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "Lohnsteuer"), ".xml"))
	}
	return names
}

func officialXML(t testing.TB, name string) []byte {
	t.Helper()
	officialPlans(t)
	data, err := os.ReadFile(filepath.Join(os.Getenv(planFolder), "Lohnsteuer"+name+".xml"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// imported returns the program of an official plan.
func imported(t testing.TB, name string) []byte {
	t.Helper()
	year, err := strconv.Atoi(name[:4])
	if err != nil {
		t.Fatal(err)
	}
	program, _, err := Import(officialXML(t, name), year, loadPlan(t))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return program
}

// TestOfficialPlans compares the programs in rules/ with imports of the official files.
// -update writes them.
func TestOfficialPlans(t *testing.T) {
	for name, file := range served {
		file = filepath.Join("..", "..", "rules", "de", file)
		got := imported(t, name)
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the import of the official file differs from %s: run with -update and review the difference", name, file)
		}
		if at := bytes.Index(want, []byte("to_check")); at >= 0 {
			t.Errorf("%s has marks: %.300s", file, want[at:])
		}
	}
}
