package mutation

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TestMain collects garbage less often, which saves a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// campaign has quick cases of British and travel rules, and all changes of these.
var campaign = sync.OnceValues(func() (*Campaign, error) {
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		return nil, list.Err()
	}
	travel, list, _ := tables.Open(tables.Embedded(), tables.Options{})
	if list.HasErrors() {
		return nil, list.Err()
	}
	sets, err := conformance.Load()
	if err != nil {
		return nil, err
	}
	c := &Campaign{Subject: conformance.NewSubject(rules.Embedded(), book, travel), Progress: func(int) {}}
	c.Sets = slices.DeleteFunc(sets, func(set *conformance.Set) bool {
		return (!strings.HasPrefix(set.Name, "uk-national") || strings.HasSuffix(set.Name, "2023-24")) && !slices.Contains([]string{"trips-hand-checked", "trips-texts", "parameters"}, set.Name)
	})
	if c.Files, err = ruletext.Read(rules.Embedded()); err != nil {
		return nil, err
	}
	of, err := ruletext.Read(tables.Embedded())
	for _, regime := range []string{"de-federal", "us-federal", "uk-revenue"} {
		c.Files[regime+"/rules.yaml"] = of[regime+"/rules.yaml"]
	}
	return c, err
})

func TestVerdicts(t *testing.T) {
	c, err := campaign()
	if err != nil {
		t.Fatal(err)
	}
	changes, err := c.List(func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	wanted := map[string]Verdict{
		"uk/2025/ni_employer_rate: 15 → 15.15":                       Noticed,
		"uk/2026/ni_primary_threshold.week: 242 → 243":               Noticed,
		"uk/2025/ni_lower_earnings_limit.week: 125 → 126":            Noticed,
		"uk/2025/ni_upper_secondary_threshold.week: 967 → 968":       Noticed,
		"uk/national_insurance without upper_limit:":                 Refused,
		"uk/national_insurance max(0, pay - upper_limit): max → min": Noticed,
		"de/2026/wage_tax down(RE4 / 100, 2): down → up":             Same,
		"de-federal/minimum_hours: 8 → 9":                            Noticed,
		"uk-revenue/meal_hour.dinner: 19 → 18":                       Noticed,
		"us-federal/trip overnight: overnight → not (overnight)":     Noticed,
		"us-federal/day_allowance as(0, \"USD\"): 0 → 1":             Unnoticed,
	}
	classes, ids := map[Class]int{}, map[string]bool{}
	for _, change := range changes {
		classes[change.Class]++
		if ids[change.ID] || change.Old == change.New {
			t.Errorf("%s is listed twice, or changes nothing", change.ID)
		}
		ids[change.ID] = true
	}
	if len(classes) != len(Classes) {
		t.Errorf("changes of the classes %v", classes)
	}
	if sample := Sample(changes, 50); len(sample) != 50 || !slices.Equal(sample, Sample(changes, 50)) {
		t.Error("a sample is not the same every time")
	}
	changes = slices.DeleteFunc(changes, func(change *Change) bool { return wanted[change.ID] == "" })
	if len(changes) != len(wanted) {
		t.Errorf("%d of %d changes are listed", len(changes), len(wanted))
	}
	trials, err := c.Run(t.Context(), changes)
	if err != nil {
		t.Fatal(err)
	}
	for _, trial := range trials {
		if trial.Verdict != wanted[trial.ID] {
			t.Errorf("%s: %s by %s, want %s", trial.ID, trial.Verdict, trial.By, wanted[trial.ID])
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := c.Run(ctx, changes); err == nil {
		t.Error("a stopped campaign continues")
	}
}
