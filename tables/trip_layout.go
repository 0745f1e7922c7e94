package tables

import (
	"strings"

	"github.com/payslate/payslate/interpreter"
)

// What rules for trips may ask for, by the names that they use.
const (
	inputOvernight  = "overnight"
	inputFirstPlace = "first_place"
	inputLeaveHome  = "leave_home"
	inputOffsets    = "offsets"
	listLegs        = "legs"
	listDays        = "days"
	listNights      = "nights"
	listStays       = "stays"
	listParts       = "parts"
	listVisits      = "visits"
	listTripVisits  = "trip_visits"
	listProvided    = "provided"

	functionRate        = "rate"
	functionWhereabouts = "whereabouts"
	functionClock       = "clock"
	functionCalendar    = "calendar"
	functionName        = "name"

	fieldMeal  = "meal"
	fieldIndex = "index"
)

// inputKinds are the inputs that the program may have beside places of its own.
var inputKinds = map[string]interpreter.Kind{
	inputOvernight:  interpreter.Boolean,  // whether nights were spent somewhere
	inputFirstPlace: interpreter.Handle,   // the place of the first leg
	inputLeaveHome:  interpreter.Time,     // when the journey begins, by the clock there
	inputOffsets:    interpreter.Boolean,  // whether the times of the request have offsets from UTC
	listLegs:        interpreter.ListKind, // the legs away from home, as sent
	listDays:        interpreter.ListKind, // the calendar days away from home
	listNights:      interpreter.ListKind, // the midnights away from home
	listStays:       interpreter.ListKind, // each trip from its first arrival to its last departure
}

// functionArguments are the functions that the rules may call.
var functionArguments = map[string][]interpreter.Kind{
	// the row of the table for a place and day
	functionRate: {interpreter.Handle, interpreter.Date},
	// the place reached last at a time, within the trip of that time
	functionWhereabouts: {interpreter.Time},
	// when the traveller's clock shows a time, from a moment on
	functionClock: {interpreter.Time, interpreter.Time},
	// what is known of a day
	functionCalendar: {interpreter.Date},
	// a name of the request as it was first sent
	functionName: {interpreter.Handle},
}

// recordFields are the fields that the records of a list, or the answer of a
// function, may have. A rate has the columns of the table too.
var recordFields = map[string]map[string]interpreter.Kind{
	// Beside fields of the request, see trip_request.go.
	listLegs: {
		fieldIndex: interpreter.Number, // place among the legs of the request, from 0
		"place":    interpreter.Handle,
		"from":     interpreter.Date, "to": interpreter.Date, // first and last day there
		"city": interpreter.Handle, "country": interpreter.Handle, // names of the place; without a city that of the country
	},
	listSent: {fieldIndex: interpreter.Number}, // of any other list of the request
	listDays: {"date": interpreter.Date, listParts: interpreter.ListKind},
	// What a trip has of a day.
	listParts: {
		"first": interpreter.Boolean, "last": interpreter.Boolean, // day of its trip
		"away":      interpreter.Duration,                                  // on this day
		"before":    interpreter.Duration,                                  // on the day before, by the same trip
		"after":     interpreter.Duration,                                  // on the day after, by the same trip
		"trip_days": interpreter.Number, "trip_away": interpreter.Duration, // of the trip as a whole
		"reached":        interpreter.Handle,   // place reached last before midnight, or before the trip ends
		"reached_abroad": interpreter.Boolean,  // whether that lies abroad
		"next":           interpreter.Handle,   // place reached next
		"there_at_night": interpreter.Boolean,  // whether the traveller is at a place at midnight
		listVisits:       interpreter.ListKind, // places of this day, in order
		listTripVisits:   interpreter.ListKind, // places of the trip, in order
	},
	listVisits:     {"place": interpreter.Handle, "abroad": interpreter.Boolean},
	listTripVisits: {"place": interpreter.Handle, "abroad": interpreter.Boolean},
	listNights: {
		"date":      interpreter.Date,
		"sleeps_at": interpreter.Handle, // place at midnight; absent on the way
		"provided":  interpreter.Boolean,
		"trip_away": interpreter.Duration,
		"next":      interpreter.Handle, // place reached next
	},
	listStays:    {"from": interpreter.Time, "to": interpreter.Time},
	listProvided: {"date": interpreter.Date, fieldMeal: interpreter.Enumeration, "paid": interpreter.Number},
	functionRate: {
		"location": interpreter.Text, "currency": interpreter.Text, "lodging_currency": interpreter.Text, "source": interpreter.Text,
		"money":  interpreter.Handle,  // the currency, to be compared
		"abroad": interpreter.Boolean, // whether the place lies outside the regime's own country
	},
	functionWhereabouts: {"place": interpreter.Handle, "on_the_way": interpreter.Boolean, "local": interpreter.Time},
	functionClock:       {"moment": interpreter.Time},
	functionName:        {"words": interpreter.Text},
	functionCalendar: {
		listProvided:       interpreter.ListKind, // meals, in their order
		"lodging_provided": interpreter.Boolean,
		"trips":            interpreter.Number, // how many trips have something of the day
	},
}

// outputLimits is the output that says whether the answer lists limits.
const outputLimits = "limits"

// optionalFields may be absent.
var optionalFields = map[string]bool{"reached": true, "next": true, "sleeps_at": true, "paid": true, "moment": true}

func joinedKeys(m map[string]bool) string { return strings.Join(sortedKeys(m), ", ") }
