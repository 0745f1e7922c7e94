package tables

import "github.com/payslate/payslate/interpreter/types"

// Names that rules for trips may declare.
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

// inputKinds are the inputs that the program may have in addition to its own places and
// request fields.
var inputKinds = map[string]types.Kind{
	inputOvernight:  types.Boolean,  // whether nights were spent somewhere
	inputFirstPlace: types.Handle,   // the place of the first leg
	inputLeaveHome:  types.Time,     // when the journey begins, in local time
	inputOffsets:    types.Boolean,  // whether the times of the request have offsets from UTC
	listLegs:        types.ListKind, // the legs away from home, as sent
	listDays:        types.ListKind, // the calendar days away from home
	listNights:      types.ListKind, // the midnights away from home
	listStays:       types.ListKind, // each trip from its first arrival to its last departure
}

// functionArguments are the functions that the rules may call.
var functionArguments = map[string][]types.Kind{
	// the row of the table for a place and a day
	functionRate: {types.Handle, types.Date},
	// the last place reached at a time, within the trip at that time
	functionWhereabouts: {types.Time},
	// when the traveller's clock first shows a time, from a moment on
	functionClock: {types.Time, types.Time},
	// meals, lodging and trips of a day
	functionCalendar: {types.Date},
	// a name of the request as first sent
	functionName: {types.Handle},
}

// recordFields are the fields that the records of a list, or the result of a function,
// may have. A rate may also have the columns of the table.
var recordFields = map[string]map[string]types.Kind{
	// Also fields of the request, see trip_request.go.
	listLegs: {
		fieldIndex: types.Number, // index in the request, from 0
		"place":    types.Handle,
		"from":     types.Date, "to": types.Date, // first and last day there
		"city": types.Handle, "country": types.Handle, // names of the place; without a city, city is the country
	},
	listSent: {fieldIndex: types.Number}, // of any other list of the request
	listDays: {"date": types.Date, listParts: types.ListKind},
	// The parts of a day that belong to trips.
	listParts: {
		"first": types.Boolean, "last": types.Boolean, // day of its trip
		"away":      types.Duration,                            // on this day
		"before":    types.Duration,                            // on the day before, by the same trip
		"after":     types.Duration,                            // on the day after, by the same trip
		"trip_days": types.Number, "trip_away": types.Duration, // of the trip as a whole
		"reached":        types.Handle,   // place reached last before midnight, or before the trip ends
		"reached_abroad": types.Boolean,  // whether that is abroad
		"next":           types.Handle,   // place reached next
		"there_at_night": types.Boolean,  // whether the traveller is at a place at midnight
		listVisits:       types.ListKind, // places of this day, in order
		listTripVisits:   types.ListKind, // places of the trip, in order
	},
	listVisits:     {"place": types.Handle, "abroad": types.Boolean},
	listTripVisits: {"place": types.Handle, "abroad": types.Boolean},
	listNights: {
		"date":      types.Date,
		"sleeps_at": types.Handle, // place at midnight; absent on the way
		"provided":  types.Boolean,
		"trip_away": types.Duration,
		"next":      types.Handle, // place reached next
	},
	listStays:    {"from": types.Time, "to": types.Time},
	listProvided: {"date": types.Date, fieldMeal: types.Enumeration, "paid": types.Number},
	functionRate: {
		"location": types.Text, "currency": types.Text, "lodging_currency": types.Text, "source": types.Text,
		"money":  types.Handle,  // the currency, to be compared
		"abroad": types.Boolean, // whether the place lies outside the regime's own country
	},
	functionWhereabouts: {"place": types.Handle, "on_the_way": types.Boolean, "local": types.Time},
	functionClock:       {"moment": types.Time},
	functionName:        {"words": types.Text},
	functionCalendar: {
		listProvided:       types.ListKind, // meals, in their order
		"lodging_provided": types.Boolean,
		"trips":            types.Number, // how many trips have something of the day
	},
}

// outputLimits is the output that decides whether the answer lists limits.
const outputLimits = "limits"

// optionalFields may be absent.
var optionalFields = map[string]bool{"reached": true, "next": true, "sleeps_at": true, "paid": true, "moment": true}
