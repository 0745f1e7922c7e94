package conformance

import (
	"strings"
	"testing"
)

// TestRatesDiffer checks that the replay of rates detects differences.
func TestRatesDiffer(t *testing.T) {
	subject := embeddedSubject(t)
	replay := func(header, row string) (*Report, error) {
		t.Helper()
		set := &Set{Name: "s", Rates: "us-federal"}
		if err := set.readTable("a.csv", []byte(header+"\n"+row+"\n")); err != nil {
			t.Fatal(err)
		}
		return set.Run(t.Context(), subject, Options{})
	}
	for _, c := range []struct{ header, row, differs string }{
		{"case,postal_code,date,exp_id,exp_candidates", "a,87015,2026-01-01,0,252 254", ""},
		{"case,postal_code,date,exp_id,exp_candidates", "a,87015,2026-01-01,252,252 254", "id"},
		{"case,postal_code,date,exp_id,exp_candidates", "a,87015,2026-01-01,0,", "candidates"},
		{"case,postal_code,date,exp_lodging", "a,18101,,115", "lodging"},
		{"case,postal_code,date,exp_lodging", "a,18101,2026-01-01,115.00", ""},
		{"case,state,city,date,exp_error", "a,MA,Bostn,2026-01-01,unknown_location", ""},
		{"case,state,city,date,exp_error", "a,TX,Austin,2026-01-01,unknown_location", "error"},
		{"case,state,city,date,exp_id", "a,MA,Bostn,2026-01-01,0", "id"},
		{"case,state,city,date,exp_fallbacks", "a,TX,Amarillo,2026-01-01,none", "fallbacks"},
		{"case,state,city,date,exp_nonsense", "a,TX,Austin,2026-01-01,1", "nonsense"},
	} {
		report, err := replay(c.header, c.row)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, d := range report.Differences {
			got = d.Output
		}
		if got != c.differs {
			t.Errorf("%s %s: %q differs, not %q", c.header, c.row, got, c.differs)
		}
	}
	if _, err := replay("case,town,exp_id", "a,Austin,1"); err == nil || !strings.Contains(err.Error(), `input "town" is not one of`) {
		t.Errorf("an unknown input: %v", err)
	}
	set := &Set{Name: "s", Rates: "nonsense"}
	if _, err := set.Run(t.Context(), subject, Options{}); err == nil || !strings.Contains(err.Error(), "no regime nonsense") {
		t.Errorf("an unknown regime: %v", err)
	}
}
