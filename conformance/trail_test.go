package conformance

import (
	"slices"
	"testing"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/rules"
)

func setNamed(t *testing.T, name string) *Set {
	t.Helper()
	sets := loadSets(t)
	at := slices.IndexFunc(sets, func(s *Set) bool { return s.Name == name })
	if at < 0 {
		t.Fatalf("there is no set %s", name)
	}
	return sets[at]
}

// TestTrails follows cases of a program and of whole answers.
func TestTrails(t *testing.T) {
	race.Skip(t)
	tracker := NewTracker(embeddedSubject(t))
	for _, test := range []struct {
		set      string
		programs []string
	}{
		{"uk-national-insurance-roundings", []string{"uk/2025/national_insurance"}},
		{"de-net", []string{"de/2025/net", "de/2026/net"}},
		{"gross-refused", []string{"de/2025/net_to_gross", "de/2026/net_to_gross"}},
		{"trips-official", []string{"de-federal/trip", "uk-revenue/trip", "us-federal/trip"}},
		{"rates-de-federal", nil},
	} {
		set := setNamed(t, test.set)
		var programs []string
		cases := 0
		err := tracker.Follow(set, func(trail Trail) error {
			cases++
			if !slices.Contains(programs, trail.Program) {
				programs = append(programs, trail.Program)
			}
			if trail.Run == nil {
				t.Errorf("%s: case %d was not run", set.Name, trail.Case)
				return nil
			}
			taken := 0
			for _, n := range trail.Run.Counts() {
				if n > 0 {
					taken++
				}
			}
			if taken == 0 && len(trail.Executable.Counters) > 0 {
				t.Errorf("%s: case %d takes no branch", set.Name, trail.Case)
			}
			return nil
		})
		slices.Sort(programs)
		if err != nil || !slices.Equal(programs, test.programs) || test.programs != nil && cases != len(set.Cases()) {
			t.Errorf("%s: %d cases through %v: %v", test.set, cases, programs, err)
		}
	}
}

// TestUnreadTextsHaveATrail follows a code that no form reads.
func TestUnreadTextsHaveATrail(t *testing.T) {
	subject := embeddedSubject(t)
	tracker := NewTracker(subject)
	country, _ := subject.Book.Country("UK")
	s := &rules.Scenario{Country: country, Year: 2026, Period: "month", Values: make([]rules.Value, len(country.Fields()))}
	at := slices.IndexFunc(country.Fields(), func(f rules.Field) bool { return f.Name == "tax_code" })
	s.Values[at] = rules.Value{Kind: rules.String, Text: "XYZ"}
	mismatch := ""
	if err := tracker.followScenario(0, netProgram, s, func(trail Trail) error { mismatch = trail.Mismatch; return nil }); err != nil || mismatch != "tax_code" {
		t.Errorf("%q %v", mismatch, err)
	}
}

func TestFirstDifferenceStops(t *testing.T) {
	set := setNamed(t, "de-payslips")
	subject := embeddedSubject(t)
	if found, differs, err := set.FirstDifference(subject, []int{0, 1, 2}); differs || err != nil {
		t.Errorf("%v %v", found, err)
	}
	other := *set
	other.answers = slices.Clone(set.answers)
	other.answers[1] = oneCase(t, string(set.answers[1].text), `{"net":1}`)[0]
	found, differs, err := other.FirstDifference(subject, []int{0, 1, 2})
	if !differs || err != nil || found != 1 {
		t.Errorf("%v %v %v", found, differs, err)
	}
}
