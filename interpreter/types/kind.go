package types

import (
	"regexp"
	"time"

	"github.com/payslate/payslate/interpreter/number"
)

// Kind is the kind of a value. The zero Kind is invalid.
type Kind uint8

// The kinds of value. Outside of rules a record is an object, and a list an array.
const (
	Number Kind = iota + 1
	Boolean
	Text
	Enumeration
	Date
	Time
	Duration
	Handle
	RecordKind
	ListKind
	BandsKind
	NullKind
	RowKind
	GrammarKind
	TableKind
	FileKind
)

// kinds has what there is to know of a kind, wherever a value comes from or goes to. A kind
// with a notation needs nothing else to be a field of a request.
var kinds = [...]struct {
	phrase   string // with its article
	word     string // of the type in rule files; empty if it has another name, or none
	notation *Notation
}{
	Number:  {phrase: "a number"},
	Boolean: {phrase: "a boolean", word: "boolean"},
	Text:    {phrase: "a text", word: "text"}, Enumeration: {phrase: "an enumeration"},
	Date: {phrase: "a date", word: "date", notation: &Notation{
		Read: number.ParseDate, Append: number.AppendDate, Judge: judgeDate,
		Name: "date", Failure: "date_from_datetime_parsing", Others: otherDays,
		Example: "a date such as 2026-01-31", Format: "date", Samples: []string{"1950-02-28", "2000-02-29"},
	}},
	Time: {phrase: "a time", word: "time", notation: &Notation{
		Read: number.ParseTime, Append: number.AppendTime, Judge: judgeTime,
		Name: "local_time", Failure: "datetime_parsing", Others: otherTimes,
		Example: "a time such as 2026-01-31T09:30", Pattern: timePattern, Samples: []string{"2000-02-29T23:59"},
	}},
	Duration: {phrase: "a duration", word: "duration", notation: &Notation{
		Read: number.ParseDuration, Append: number.AppendDuration,
		Example: "a duration such as 36:30, in hours and minutes", Samples: []string{"0:00", "36:30"},
	}},
	Handle: {phrase: "a handle", word: "handle"}, RecordKind: {phrase: "a record"}, ListKind: {phrase: "a list"},
	BandsKind: {phrase: "bands", word: "bands"}, NullKind: {phrase: "null"}, RowKind: {phrase: "a row of bands"},
	GrammarKind: {phrase: "a text with a grammar"}, TableKind: {phrase: "a table of numbers"}, FileKind: {phrase: "a table of rows"},
}

// String names the kind with its article.
func (k Kind) String() string { return kinds[k].phrase }

// Notation returns how values of the kind are written; nil for kinds that are not an integer
// with a notation of its own.
func (k Kind) Notation() *Notation { return kinds[k].notation }

// Written reports whether values of the kind are texts outside of rules.
func (k Kind) Written() bool {
	return k == Text || k == Enumeration || k == Handle || k.Notation() != nil
}

// Counted reports whether values of the kind are numbers, or written in a notation: they have an
// order.
func (k Kind) Counted() bool { return k == Number || k.Notation() != nil }

// Single reports whether a value of the kind is neither compound nor part of a table.
func (k Kind) Single() bool { return k == Boolean || k.Counted() || k.Written() }

// Notation is how values are written that rules know as an integer: dates, times, durations.
type Notation struct {
	// Read returns the integer of a text, and whether the text is a value. Append is its
	// inverse.
	Read   func(text string) (int64, bool)
	Append func(dst []byte, value int64) []byte
	// Judge returns what is wrong with a text of a request, 0 if nothing is; nil if that is
	// whether Read reads it.
	Judge func(text []byte) Problem
	// Example says what a value is, with an example.
	Example string
	// Format and Pattern describe the texts in JSON Schema; either may be empty.
	Format, Pattern string
	// Samples are values to try.
	Samples []string
	// Name is what requests and their documents call the kind, Failure the type of the failure of a
	// text in another form. Kinds without are described and refused like other texts.
	Name, Failure string
	// Others are the layouts of package time that people write instead, by that of the values.
	Others []Layouts
}

// Layouts are layouts in place of the one that values have.
type Layouts struct {
	Written []string
	Value   string
}

// Days and times in other notations than the service's, where only one reading is possible.
var (
	otherDays = []Layouts{
		{[]string{"2.1.2006", "2006-1-2", "2006/1/2", "20060102", "2 January 2006", "January 2, 2006", "2 Jan 2006", time.RFC3339, "2006-01-02T15:04", "2006-01-02T15:04:05"}, time.DateOnly},
	}
	otherTimes = []Layouts{
		{[]string{time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04Z07:00"}, "2006-01-02T15:04Z07:00"},
		{[]string{"2006-01-02 15:04", "2006-01-02 15:04:05", "2006-1-2T15:04", "2006-1-2 15:04", "2.1.2006 15:04", "2006/1/2 15:04", "20060102T1504", "2006-01-02T15:04:05.999"}, "2006-01-02T15:04"},
	}
)

// Meant returns the value that a text in one of the other layouts writes; empty for other texts.
func (n *Notation) Meant(text string) string {
	for _, layouts := range n.Others {
		for _, written := range layouts.Written {
			if at, err := time.Parse(written, text); err == nil {
				return at.Format(layouts.Value)
			}
		}
	}
	return ""
}

// KindCalled returns the kind whose notation has a name; 0 if there is none.
func KindCalled(name string) Kind {
	for kind, of := range kinds {
		if of.notation != nil && of.notation.Name == name {
			return Kind(kind)
		}
	}
	return 0
}

// timePattern is the form of a time in a request: of a wall clock, which may have seconds, or
// with its offset from UTC. No zone is farther from UTC than 14 hours.
const timePattern = `^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d|Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$`

// The shapes of days and times, whether or not there is such a day or time.
var (
	dayShape  = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	timeShape = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d|Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$`)
)

func judgeDate(text []byte) Problem {
	if !dayShape.Match(text) {
		return WrongForm
	}
	if _, is := number.ParseDate(string(text)); !is || string(text[:4]) == "0000" {
		return NoSuchDay
	}
	return 0
}

func judgeTime(text []byte) Problem {
	if !timeShape.Match(text) {
		return WrongForm
	}
	day, clock := text[:len(time.DateOnly)], text[len(time.DateOnly)+1:]
	if problem := judgeDate(day); problem != 0 {
		return problem
	}
	layout := "15:04"
	if len(clock) == len(time.TimeOnly) {
		layout = time.TimeOnly
	}
	if _, err := time.Parse(layout, string(clock[:len(layout)])); err != nil {
		return NoSuchTime
	}
	return 0
}
