package tables

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// threeMonths are cases of § 9 Abs. 4a Satz 6, 7 EStG at the bounds of its periods.
var threeMonths = tripCases{"de-federal", "2026-", []tripCase{
	{"begun at a site before", "DE/Hannover@site_H 06-29T18:00 07-02T12:00; three; earlier site_H 04-01 06-25; lodging 06-29 06-30 07-01", "29 14, 30 28 = 42 EUR; site H 04-01 to 06-30"},
	{"names differ in case and blanks", "DE/Hannover@SITE__h 06-30T08:00 07-01T18:00; three; earlier site_H 04-01 06-25; lodging 06-30", "30 14 = 14 EUR; site H 04-01 to 06-30"},
	{"the city stands for the place of work", "DE/Ulm 06-30T08:00 07-01T18:00; three; earlier ulm 04-01 06-25; lodging 06-30", "30 14 = 14 EUR; ulm 04-01 to 06-30"},
	{"without a city the country", "AT 06-30T08:00 07-01T18:00; three; earlier Österreich 04-01 06-25; lodging 06-30", "30 33 = 33 EUR; Österreich 04-01 to 06-30"},
	{"without the limit", "DE/Ulm@ward 07-06T08:00 07-07T17:00; lodging 07-06", "06 14, 07 14 = 28 EUR"},
	{"28 days away: anew", "DE/Kassel@plant 06-01T08:00 06-02T17:00; three; earlier plant 01-05 05-03; lodging 06-01", "01 14, 02 14 = 28 EUR; plant 01-05 to 04-04; plant 06-01 to 08-31"},
	{"27 days away: not", "DE/Kassel@plant 05-31T08:00 06-01T17:00; three; earlier plant 01-05 05-03; lodging 05-31", "= 0 EUR; plant 01-05 to 04-04"},
	{"earlier work out of order, one inside another", "DE/Kassel@plant 05-31T08:00 06-01T17:00; three; earlier plant 03-01 03-02; earlier plant 01-05 05-03; lodging 05-31", "= 0 EUR; plant 01-05 to 04-04"},
	{"earlier work that goes on", "DE/Kassel@plant 05-31T08:00 06-01T17:00; three; earlier plant 01-05 01-20; earlier plant 02-01 05-03; lodging 05-31", "= 0 EUR; plant 01-05 to 04-04"},
	{"earlier work anew", "DE/Kassel@plant 05-03T08:00 05-04T17:00; three; earlier plant 01-05 01-20; earlier plant 03-01 04-30; lodging 05-03", "03 14, 04 14 = 28 EUR; plant 01-05 to 04-04; plant 03-01 to 05-31"},
	{"a month without such a day", "DE/Ulm@ward 02-27T08:00 03-02T17:00; three; earlier ward 01-01 01-02; earlier other*5 01-31 02-01; lodging 02-27 02-28 03-01", "27 14, 28 28, 01 28, 02 14 = 84 EUR; ward 01-01 to 03-31; other 01-31 to 04-30; ward 02-27 to 05-26"},
	{"earlier work from one day to the next", "DE/Ulm@ward 06-30T08:00 07-01T17:00; three; earlier ward 04-01 04-01; earlier ward 04-02 06-26; lodging 06-30", "30 14 = 14 EUR; ward 04-01 to 06-30"},
	{"a day without an allowance anyway", "DE/Ulm@ward 07-01T08:00 07-01T12:00; three; earlier ward 04-01 06-28", "= 0 EUR; ward 04-01 to 06-30"},
	{"two days a week, then five", "DE/Ulm@ward*2 04-01T08:00 04-01T18:00; home 04-01T19:00 04-20T07:00; DE/Ulm@ward 04-20T08:00 04-20T18:00; three", "01 14, 20 14 = 28 EUR; ward 04-20 to 07-19"},
	{"two days a week begin nothing", "DE/Ulm@ward*2 06-01T08:00 06-01T18:00; three; earlier ward*2 01-01 05-28", "01 14 = 14 EUR"},
	{"three days a week do", "DE/Ulm@ward*3 06-01T08:00 06-01T18:00; three; earlier ward*3 01-01 05-28", "= 0 EUR; ward 01-01 to 03-31"},
	{"two days a week are paid after a period", "DE/Ulm@ward*2 06-01T08:00 06-01T18:00; three; earlier ward 01-01 05-28", "01 14 = 14 EUR; ward 01-01 to 03-31"},
	{"two days a week fill no interruption", "DE/Ulm@ward 06-01T08:00 06-01T18:00; three; earlier ward 01-01 04-30; earlier ward*2 05-01 05-29", "01 14 = 14 EUR; ward 01-01 to 03-31; ward 06-01 to 08-31"},
	{"another place in the same city", "DE/Ulm@client 06-01T08:00 06-01T18:00; three; earlier ward 01-01 05-28", "01 14 = 14 EUR; ward 01-01 to 03-31; client 06-01 to 08-31"},
	{"four weeks at home within a request", "DE/Ulm@a 01-05T08:00 01-05T18:00; home 01-05T19:00 02-03T07:00; DE/Ulm@a 02-03T08:00 02-03T18:00; three", "05 14, 03 14 = 28 EUR; a 01-05 to 04-04; a 02-03 to 05-02"},
	{"a departure at midnight leaves no day of work", "DE/Ulm@a 01-05T08:00 01-06T00:00; home 01-06T01:00 02-03T07:00; DE/Ulm@a 02-03T08:00 02-03T18:00; three; no overnight", "05 14, 03 14 = 28 EUR; a 01-05 to 04-04; a 02-03 to 05-02"},
	{"the day that moves on takes the new place", "DE/Ulm@ward 07-06T08:00 07-07T17:00; DE/Bonn@fair 07-07T21:00 07-08T14:00; three; earlier ward 03-01 07-03; lodging 07-06 07-07", "07 28, 08 14 = 42 EUR; ward 03-01 to 05-31; fair 07-07 to 10-06"},
	{"the last day elsewhere at an ended place", "DE/Bonn@fair 07-06T08:00 07-07T09:00; DE/Ulm@ward 07-07T11:00 07-07T17:00; three; earlier ward 03-01 07-03; lodging 07-06", "06 14 = 14 EUR; ward 03-01 to 05-31; fair 07-06 to 10-05"},
	{"meals after the end", "DE/Ulm@ward 06-30T08:00 07-02T17:00; three; earlier ward 04-01 06-26; lodging 06-30 07-01; meal 06-30 lunch; meal 07-01 lunch", "30 14, 30 lunch -11.2 = 2.8 EUR; ward 04-01 to 06-30"},
	{"nights go on", "PL/Warsaw@office 06-15T13:00 06-17T11:00; three; earlier office 03-16 06-12", "15 27, 15 night 143, 16 night 143 = 313 EUR; office 03-16 to 06-15"},
	{"days three months apart, not asked for", "DE/Ulm@a 02-02T08:00 02-02T18:00; home 02-02T19:00 05-02T07:00; DE/Ulm@a 05-02T08:00 05-02T18:00", "02 14, 02 14 = 28 EUR"},
	{"days three months and one apart, not asked for", "DE/Ulm@a 02-02T08:00 02-02T18:00; home 02-02T19:00 05-01T07:00; DE/Ulm@a 05-01T08:00 05-01T18:00", "02 14, 01 14 = 28 EUR"},
	{"work that goes on for three months and a day, not asked for", "DE/Ulm 02-02T08:00 02-02T18:00; home 02-02T19:00 02-27T07:00; DE/Ulm 02-27T08:00 02-27T18:00; home 02-27T19:00 03-25T07:00; DE/Ulm 03-25T08:00 03-25T18:00; home 03-25T19:00 04-20T07:00; DE/Ulm 04-20T08:00 04-20T18:00; home 04-20T19:00 05-02T07:00; DE/Ulm 05-02T08:00 05-02T18:00", "02 14, 27 14, 25 14, 20 14, 02 14 = 70 EUR"},
	{"two places of work far apart, not asked for", "DE/Ulm@a 02-02T08:00 02-02T18:00; home 02-02T19:00 05-02T07:00; DE/Ulm@b 05-02T08:00 05-02T18:00", "02 14, 02 14 = 28 EUR"},
	{"two days a week far apart, not asked for", "DE/Ulm@a*2 02-02T08:00 02-02T18:00; home 02-02T19:00 05-02T07:00; DE/Ulm@a*2 05-02T08:00 05-02T18:00", "02 14, 02 14 = 28 EUR"},
	{"first two days a week, not asked for", "DE/Ulm@a*2 02-02T08:00 02-02T18:00; home 02-02T19:00 05-02T07:00; DE/Ulm@a 05-02T08:00 05-02T18:00", "02 14, 02 14 = 28 EUR"},
	{"then two days a week, not asked for", "DE/Ulm@a 02-02T08:00 02-02T18:00; home 02-02T19:00 05-02T07:00; DE/Ulm@a*2 05-02T08:00 05-02T18:00", "02 14, 02 14 = 28 EUR"},
	{"earlier work without the limit", "DE/Ulm 07-01T08:00 07-01T18:00; earlier Ulm 04-01 06-30", "invalid_input"},
	{"earlier work on the day of leaving", "DE/Ulm 07-01T08:00 07-01T18:00; three; earlier Ulm 04-01 07-01", "invalid_input"},
	{"earlier work up to the day before", "DE/Ulm 07-01T08:00 07-01T18:00; three; earlier Ulm 04-02 06-30", "01 14 = 14 EUR; Ulm 04-02 to 07-01"},
	{"earlier work of one day", "DE/Ulm 07-01T08:00 07-01T18:00; three; earlier Ulm 04-02 04-02", "01 14 = 14 EUR; Ulm 04-02 to 07-01; Ulm 07-01 to 09-30"},
	{"earlier work backwards", "DE/Ulm 07-01T08:00 07-01T18:00; three; earlier Ulm 04-02 04-01", "invalid_input"},
}}

