package tables

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

// threeMonths are cases of § 9 Abs. 4a Satz 6, 7 EStG: what counts as the same place, and as a
// day of work. The bounds of the periods are labelled cases.
var threeMonths = tripCases{"de-federal", "2026-", []tripCase{
	{"names differ in case and blanks", "DE/Hannover@SITE__h 06-30T08:00 07-01T18:00; three; earlier site_H 04-01 06-25; lodging 06-30", "30 14 = 14 EUR; site H 04-01 to 06-30"},
	{"without a city the country", "AT 06-30T08:00 07-01T18:00; three; earlier Österreich 04-01 06-25; lodging 06-30", "30 33 = 33 EUR; Österreich 04-01 to 06-30"},
	{"a departure at midnight leaves no day of work", "DE/Ulm@a 01-05T08:00 01-06T00:00; home 01-06T01:00 02-03T07:00; DE/Ulm@a 02-03T08:00 02-03T18:00; three; no overnight", "05 14, 03 14 = 28 EUR; a 01-05 to 04-04; a 02-03 to 05-02"},
}}

func TestThreeMonths(t *testing.T) { threeMonths.test(t) }

// TestThreeMonthsNotes checks the notes and the location of a refusal.
func TestThreeMonthsNotes(t *testing.T) {
	for _, c := range []struct{ journey, want string }{
		{"DE/Hannover@site_H 06-29T18:00 07-02T12:00; three; earlier site_H 04-01 06-25; lodging 06-29 06-30 07-01", "From 2026-07-01 no meal allowance at site H: the three months from 2026-04-01 ended on 2026-06-30 (§ 9 Abs. 4a Satz 6 EStG)."},
		{"DE/Kassel@plant 06-01T08:00 06-02T17:00; three; earlier plant 01-05 05-03; lodging 06-01", "The work at plant was interrupted for 28 days: the three months begin anew on 2026-06-01 (§ 9 Abs. 4a Satz 7 EStG)."},
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
