package run

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// Shown describes a value among the outputs or the arguments of an emission.
type Shown struct {
	At, Flag int // indexes of the value, or of the start of a list before its end, and of the flag; -1: always present
	Kind     types.Kind
	Places   int // of a decimal number, -1 of a fraction
	Scale    *big.Int
	Divisor  int  // index, or -1
	Money    bool // an amount
	PerUnit  bool // an amount per another unit, such as a year
	Unit     string
	Cases    []string
}

// Value is a value of an outcome: an output, a field of a line, or the result of a step.
// The zero Value is not given.
type Value struct {
	run   *Run
	shown *Shown
	at    machine.Emission
}

func (r *Run) value(shown *Shown, at machine.Emission) Value { return Value{r, shown, at} }

// integer returns an integer of the value by its index, and whether it fits an int64.
func (v Value) integer(at int) (int64, bool) { return v.run.frame.Emitted(v.at, at) }

func (v Value) big(at int) *big.Int { return v.run.frame.EmittedBig(v.at, at) }

// Given reports whether the value is present.
func (v Value) Given() bool {
	return v.shown != nil && v.shown.Kind != types.NullKind && (v.shown.Flag < 0 || v.run.frame.Flag(v.at, v.shown.Flag))
}

// Kind returns the kind of the value.
func (v Value) Kind() types.Kind { return v.shown.Kind }

// Decimal reports whether the value is a number with a last decimal, not a fraction.
func (v Value) Decimal() bool { return v.shown.Kind == types.Number && v.shown.Places >= 0 }

// Number returns a decimal number. For a fraction use String.
func (v Value) Number() number.Decimal {
	if n, fits := v.integer(v.shown.At); fits {
		return number.New(n, v.shown.Places)
	}
	return number.FromBig(v.big(v.shown.At), v.shown.Places)
}

// Int returns a value other than a number as its integer: a date as days, a time or
// duration as minutes, a case as its index; 0 if it is absent.
func (v Value) Int() int64 {
	if v.shown == nil {
		return 0
	}
	n, _ := v.integer(v.shown.At)
	return n
}

// Bool returns a boolean.
func (v Value) Bool() bool { return v.Int() != 0 }

// Cases returns a list of cases, in the order of the enumeration.
func (v Value) Cases() []string {
	list := []string{}
	end, _ := v.integer(v.shown.At + 1)
	for i, word := range v.shown.Cases {
		for at := v.Int(); at < end; at++ {
			if v.run.frame.Element(at) == int64(i) {
				list = append(list, word)
			}
		}
	}
	return list
}

// Text returns the value for people.
func (v Value) Text(language Language) string {
	if v.Given() {
		switch v.shown.Kind {
		case types.Enumeration:
			return v.shown.Cases[v.Int()]
		case types.Text:
			if text, known := v.run.storedText(v.Int()); known {
				return text
			}
		}
	}
	return string(v.AppendText(nil, language))
}

// AppendText appends the value for people.
func (v Value) AppendText(dst []byte, language Language) []byte {
	if !v.Given() {
		return append(dst, "–"...)
	}
	switch v.shown.Kind {
	case types.Number:
		n, fits := v.integer(v.shown.At)
		switch {
		case v.shown.Places < 0:
			return v.appendFraction(dst)
		case fits:
			return appendNumber(dst, v.shown, number.New(n, v.shown.Places), language)
		}
		return appendNumber(dst, v.shown, v.Number(), language)
	case types.Text:
		return v.run.appendText(dst, v.Int(), v.at, language)
	case types.Enumeration:
		return append(dst, v.shown.Cases[v.Int()]...)
	case types.ListKind:
		return append(dst, strings.Join(v.Cases(), ", ")...)
	}
	return v.appendPlain(dst)
}

// Plain returns the value outside of the run, a text in a language; not given if it is absent.
func (v Value) Plain(language Language) (plain types.Value) {
	if !v.Given() {
		return plain
	}
	plain.Kind = v.shown.Kind
	switch plain.Kind {
	case types.Boolean:
		plain.Bool = v.Bool()
	case types.Number:
		plain.Number = v.Number().Trim()
	case types.ListKind:
		plain.Words = v.Cases()
	case types.GrammarKind:
		plain.Kind, plain.Text = types.Text, v.Text(language)
	default:
		plain.Text = v.Text(language)
	}
	return plain
}

// String returns the value in the notation of tables of cases: decimals without
// trailing zeros, nothing for an absent value.
func (v Value) String() string {
	switch {
	case !v.Given():
		return ""
	case v.Decimal():
		return string(v.Number().AppendJSON(nil))
	case v.shown.Kind == types.Number:
		return string(v.appendFraction(nil))
	case v.shown.Kind == types.ListKind:
		return strings.Join(v.Cases(), types.ItemSeparator)
	case v.shown.Kind == types.Text || v.shown.Kind == types.Enumeration:
		return v.Text(wording.English)
	}
	return string(v.appendPlain(nil))
}

// appendPlain appends a boolean, date, time or duration.
func (v Value) appendPlain(dst []byte) []byte {
	n := v.Int()
	if form := v.shown.Kind.Notation(); form != nil {
		return form.Append(dst, n)
	}
	if v.shown.Kind == types.Boolean {
		return strconv.AppendBool(dst, n != 0)
	}
	return strconv.AppendInt(dst, n, 10)
}

// appendFraction appends a number with any denominator as a decimal, or as a fraction if
// the decimal is infinite.
func (v Value) appendFraction(dst []byte) []byte {
	denominator := v.shown.Scale
	if v.shown.Divisor >= 0 {
		denominator = new(big.Int).Mul(denominator, v.big(v.shown.Divisor))
	}
	if denominator.Sign() == 0 {
		return append(dst, "–"...)
	}
	exact := new(big.Rat).SetFrac(v.big(v.shown.At), denominator)
	if places, finite := exact.FloatPrec(); finite {
		return append(dst, exact.FloatString(places)...)
	}
	return append(dst, exact.RatString()...)
}

// appendNumber appends money with two decimals and grouped digits, money per another unit
// likewise unless it is whole, and other numbers without groups.
func appendNumber(dst []byte, shown *Shown, d number.Decimal, language Language) []byte {
	point, group := language.Separators()
	decimals := 0
	switch {
	case shown.Money, shown.PerUnit && !d.IsInteger():
		decimals = 2
	case !shown.PerUnit:
		group = 0
	}
	return d.AppendText(dst, decimals, point, group)
}