func TestThreeMonths(t *testing.T) { threeMonths.test(t) }

// TestThreeMonthsNotes checks the notes and the location of a refusal.
func TestThreeMonthsNotes(t *testing.T) {
	for _, c := range []struct{ journey, want string }{
		{threeMonths.list[0].journey, "From 2026-07-01 no meal allowance at site H: the three months from 2026-04-01 ended on 2026-06-30 (§ 9 Abs. 4a Satz 6 EStG)."},
		{threeMonths.list[5].journey, "The work at plant was interrupted for 28 days: the three months begin anew on 2026-06-01 (§ 9 Abs. 4a Satz 7 EStG)."},
		{"DE/Ulm 06-01T08:00 06-01T18:00; three; earlier ward 01-01 05-28", "The earlier work at ward touches no leg of this trip."},
		{"DE/Bonn@fair 07-06T08:00 07-07T09:00; DE/Ulm@ward 07-07T11:00 07-07T17:00; three; earlier ward 03-01 07-03; lodging 07-06", "On 2026-07-07 there was further work elsewhere than at ward"},
		{"AT 01-05T08:00 06-05T18:00", "The days at Austria lie further apart than three months"},
	} {
		a, err := embeddedBook().Trip("de-federal", journey("2026-", c.journey))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(a.Notes, func(note Text) bool {
			return strings.HasPrefix(note.English, c.want) && note.In(german) != note.English
		}) {
			t.Errorf("%s: notes %q, want %q", c.journey, a.Notes, c.want)
		}
	}
	for journeyText, want := range map[string]string{
		"DE/Ulm 07-01T08:00 07-01T18:00; earlier Ulm 04-01 06-30":                                  "[three_months]",
		"DE/Ulm 07-01T08:00 07-01T18:00; three; earlier Ulm 04-01 06-30; earlier Ulm 04-01 07-01":  "[earlier_work 1 to]",
		"DE/Ulm 07-01T08:00 07-01T18:00; three; earlier Bonn 05-01 06-30; earlier Ulm 04-02 04-01": "[earlier_work 1 to]",
	} {
		_, err := embeddedBook().Trip("de-federal", journey("2026-", journeyText))
		if refusal, ok := err.(*Refusal); !ok || fmt.Sprint(refusal.Loc) != want {
			t.Errorf("%s: %+v, want %s", journeyText, err, want)
		}
	}
}

