package tables

import (
	"fmt"
	"strings"
	"testing"
)

// zonesUnitedKingdom are periods by elapsed time (EIM05260): Paris 117 a period, 40 over
// 5 hours, 86.50 over 10; New York and Tokyo as their rows say.
var zonesUnitedKingdom = tripCases{"uk-revenue", "2026-03-", []tripCase{
	{"a meal before the arrival", "FR/Paris 10T10:00 12T10:00; lodging 10 11; meal 10 breakfast", "10 117, 11 117 = 234 EUR"},
	{"a meal before the arrival, with offsets", "FR/Paris 10T10:00+01:00 12T10:00+01:00; lodging 10 11; meal 10 breakfast; meal 12 lunch", "10 117, 11 117 = 234 EUR"},
	{"24 hours that passed", "FR/Paris 10T10:00+01:00 11T10:00+01:00; lodging 10", "10 117 = 117 EUR"},
}}

func TestZonesUnitedKingdom(t *testing.T) { zonesUnitedKingdom.test(t) }

// TestOffsets holds times with offsets to what passed by them.
func TestOffsets(t *testing.T) {
	for _, c := range []struct{ regime, journey, want string }{
		// 8 hours by the clock, 9 and 7 that passed (§ 9 Abs. 4a Satz 3 Nr. 3 EStG).
		{"de-federal", "GB/London 04T09:00+01:00 04T16:00+01:00; leave 04T08:00+02:00; return 04T17:00+02:00", "04 44 = 44 EUR"},
		{"de-federal", "GB/London 04T09:30+01:00 04T16:00+01:00; leave 04T09:00+01:00; return 04T18:00+02:00", "= 0 EUR"},
		{"de-federal", "GB/London 04T09:30Z 04T17:00Z; leave 04T09:00Z; return 04T17:01Z", "04 44 = 44 EUR"},
	} {
		if got := strings.TrimSpace(told(embeddedBook().Trip(c.regime, journey("2026-05-", c.journey)))); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.journey, got, c.want)
		}
	}
}

// TestOffsetsChangeNothing sends random journeys with one offset for all times: the
// answer is that without.
func TestOffsetsChangeNothing(t *testing.T) {
	for regime := range randomPlaces {
		for seed := range uint64(100) {
			j, a := randomTrip(t, seed, regime, 0)
			for _, offset := range []string{"Z", "+05:30", "-11:00"} {
				there := *j
				there.Legs = append([]Leg(nil), j.Legs...)
				for i := range there.Legs {
					there.Legs[i].Arrive += offset
					there.Legs[i].Depart += offset
				}
				for _, end := range []*string{&there.LeaveHome, &there.ReturnHome} {
					if *end != "" {
						*end += offset
					}
				}
				b, err := embeddedBook().Trip(regime, &there)
				if err != nil {
					t.Fatalf("%s, seed %d, %s: %v", regime, seed, offset, err)
				}
				if fmt.Sprint(b.Lines, b.Totals) != fmt.Sprint(a.Lines, a.Totals) {
					t.Errorf("%s, seed %d, %s: %v, not %v", regime, seed, offset, b.Lines, a.Lines)
				}
			}
		}
	}
}
