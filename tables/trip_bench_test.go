package tables

import (
	"testing"
	"time"
)

// BenchmarkTrip computes a journey of ten legs and 60 days, some with meals and lodging
// provided.
func BenchmarkTrip(b *testing.B) {
	book := embeddedBook()
	cities := map[string][]Query{
		"de-federal": {{Country: "FR", City: "Paris"}, {Country: "US", City: "Boston"}, {Country: "AT"}, {Country: "DE", City: "Berlin"}},
		"us-federal": {{State: "TX", City: "Austin"}, {State: "MA", City: "Boston"}, {PostalCode: "94103"}, {State: "ME", City: "Portland"}},
		"uk-revenue": {{Country: "FR", City: "Paris"}, {Country: "CH", City: "Geneva"}, {Country: "RO", City: "Bucharest"}},
	}
	for regime, places := range cities {
		j := &Journey{}
		start := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
		for i := range 10 {
			arrive := start.AddDate(0, 0, 6*i)
			j.Legs = append(j.Legs, Leg{Place: places[i%len(places)], Arrive: arrive.Format(timeShape), Depart: arrive.AddDate(0, 0, 6).Add(-3 * time.Hour).Format(timeShape)})
			j.Meals = append(j.Meals, ProvidedMeals{Date: arrive.Format(dayLayout), Meals: []string{"lunch", "dinner"}})
			j.Lodging = append(j.Lodging, arrive.Format(dayLayout))
		}
		b.Run(regime, func(b *testing.B) {
			for b.Loop() {
				if _, err := book.Trip(regime, j); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

const timeShape = "2006-01-02T15:04"
