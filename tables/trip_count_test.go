package tables

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/run"
)

// TestCountedTrips counts the branches that each journey takes.
func TestCountedTrips(t *testing.T) {
	counter, err := embeddedBook().Regime("de-federal").CountTrips()
	if err != nil {
		t.Fatal(err)
	}
	taken := func(text string) (sides []string, shown bool) {
		err := counter.Count(journey("2026-05-", text), func(executable *run.Executable, run *run.Run) {
			shown = true
			for i, n := range run.Counts() {
				if at := executable.Counters[i]; n > 0 {
					sides = append(sides, at.At.String()+" "+at.Side)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return sides, shown
	}
	long, _ := taken("AT 04T09:00 05T20:00; meal 04 breakfast")
	short, _ := taken("DE 04T09:00 04T17:00")
	if again, _ := taken("AT 04T09:00 05T20:00; meal 04 breakfast"); len(long) <= len(short) || strings.Join(again, " ") != strings.Join(long, " ") {
		t.Errorf("%d branches with a night, %d without one, %d again", len(long), len(short), len(again))
	}
	for _, refused := range []string{"DE 04T09:00 03T17:00", "XX 04T09:00 04T17:00"} {
		if _, shown := taken(refused); shown {
			t.Errorf("%s was run", refused)
		}
	}
	if _, err := embeddedBook().Regime("at-federal").CountTrips(); err == nil {
		t.Error("a planned regime has a counter")
	}
}

// TestOtherTripRules replaces the rules of one regime without changing the book.
func TestOtherTripRules(t *testing.T) {
	data, err := embedded.ReadFile("de-federal/rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	trip := journey("2026-05-", "DE 04T09:00 04T17:00")
	changed, found := embeddedBook().WithTripRules("de-federal", []byte(strings.Replace(string(data), "value: 8", "value: 7", 1)))
	if changed == nil {
		t.Fatal(found.Error())
	}
	for book, want := range map[*Book]string{changed: "04 14 = 14 EUR", embeddedBook(): " = 0 EUR"} {
		if got := told(book.Trip("de-federal", trip)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if book, found := embeddedBook().WithTripRules("de-federal", []byte("programs: {}")); book != nil || !found.HasErrors() {
		t.Error("rules without a program are accepted")
	}
	if book, _ := embeddedBook().WithTripRules("ch-federal", data); book != nil {
		t.Error("a planned regime gets rules")
	}
}
