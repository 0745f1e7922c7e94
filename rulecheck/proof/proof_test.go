package proof

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/payslate/payslate/rules"
)

// dutch returns the Dutch month of the embedded rules, up to a gross of 3,000.
func dutch(t *testing.T) *subject {
	t.Helper()
	book, list := rules.Open(rules.Embedded(), rules.Options{WithoutArchive: true})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	years, err := current(book)
	if err != nil {
		t.Fatal(err)
	}
	for _, y := range years {
		if y.Country != "NL" {
			continue
		}
		s, err := y.subject(book, month, 300_000)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	t.Fatal("the book has no Dutch year")
	return nil
}

// TestBoundsAllowWhatPaysShow compares the second method with every cent of some pays.
func TestBoundsAllowWhatPaysShow(t *testing.T) {
	s := dutch(t)
	_, take, err := s.takeHome(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer take.Release()
	const from, to = 200_000, 220_000
	b, err := bounds(take, from, to)
	if err != nil {
		t.Fatal(err)
	}
	var peak, deepest int64
	for gross := int64(from); gross <= to; gross++ {
		net, accepted, err := take.Net(gross)
		if err != nil || !accepted {
			t.Fatalf("%d: accepted %v, %v", gross, accepted, err)
		}
		peak = max(peak, net)
		deepest = max(deepest, peak-net)
	}
	largest := b.Steps
	for _, fall := range b.Falls {
		largest = max(largest, fall.Size)
	}
	if deepest == 0 || deepest > largest {
		t.Errorf("net pay falls by %d, and the bounds allow %d", deepest, largest)
	}
}

func TestProfilesKeepTheirNames(t *testing.T) {
	s := dutch(t)
	for at := range s.fields {
		for _, one := range some(settings(at, &s.fields[at])) {
			p := profile{one}
			got, err := named(p.name(s.fields), s.fields)
			if err != nil || len(got) != 1 || got[0] != one {
				t.Errorf("%s: %v, %v", p.name(s.fields), got, err)
			}
		}
	}
	if p, err := named(defaults, s.fields); p != nil || err != nil {
		t.Errorf("%s: %v, %v", defaults, p, err)
	}
	if _, err := named("hat_size=7", s.fields); err == nil || !strings.Contains(err.Error(), "no field hat_size") {
		t.Error(err)
	}
}

func TestPeriodsGoAsFarInAYear(t *testing.T) {
	s := dutch(t)
	for period, want := range map[string]int64{month: 300_000, "year": 3_600_000} {
		of, err := s.year.subject(s.book, period, 300_000)
		if err != nil || of.highest != want {
			t.Errorf("%s: up to %d, %v; want %d", period, of.highest, err, want)
		}
	}
}

func TestParseRefusesOtherCertificates(t *testing.T) {
	name := filepath.Join(t.TempDir(), "proof.json")
	c := &Certificate{Format: format, Highest: 300_000, Years: []*Year{{Country: "NL", Number: 2026, Spans: []*Span{{Period: month, Step: 1, Classes: []*Class{
		{Profile: defaults, From: 1, To: 300_000, Falls: []Named{{Fall{100, 101, 5}, "tax"}}},
	}}}}}}
	if err := c.Write(name); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	read, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if got := read.Year("NL", 2026, "").Spans[0].Classes[0].Falls[0].At; got != (Fall{100, 101, 5}) {
		t.Errorf("a fall is read as %v", got)
	}
	for _, test := range []struct{ old, changed, want string }{
		{`{"format"`, `"format"`, "not a certificate"},
		{`"format":1`, `"format":99`, "run rulecheck prove again"},
		{`[100,101,5]`, `[100,101,4]`, "changed after it was sealed"},
	} {
		changed := strings.Replace(string(data), test.old, test.changed, 1)
		if _, err := Parse([]byte(changed)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.changed, err)
		}
	}
}

func TestStaleNamesWhatChanged(t *testing.T) {
	s := dutch(t)
	years, err := current(s.book)
	if err != nil {
		t.Fatal(err)
	}
	c := &Certificate{Years: years[1:]}
	c.Years[0].Digest = "other"
	stale, err := c.Stale(s.book)
	if err != nil {
		t.Fatal(err)
	}
	if len(stale) != 2 || !stale[0].Missing() || stale[1].Missing() {
		t.Errorf("%d years are stale, of %d", len(stale), len(years))
	}
}