// workSpan is work at one of two places.
type workSpan struct {
	place, week int
	from, to    time.Time
}

// TestThreeMonthsByDays compares the days without meals with a walk day by day over
// random work at two places: those after three months without four weeks of
// interruption.
func TestThreeMonthsByDays(t *testing.T) {
	stopped, begun := 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 11))
		var spans []workSpan
		now := time.Date(2025, 1+time.Month(r.IntN(6)), 1+r.IntN(31), 0, 0, 0, 0, time.UTC)
		earlier := r.IntN(5)
		for range earlier + 1 + r.IntN(4) {
			span := workSpan{place: r.IntN(2), week: 1 + r.IntN(7), from: now}
			now = now.AddDate(0, 0, r.IntN(50))
			span.to = now
			now = now.AddDate(0, 0, 1+r.IntN(3))
			if r.IntN(3) == 0 {
				now = now.AddDate(0, 0, 24+r.IntN(6))
			}
			spans = append(spans, span)
		}
		j := &Journey{Fields: Sent{"three_months": "true"}, Lists: map[string][]Sent{}}
		for i, span := range spans {
			work := Sent{"workplace": fmt.Sprint("place ", span.place), "workdays_per_week": fmt.Sprint(span.week)}
			from, to := span.from.Format(dayLayout), span.to.Format(dayLayout)
			if i < earlier {
				work["from"], work["to"] = from, to
				j.Lists["earlier_work"] = append(j.Lists["earlier_work"], work)
				continue
			}
			if len(j.Legs) > 0 {
				j.Legs = append(j.Legs, Leg{Home: true, Arrive: spans[i-1].to.Format(dayLayout) + "T21:00", Depart: from + "T06:00"})
			}
			j.Legs = append(j.Legs, Leg{Place: Query{Country: "DE"}, Arrive: from + "T07:00", Depart: to + "T20:00", Fields: work})
		}
		r.Shuffle(earlier, func(a, b int) {
			list := j.Lists["earlier_work"]
			list[a], list[b] = list[b], list[a]
		})
		a, err := embeddedBook().Trip("de-federal", j)
		if err != nil {
			t.Fatalf("seed %d: %+v: %v", seed, j, err)
		}
		paid := map[string]bool{}
		for _, line := range a.Lines {
			if line.Kind == MealsLine {
				paid[line.Date] = true
			}
		}
		var first, last [2]time.Time
		for i, span := range spans {
			if span.week > 2 && (last[span.place].IsZero() || span.from.Sub(last[span.place]) > 28*24*time.Hour) {
				first[span.place] = span.from
				begun++
			}
			for day := span.from; !day.After(span.to); day = day.AddDate(0, 0, 1) {
				date := day.Format(dayLayout)
				over := span.week > 2 && !day.Before(endOfThreeMonths(first[span.place]))
				if i >= earlier && paid[date] == over {
					t.Errorf("seed %d: %+v: %s is paid: %t", seed, j, date, paid[date])
				}
				if over && i >= earlier {
					stopped++
				}
			}
			if span.week > 2 {
				last[span.place] = span.to
			}
		}
	}
	if stopped < 300 || begun < 500 {
		t.Errorf("only %d days without meals and %d periods", stopped, begun)
	}
}

// endOfThreeMonths returns the first day after the three months from a day (§ 188 Abs. 2,
// 3 BGB), by counting.
func endOfThreeMonths(from time.Time) time.Time {
	month := (from.Month()+2)%12 + 1
	day := from
	for day.Month() != month || day.Day() < from.Day() {
		day = day.AddDate(0, 0, 1)
		if (day.Month()+10)%12+1 == month && day.Day() == 1 {
			return day // that month has no such day
		}
	}
	return day
}
