package tables

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/tables/format"
)

var german, _ = wording.Register("de")

// TestTripRefusals reaches every text about journeys.
func TestTripRefusals(t *testing.T) {
	said := map[string]bool{}
	for _, c := range []struct{ text, journey, code, english, german string }{
		{"bad_time", "AT 04T09:00 04T25:00", invalidInput, "depart 2026-05-04T25:00 is not a time", "auf die Minute"},
		{"bad_time", "AT 04T09:00 04T20:00; leave 04T0900", invalidInput, "leave_home 2026-05-04T0900 is not a time", "leave_home"},
		{"bad_time", "AT 04T09:00 04T20:00; return 04T21:00:30", invalidInput, "return_home", "return_home"},
		{"bad_time", "AT 04T09:00+14:01 04T20:00", invalidInput, "arrive 2026-05-04T09:00+14:01 is not a time", "Abstand von UTC"},
		{"bad_time", "AT 04T09:00:00+01:00 04T20:00", invalidInput, "arrive 2026-05-04T09:00:00+01:00", "Abstand von UTC"},
		{"mixed_offsets", "AT 04T09:00+02:00 04T20:00; leave 04T08:00+02:00", invalidInput, "depart 2026-05-04T20:00: some times", "Manche Zeiten"},
		{"mixed_offsets", "AT 04T09:00 04T20:00; leave 04T08:00Z", invalidInput, "leave_home 2026-05-04T08:00Z: some times", "Manche Zeiten"},
		{"send_offsets", "KR/Seoul 04T09:00 15T17:30; return 15T12:45", invalidInput, "send all times with their offset from UTC", "alle Zeiten mit ihrem Abstand"},
		{"home_clock", "JP/Tokio 04T08:00+09:00 04T09:00+09:00; US/Honolulu 03T20:00-10:00 03T23:00-10:00", invalidInput, "send leave_home and return_home", "leave_home und return_home"},
		{"unasked_field", "AT^ 04T09:00 04T20:00", invalidInput, "the field legs 0 lodging_night", "kein Feld"},
		{"bad_value", "AT@x*many 04T09:00 04T20:00", invalidInput, "workdays_per_week: many is not a valid value", "kein gültiger Wert"},
		{"bad_value", "AT 04T09:00 04T20:00; earlier x 2 3", invalidInput, "from: 2026-05-2 is not a valid value", "kein gültiger Wert"},
		{"bad_day", "AT 04T09:00 04T20:00; meal 4 lunch", invalidInput, "meals_provided: 2026-05-4 is not a calendar day", "kein Kalendertag"},
		{"bad_day", "AT 04T09:00 05T20:00; lodging 32", invalidInput, "lodging_provided: 2026-05-32", "kein Kalendertag"},
		{"leg_without_time", "AT 04T09:00 04T20:00; AT 05T09:00 05T09:00", invalidInput, "Leg 2 departs at 2026-05-05T09:00", "Abschnitt 2"},
		{"legs_overlap", "AT 04T09:00 04T20:00; AT 04T19:59 05T09:00", invalidInput, "Leg 2 arrives at 2026-05-04T19:59, before the previous leg departs at 2026-05-04T20:00", "bevor der vorige"},
		{"leaves_late", "AT 04T09:00 04T20:00; leave 04T09:01", invalidInput, "leave_home 2026-05-04T09:01 is after", "liegt nach"},
		{"returns_early", "AT 04T09:00 04T20:00; return 04T19:59", invalidInput, "return_home 2026-05-04T19:59 is before", "liegt vor"},
		{"home_at_end", "AT 04T09:00 04T20:00; home 04T21:00 04T22:00", invalidInput, "Leg 2 is at home", "Abschnitt 2 ist zu Hause"},
		{"home_at_end", "home 04T09:00 04T20:00", invalidInput, "Leg 1 is at home", "Abschnitt 1"},
		{"meal_outside", "AT 04T09:00 04T20:00; home 04T20:00 06T09:00; AT 06T09:00 06T20:00; meal 05 lunch", invalidInput, "The lunch on 2026-05-05 is outside the trip", "außerhalb der Reise"},
		{"meal_unknown", "AT 04T09:00 04T20:00; meal 04 supper", invalidInput, "supper is not a meal", "supper"},
		{"meal_twice", "AT 04T09:00 04T20:00; meal 04 lunch; meal 04 lunch", invalidInput, "The lunch on 2026-05-04 is given twice", "zweimal"},
		{"lodging_outside", "AT 04T09:00 04T20:00; home 04T21:00 05T09:00; AT 05T09:00 06T20:00; lodging 04", invalidInput, "The night that begins on 2026-05-04", "Nacht ab dem 2026-05-04"},
		{"leg", "AT 04T09:00 04T20:00; Atlantis 05T09:00 06T20:00", unknownLocation, "Leg 2: Unknown country Atlantis", "Abschnitt 2: "},
		{"", "AT 04T09:00 04T20:00; home 04T21:00 05T09:00", invalidInput, "a trip must come before and after", "muss aber eine Reise liegen"},
	} {
		_, err := embeddedBook().Trip("de-federal", journey("2026-05-", c.journey))
		refusal, ok := err.(*Refusal)
		if !ok || refusal.Code != c.code || !strings.Contains(refusal.Message.English, c.english) || !strings.Contains(refusal.Message.In(german), c.german) {
			t.Errorf("%s: %v", c.journey, err)
		}
		said[c.text] = true
	}
	for text, j := range map[string]*Journey{
		"no_legs": {},
		"paid_for_several": {
			Legs:  []Leg{{Place: Query{Country: "AT"}, Arrive: "2026-05-04T09:00", Depart: "2026-05-05T09:00"}},
			Meals: []ProvidedMeals{{Date: "2026-05-04", Meals: []string{"lunch", "dinner"}, HasPaid: true}},
		},
		"too_long": {Legs: []Leg{{Place: Query{Country: "AT"}, Arrive: "2025-05-04T09:00", Depart: "2026-05-05T09:01"}}},
	} {
		_, err := embeddedBook().Trip("de-federal", j)
		if refusal, ok := err.(*Refusal); !ok || refusal.Code != invalidInput {
			t.Errorf("%s: %v", text, err)
		}
		said[text] = true
	}
	for _, text := range format.Of("trips").Properties("texts") {
		if name := text.Key.Text; !said[name] {
			t.Errorf("no journey reaches the text %s", name)
		}
	}
}

