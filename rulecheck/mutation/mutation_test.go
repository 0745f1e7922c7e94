package mutation

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/payslate/payslate/conformance"
	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/rulecheck/coverage"
	"github.com/payslate/payslate/rulecheck/ruletext"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TestMain collects garbage less often, which saves a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// newCampaign returns a copy of the shared campaign.
func newCampaign(t *testing.T) *Campaign {
	t.Helper()
	opened, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	c := *opened
	c.Changes = slices.Clone(c.Changes)
	c.Progress = func(int) {}
	return &c
}

// shared is a campaign with quick cases: National Insurance and hand-checked trips.
var shared = sync.OnceValues(func() (*Campaign, error) {
	book, list := rules.OpenEmbedded()
	if list.HasErrors() {
		return nil, list.Err()
	}
	all, err := conformance.Load()
	if err != nil {
		return nil, err
	}
	sets := slices.DeleteFunc(all, func(set *conformance.Set) bool {
		return (!strings.HasPrefix(set.Name, "uk-national") || strings.HasSuffix(set.Name, "2023-24")) && set.Name != "trips-hand-checked" && set.Name != "trips-texts" && set.Name != "parameters"
	})
	c := &Campaign{Book: book}
	if c.Files, err = ruletext.Read(rules.Embedded()); err != nil {
		return nil, err
	}
	if c.Travel, err = ruletext.Read(tables.Embedded(), ".txt"); err != nil {
		return nil, err
	}
	for _, regime := range []string{"de-federal", "us-federal", "uk-revenue"} {
		c.Files[regime+"/rules.yaml"] = c.Travel[regime+"/rules.yaml"]
	}
	if c.Tables, list, _ = tables.Open(tables.Embedded(), tables.Options{}); list.HasErrors() {
		return nil, list.Err()
	}
	if c.Model, err = coverage.New(c.Files.FS()); err != nil {
		return nil, err
	}
	if c.Sets, err = c.Model.Follow(sets, conformance.NewSubject(rules.Embedded(), book, c.Tables), func(int) {}); err != nil {
		return nil, err
	}
	if c.Changes, err = List(c.Model, c.Files, c.Travel); err != nil {
		return nil, err
	}
	return c, nil
})

func TestVerdicts(t *testing.T) {
	race.Skip(t)
	c := newCampaign(t)
	wanted := map[string]Verdict{
		"uk/2025/ni_employer_rate: 15 → 15.15":                        Noticed,
		"uk/2026/ni_primary_threshold.week: 242 → 243":                Noticed,
		"uk/2025/ni_lower_earnings_limit.week: 125 → 126":             Noticed,
		"uk/2025/ni_upper_secondary_threshold.week: 967 → 968":        Refused,
		"de/2026/basic_allowance: 12348 → 12349":                      Unreached,
		"uk/national_insurance without setting upper_limit":           Refused,
		"uk/national_insurance max(0, pay - upper_limit): max → min":  Noticed,
		"uk/national_insurance without setting employee_upper_rate":   Refused,
		"de/2026/wage_tax match LZZ: 1 down(RE4 / 100, 2): down → up": Same,
		"de-federal/minimum_hours: 8 → 9":                             Noticed,
		"uk-revenue/meal_hour.dinner: 19 → 18":                        Noticed,
		"us-federal/trip without if":                                  Noticed,
		"us-federal/trip overnight: overnight → not (overnight)":      Noticed,
		"us-federal/day_allowance as(0, \"USD\"): 0 → 1":              Unnoticed,
		"us-federal/day_allowance without setting place":              Refused,
	}
	c.Changes = slices.DeleteFunc(c.Changes, func(change *Change) bool { return wanted[change.ID] == "" })
	if len(c.Changes) != len(wanted) {
		t.Errorf("%d of %d changes are listed", len(c.Changes), len(wanted))
	}
	trials, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, trial := range trials {
		if trial.Verdict != wanted[trial.ID] {
			t.Errorf("%s: %s by %s, want %s", trial.ID, trial.Verdict, trial.By, wanted[trial.ID])
		}
	}
}

func TestListOfChanges(t *testing.T) {
	race.Skip(t)
	c := newCampaign(t)
	classes := map[Class]int{}
	ids := map[string]bool{}
	for _, change := range c.Changes {
		classes[change.Class]++
		key := change.At.File + change.ID
		if ids[key] {
			t.Errorf("%s is listed twice", change.ID)
		}
		ids[key] = true
		if change.Old == change.New {
			t.Errorf("%s changes nothing", change.ID)
		}
	}
	for _, class := range Classes {
		if classes[class] == 0 {
			t.Errorf("no change of class %s", class)
		}
	}
	sample := Sample(c.Changes, 50)
	if len(sample) != 50 || !slices.Equal(sample, Sample(c.Changes, 50)) {
		t.Error("a sample is not the same every time")
	}
}

func TestNeighbours(t *testing.T) {
	for text, want := range map[string]string{
		"914.51": "914.52 914.50 923.6551 905.3649", "2": "3 1 2.02 1.98", "0": "1", "100": "101 99 101 99", "-1": "0", "x": "",
	} {
		if got := strings.Join(neighbours(text), " "); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestCampaignStops(t *testing.T) {
	c := newCampaign(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := c.Run(ctx); err == nil {
		t.Error("a stopped campaign continues")
	}
}
