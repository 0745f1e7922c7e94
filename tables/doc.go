// Package tables reads the travel tables and answers from them: the rate of a place
// on a day under a regime, the regimes and the places. It knows places, editions,
// seasons and fallbacks; everything specific to a regime is in the regime's folder of
// YAML files.
//
// To find your way: book.go opens the tables. countries.go reads the names that all
// regimes share, atlas.go the places of the world, regime.go a regime, part.go what
// makes it part of another, edition.go and rates.go the rows of an edition, and
// tiers.go, towns.go, redirects.go and postal.go the files next to the editions. All
// use reader.go and block.go (text with one row per line); the gazetteer and the towns
// by county (countytowns.go) are text files of their own (textfile.go). index.go makes places
// findable by the keys of key.go. lookup.go reads how a regime finds places, and
// resolve.go finds them, with place.go, settle.go and postal.go for its stages and
// refusal.go for its refusals; rate.go is the answer. seek.go finds every place that a name
// may mean: judge.go chooses among them for a city without a row, search.go for the list of
// places. day.go has days and periods, and row_check.go runs the checks that a regime
// declares for its rows.
//
// Trips: trip.go has the question and the answer. trip_itinerary.go puts a journey on
// the calendar by the clocks of trip_clock.go, and the program in the regime's
// rules.yaml walks over it. trip_records.go has what programs may use: inputs, records and
// functions, as package host declares them. trip_rules.go reads a program, also another one
// for a regime, and binds it to them, trip_run.go runs it, trip_request.go handles the
// request fields that rules declare, and trip_result.go collects the lines.
package tables