// TestTripAssumptions checks the fallbacks and notes of an answer.
func TestTripAssumptions(t *testing.T) {
	a, err := embeddedBook().Trip("de-federal", journey("2026-05-", "IQ/Erbil 04T09:00 05T22:00; return 06T06:00"))
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Fallbacks) != 1 || !strings.Contains(a.Fallbacks[0].English, "Luxembourg") || len(a.Notes) != 1 || !strings.Contains(a.Notes[0].English, "2026-05-05") {
		t.Errorf("fallbacks %v, notes %v", a.Fallbacks, a.Notes)
	}
	if len(a.Sources) != 1 || a.Sources[0].Valid.From != "2026-01-01" || a.Sources[0].AsOf == "" || a.Sources[0].Source.URL == "" {
		t.Errorf("sources %v", a.Sources)
	}
	for _, line := range a.Lines {
		if line.Rule.English == "" || line.Rule.In(german) == line.Rule.English || wording.IsEmpty(line.Source) || wording.IsEmpty(line.Location) {
			t.Errorf("line %+v", line)
		}
	}
}

// TestNightsOnTheWay sends journeys with implausibly many nights on the way.
func TestNightsOnTheWay(t *testing.T) {
	const stay = "FR/Paris 04T08:00 06T18:00"
	for _, c := range []struct {
		journey string
		nights  string // of the note, if there is one
	}{
		{stay + "; leave 03T20:00; return 07T09:00", ""},
		{stay + "; return 31T10:00", "25 nights"},
		{stay + "; leave 01T10:00", "3 nights"},
		{"FR/Paris 04T08:00 05T18:00; CH/Geneva 20T08:00 20T18:00", "15 nights"},
	} {
		a, err := embeddedBook().Trip("uk-revenue", journey("2026-05-", c.journey))
		if err != nil {
			t.Fatal(err)
		}
		noted := ""
		for _, note := range a.Notes {
			if before, _, found := strings.Cut(note.English, ". Before the arrival abroad"); found {
				noted = strings.TrimPrefix(before, "The traveller was on the way for ")
			}
		}
		if noted != c.nights {
			t.Errorf("%s: %q, want %q", c.journey, noted, c.nights)
		}
	}
}
