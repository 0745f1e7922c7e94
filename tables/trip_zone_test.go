package tables

import (
	"fmt"
	"strings"
	"testing"
)

// zonesUnitedKingdom are periods by elapsed time (EIM05260). A period: Paris 117 EUR, New
// York 102.50 USD, Los Angeles 93 USD, Tokyo 11,290.50 JPY; rooms 199.50, 216, 193 and
// 18,381.50; over 5 hours New York 31, over 10 Tokyo 10,534.50.
var zonesUnitedKingdom = tripCases{"uk-revenue", "2026-03-", []tripCase{
	{"a meal before the arrival", "FR/Paris 10T10:00 12T10:00; lodging 10 11; meal 10 breakfast", "10 117, 11 117 = 234 EUR"},
	{"a meal before the arrival, with offsets", "FR/Paris 10T10:00+01:00 12T10:00+01:00; lodging 10 11; meal 10 breakfast; meal 12 lunch", "10 117, 11 117 = 234 EUR"},
	{"west: 58 hours passed, 52 by the clocks", "FR/Paris 02T08:00+01:00 03T08:00+01:00; US/New_York 03T10:30-05:00 04T12:00-05:00", "02 117 EUR, 02 night 199.5 EUR, 03 117 EUR, 03 night 216 USD, 04 31 USD = 433.5 EUR + 247 USD"},
	{"the same by the clocks", "FR/Paris 02T08:00 03T08:00; US/New_York 03T10:30 04T12:00", "02 117 EUR, 02 night 199.5 EUR, 03 117 EUR, 03 night 216 USD = 433.5 EUR + 216 USD"},
	{"meals by the clock of their place", "FR/Paris 02T08:00+01:00 03T08:00+01:00; US/New_York 03T10:30-05:00 04T12:00-05:00; lodging 02 03; meal 03 lunch; meal 03 breakfast; meal 04 breakfast", "02 117 EUR, 03 117 EUR, 03 breakfast -24 EUR, 03 lunch -27 USD, 04 31 USD, 04 breakfast -18 USD = 210 EUR + -14 USD"},
	{"over the date line east to west: a period without a night", "JP/Tokyo 02T01:00+09:00 02T17:00+09:00; US/Los_Angeles 02T10:00-08:00 03T12:00-08:00", "02 11290.5 JPY, 02 11290.5 JPY, 02 night 193 USD = 22581 JPY + 193 USD"},
	{"over the date line west to east: the night at a place, not the skipped one", "US/Los_Angeles 02T09:00-08:00 03T10:00-08:00; JP/Tokyo 04T13:00+09:00 05T14:00+09:00", "02 93 USD, 02 night 193 USD, 03 93 USD, 04 night 18381.5 JPY, 05 10534.5 JPY = 379 USD + 28916 JPY"},
	{"a night on the way counts the place before", "FR/Paris 02T08:00+01:00 02T20:00+01:00; US/New_York 03T11:00-05:00 03T12:00-05:00", "02 117, 02 night 199.5, 03 40 = 356.5 EUR"},
	{"the night at a place at the end of a period", "US/Los_Angeles 02T07:00-08:00 03T10:00-08:00; JP/Tokyo 04T13:00+09:00 05T14:00+09:00", "02 93 USD, 02 night 193 USD, 03 93 USD, 04 night 18381.5 JPY, 05 10534.5 JPY = 379 USD + 28916 JPY"},
	{"a day that ends with the period", "FR/Paris 02T00:00+01:00 03T00:00+01:00", "02 117, 02 night 199.5 = 316.5 EUR"},
}}

func TestZonesUnitedKingdom(t *testing.T) { zonesUnitedKingdom.test(t) }

// TestOffsets requires elapsed time where times have offsets.
func TestOffsets(t *testing.T) {
	for _, c := range []struct{ regime, journey, want string }{
		// 8 hours by the clock, 9 and 7 elapsed (§ 9 Abs. 4a Satz 3 Nr. 3 EStG).
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

// TestWrongOffsets refuses times with offsets in another form.
func TestWrongOffsets(t *testing.T) {
	for _, zone := range []string{"+ +1:00", "++1:00", "+-1:00", "--1:00", " 01:00", "01:00", "+1:00", "+01:0", "+0100", "+24:00", "+14:01", "z", "+01:00 ", "+ 1:00"} {
		if m, _, ok := momentOf("2026-05-04T09:00" + zone); ok {
			t.Errorf("%q is %+v", zone, m)
		}
	}
	for zone, elapsed := range map[string]int64{"+01:00": -60, "-01:30": 90, "Z": 0, "-14:00": 840} {
		if m, offset, ok := momentOf("2026-05-04T09:00" + zone); !ok || !offset || m.elapsed-m.local != elapsed {
			t.Errorf("%q is %+v, %t, %t", zone, m, offset, ok)
		}
	}
}
