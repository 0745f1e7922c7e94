// Package tables holds the travel tables and answers from them: which rate a
// place has on a date under a regime, which regimes and which places there are.
// It knows places, editions, seasons and fallbacks; everything of a single regime
// stands in its folder of YAML files.
//
// The route through it: book.go opens the tables; countries.go and names.go read
// the names that all regimes share, regime.go a regime, edition.go the rows of one
// of its editions and postal.go its postal codes, all with the tools of reader.go
// and block.go (text of one row a line). index.go makes places findable by the
// keys of key.go. resolve.go is the lookup, with country.go, place.go and zone.go
// for its stages and refusal.go for what it refuses; rate.go is its answer.
// search.go lists places.
//
// Trips go another way: trip.go is the question and the answer, trip_itinerary.go
// puts a journey on the calendar by the clocks of trip_clock.go, and the program of
// the regime's rules.yaml, which trip_rules.go reads and holds to what trip_layout.go
// offers, walks over it. trip_run.go answers what the program asks for, trip_lay.go
// lays the calendar out for it, trip_request.go the fields that rules want of a
// request, and trip_result.go gathers its lines.
package tables
