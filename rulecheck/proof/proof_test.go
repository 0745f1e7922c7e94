package proof

import (
	"testing"

	"github.com/payslate/payslate/rules"
)

// TestClassesOfTheNetherlands proves low pays and checks that the profiles differ and that the
// declared falls hold.
func TestClassesOfTheNetherlands(t *testing.T) {
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	years, err := Prove(t.Context(), book, Options{Country: "NL", Period: "month", Highest: 150_000, Step: 1, Progress: func(int, int) {}})
	if err != nil {
		t.Fatal(err)
	}
	if len(years) != 1 || len(years[0].Classes) < 3 || years[0].Classes[0].Profile != "defaults" {
		t.Fatalf("%+v", years)
	}
	seen, falls := map[string]bool{}, 0
	for _, class := range years[0].Classes {
		if seen[class.Profile] || class.Undeclared != "" || class.Pays < 50_000 {
			t.Errorf("%+v", class)
		}
		seen[class.Profile] = true
		falls += len(class.Falls)
	}
	if falls == 0 {
		t.Error("a Dutch table with steps has no fall")
	}
}
