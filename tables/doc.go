// Package tables holds the travel tables and answers from them: which rate a
// place has on a date under a regime, which regimes and which places there are.
// It knows places, editions, seasons and fallbacks; everything of a single regime
// is in its folder of YAML files.
//
// The route through it: book.go opens the tables; countries.go reads the names that
// all regimes share and atlas.go the places of the world, regime.go a regime, part.go
// what makes it a part of another, edition.go and rates.go the rows of one of its
// editions, tiers.go, towns.go, redirects.go and postal.go what is beside them,
// all with the tools of reader.go and block.go (text of one row a line). index.go
// makes places findable by the keys of key.go. lookup.go says how a regime finds
// places; resolve.go finds them, with place.go, zone.go and unlisted.go for its stages
// and refusal.go for what it refuses; rate.go is its answer. search.go lists places.
//
// Trips go another way: trip.go is the question and the answer, trip_itinerary.go
// puts a journey on the calendar by the clocks of trip_clock.go, and the program of
// the regime's rules.yaml, which trip_rules.go reads and holds to what trip_layout.go
// offers, walks over it. trip_run.go answers what the program asks for, trip_lay.go
// lays the calendar out for it, trip_request.go the fields that rules want of a
// request, and trip_result.go gathers its lines.
package tables
