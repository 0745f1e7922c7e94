// Package tables reads the travel tables and answers from them: the rate of a place
// on a day under a regime, the regimes, the places, and trips. It knows places, editions,
// seasons and fallbacks; everything specific to a regime is in the regime's folder of
// YAML files.
//
// Open reads a Book of Regimes. A regime has editions, each with the rates of a time, and says
// in which order a place is looked for: by its postal code, its town, its county, a wider area.
// A name of a place means the areas that have it, and places of the gazetteer lead to the area in
// which they lie.
//
// These hold. A place with a row of its own is answered by it; one without by the rule that its
// regime declares, which may be to refuse. Whatever was taken in place of what was asked for is
// named in fallbacks, and other areas that the question may mean are candidates. Long lists stay
// text, sorted by their keys, and are searched where they lie.
//
// A trip is a walk of the regime's program over the days and periods of a journey, by the local
// clocks of its places. The program reads inputs, records and functions that this package binds,
// as package host declares them, and its lines are those of the answer.
package tables
