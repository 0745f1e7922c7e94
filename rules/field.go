package rules

import "github.com/payslate/payslate/interpreter/number"

// Kind is the type of a field or value as callers see it in JSON.
type Kind uint8

// The kinds. The zero Kind is invalid.
const (
	// Integer is a whole number.
	Integer Kind = iota + 1
	// Number is an exact decimal number.
	Number
	// Boolean is true or false.
	Boolean
	// Choice is one text of Field.Choices; any other is a schema failure.
	Choice
	// String is a text with length bounds whose content the rules judge.
	String
)

// Field describes one profile field of a country: what a request may send and
// what the schemas, the documentation and the web page say about it. All
// fields are optional; null means "not given".
type Field struct {
	Name  string
	Kind  Kind
	About Text
	// Min and Max bound numbers; nil where open. With AboveMin (BelowMax) the
	// bound itself is outside.
	Min, Max           *number.Decimal
	AboveMin, BelowMax bool
	// MaxPlaces is the largest number of decimals, -1 where any number of
	// decimals is accepted (and rounded half up to the cent before use).
	MaxPlaces int
	// MultipleOf is the step of a number, nil where there is none.
	MultipleOf *number.Decimal
	// Choices lists the texts of a Choice, and those that the rules accept of a
	// String where these are known (for documentation; not a schema failure).
	Choices []string
	// MinLength and MaxLength bound a String in characters; -1 where open.
	MinLength, MaxLength int
	// Default is the value used when the field is not given, where it is a
	// constant; DefaultText says in words what is used where it is not.
	Default     *Value
	DefaultText Text
	// Nullable says that leaving the field out is a state of its own
	// (`number or null` in the documentation).
	Nullable bool
	// Example is a value for documentation.
	Example *Value
}

// Value is one profile value as sent or as applied. The zero Value is "not
// given" (null).
type Value struct {
	Kind   Kind // 0: not given
	Number number.Decimal
	Text   string
	Bool   bool
}

// Given says whether the value was given.
func (v Value) Given() bool { return v.Kind != 0 }
