package travel

import (
	"runtime/debug"
	"strings"
	"testing"

	"github.com/payslate/payslate/tables"
)

// TestMain collects garbage less often, which saves a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// TestCompareRows compares all successive editions and checks each change against the
// rows of the tables.
func TestCompareRows(t *testing.T) {
	book, list, _ := tables.Open(tables.Embedded(), tables.Options{})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	amounts := 0
	var all []*tables.Regime
	for _, r := range book.Regimes() {
		all = append(all, r.WithParts()...)
	}
	for _, r := range all {
		for i := 1; i < len(r.Editions); i++ {
			old, now := r.Editions[i-1], r.Editions[i]
			c, err := Compare(r, old.Name, now.Name)
			if err != nil {
				t.Fatal(err)
			}
			if got := len(c.Added) + len(c.Changed) + c.Same; got != len(now.Areas()) {
				t.Errorf("%s %s: %d of %d places", r.ID, now.Name, got, len(now.Areas()))
			}
			if got := len(c.Dropped) + len(c.Changed) + c.Same; got != len(old.Areas()) {
				t.Errorf("%s %s: %d of %d places", r.ID, old.Name, got, len(old.Areas()))
			}
			changes := map[string]AreaChange{}
			for _, change := range c.Changed {
				changes[change.Place] = change
			}
			for _, area := range now.Areas() {
				for _, a := range changes[c.place(area)].Amounts {
					day := now.Valid.From
					if a.From != "" {
						year := day[:len("2006-")]
						if now.Valid.To != "" && a.From < day[len("2006-"):] {
							year = now.Valid.To[:len("2006-")]
						}
						day = year + a.From
					}
					row := area.Row(day)
					if row == nil || !strings.Contains(a.Column, "currency") && written(r, a.Column, r.Value(row, a.Column)) != a.After || a.Before == a.After {
						t.Errorf("%s %s, %s: %+v", r.ID, now.Name, c.place(area), a)
					}
					amounts++
				}
			}
		}
	}
	if amounts == 0 {
		t.Error("no amount changes")
	}
}
