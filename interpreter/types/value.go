package types

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
)

// A value goes in and out of a program as text (CSV, flags, queries, declarations), as JSON,
// as a Go value, and as integers of the machine. The functions of this file are the only ones
// that read and write the first three, and Slot is the only way to the fourth.

// Value is a single value or a list of texts. The zero Value is "not given" (null).
type Value struct {
	Kind   Kind // 0: not given
	Number number.Decimal
	// Text is a text, a case, a name, or what Kind.Notation writes.
	Text  string
	Bool  bool
	Words []string // of a list
}

// Given reports whether the value was given.
func (v *Value) Given() bool { return v.Kind != 0 }

// String returns the value in the notation of tables of cases, which Read reads.
func (v Value) String() string {
	switch v.Kind {
	case Number:
		return v.Number.String()
	case Boolean:
		return strconv.FormatBool(v.Bool)
	case ListKind:
		return strings.Join(v.Words, ItemSeparator)
	}
	return v.Text
}

// AppendJSON appends the value as JSON: numbers without trailing zeros.
func (v *Value) AppendJSON(dst []byte) []byte {
	switch v.Kind {
	case 0:
		return append(dst, "null"...)
	case Number:
		return v.Number.AppendJSON(dst)
	case Boolean:
		return strconv.AppendBool(dst, v.Bool)
	case ListKind:
		dst = append(dst, '[')
		for i, word := range v.Words {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendString(dst, word)
		}
		return append(dst, ']')
	}
	return AppendString(dst, v.Text)
}

// MarshalJSON is AppendJSON for encoding/json.
func (v Value) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

// AppendString appends a text as JSON. Characters that are not valid Unicode are replaced.
func AppendString[T string | []byte](dst []byte, text T) []byte {
	if !wording.Plain(text) {
		quoted, _ := jsontext.AppendQuote(dst, text)
		return quoted
	}
	return append(append(append(dst, '"'), text...), '"')
}

// Problem is what is wrong with a value; 0 if nothing is.
type Problem uint8

// The problems.
const (
	// WrongKind is a value of another kind, such as a number for a text.
	WrongKind Problem = iota + 1
	WholeNumber
	DecimalPlaces
	Step
	LowerBound
	UpperBound
	// UnknownCase is a text that is not a case.
	UnknownCase
	TooShort
	TooLong
	ControlCharacter
	// WrongForm is a text that a kind's notation does not have.
	WrongForm
	NoSuchDay
	NoSuchTime
)

// Read reads a value that is written as text; the items of a list are separated by semicolons.
// It does not check bounds. The error says what the text should be.
func (t *Type) Read(text string) (v Value, err error) {
	v.Kind = t.Kind
	switch t.Kind {
	case Number:
		v.Number, err = number.Parse(text)
		return v, err
	case Boolean:
		if v.Bool = text == "true" || text == "1"; !v.Bool && text != "false" && text != "0" {
			err = fmt.Errorf("it is true or false, not %q", text)
		}
		return v, err
	case ListKind:
		if v.Words = Items(text); t.Enumerated() == nil {
			err = fmt.Errorf("%q is not %s", text, t.Describe())
		}
	default:
		if v.Text = text; !t.Kind.Written() {
			err = fmt.Errorf("%q is not %s", text, t.Describe())
		}
	}
	if err == nil && !t.names(&v) {
		err = fmt.Errorf("%q: this is not one of the cases", text)
		if form := t.Kind.Notation(); form != nil {
			err = fmt.Errorf("%q is not %s", text, form.Example)
		}
	}
	return v, err
}

// names reports whether the texts of a value are cases of the type, or in its notation.
func (t *Type) names(v *Value) bool {
	switch t.Kind {
	case Enumeration:
		return slices.Contains(t.Cases, v.Text)
	case ListKind:
		return Within(v.Words, t.Choices())
	}
	form := t.Kind.Notation()
	if form == nil {
		return true
	}
	_, is := form.Read(v.Text)
	return is
}

// ReadJSON reads a single value, whose JSON must be sound, and checks it.
func (t *Type) ReadJSON(raw []byte, v *Value) Problem {
	switch kind := jsontext.Value(raw).Kind(); {
	case kind == '0' && t.Kind == Number:
		n, err := number.ParseJSON(raw)
		if err != nil {
			return WrongKind
		}
		if problem := t.CheckNumber(n); problem != 0 {
			return problem
		}
		*v = Value{Kind: Number, Number: n}
		return 0
	case (kind == 't' || kind == 'f') && t.Kind == Boolean:
		*v = Value{Kind: Boolean, Bool: kind == 't'}
		return 0
	case kind == '"' && t.Kind.Written():
		text := raw[1 : len(raw)-1]
		if bytes.IndexByte(text, '\\') >= 0 {
			var err error
			if text, err = jsontext.AppendUnquote(nil, raw); err != nil {
				return WrongKind
			}
		}
		return t.ReadText(text, v)
	}
	return WrongKind
}

// ReadText reads a text of a request, and checks it.
func (t *Type) ReadText(text []byte, v *Value) Problem {
	if form := t.Kind.Notation(); form != nil && form.Judge != nil {
		if problem := form.Judge(text); problem != 0 {
			return problem
		}
	}
	if t.Kind == Enumeration { // its cases need no memory
		at := slices.IndexFunc(t.Cases, func(known string) bool { return known == string(text) })
		if at < 0 {
			return UnknownCase
		}
		*v = Value{Kind: Enumeration, Text: t.Cases[at]}
		return 0
	}
	read := Value{Kind: t.Kind, Text: string(text)}
	problem := t.Check(&read)
	if problem == 0 {
		*v = read
	}
	return problem
}

// AppendWritten appends the JSON of a value that is written as text, as in a flag or a cell: a
// list is JSON, or texts separated by commas. A text that is not of the type's kind becomes a
// string, which ReadJSON refuses with the reason.
func (t *Type) AppendWritten(dst []byte, text string) []byte {
	switch t.Kind {
	case Number:
		if _, err := number.ParseJSON([]byte(text)); err == nil {
			return append(dst, text...)
		}
	case Boolean:
		if text == "true" || text == "false" {
			return append(dst, text...)
		}
	case ListKind:
		if jsontext.Value(text).Kind() == '[' && jsontext.Value(text).IsValid() {
			return append(dst, text...)
		}
		list := Value{Kind: ListKind, Words: strings.FieldsFunc(text, func(r rune) bool { return r == ',' })}
		for i, word := range list.Words {
			list.Words[i] = strings.TrimSpace(word)
		}
		return list.AppendJSON(dst)
	}
	return AppendString(dst, text)
}

// Of returns a Go value as a Value: a bool, an int, a number.Decimal or another type whose
// String method writes a number, a string, or a []string. It does not check bounds.
func (t *Type) Of(sent any) (v Value, ok bool) {
	v.Kind = t.Kind
	switch t.Kind {
	case Boolean:
		v.Bool, ok = sent.(bool)
	case Number:
		switch n := sent.(type) {
		case int:
			v.Number, ok = number.New(int64(n), 0), true
		case fmt.Stringer:
			d, err := number.Parse(n.String())
			v.Number, ok = d, err == nil
		}
	case ListKind:
		v.Words, ok = sent.([]string)
	default:
		v.Text, ok = sent.(string)
	}
	return v, ok
}

// GoTypes names the Go types of which Of takes values.
func (t *Type) GoTypes() string {
	switch t.Kind {
	case Boolean:
		return "bool"
	case Number: // a floating-point number rarely is the decimal number that was written
		return "int, number.Decimal"
	case ListKind:
		if t.Components() != nil {
			return "[]map[string]any"
		}
		return "[]string"
	}
	return "string"
}

// Go returns the value as a Go value that Of takes; nil if it is not given.
func (v *Value) Go() any {
	switch v.Kind {
	case 0:
		return nil
	case Boolean:
		return v.Bool
	case Number:
		return v.Number
	case ListKind:
		return v.Words
	}
	return v.Text
}

// Constant returns the value of a literal expression, such as a default; nil for other
// expressions.
func (t *Type) Constant(n ast.Node) *Value {
	if d, is := WrittenNumber(n); is {
		return &Value{Kind: t.Kind, Number: d}
	}
	switch n := n.(type) {
	case *ast.ConstantNode:
		switch is := n.Value.(type) {
		case bool:
			return &Value{Kind: Boolean, Bool: is}
		case string:
			return &Value{Kind: t.Kind, Text: is}
		}
	case *ast.CallNode: // date("2026-01-31")
		if len(n.Arguments) == 1 && t.Kind.Notation() != nil {
			if text, is := syntax.Literal[string](n.Arguments[0]); is {
				return &Value{Kind: t.Kind, Text: text}
			}
		}
	case *ast.ArrayNode:
		return &Value{Kind: t.Kind}
	}
	return nil
}

// Slot returns a single value as the integer of the machine; intern returns that of a text. It
// is false if the integer does not fit, or the text is not a value.
func (t *Type) Slot(v *Value, intern func(text string) int64) (int64, bool) {
	switch t.Kind {
	case Number:
		return v.Number.Units(t.Decimals)
	case Boolean:
		if v.Bool {
			return 1, true
		}
		return 0, true
	case Enumeration:
		at := slices.Index(t.Cases, v.Text)
		return int64(at), at >= 0
	}
	if form := t.Kind.Notation(); form != nil {
		return form.Read(v.Text)
	}
	return intern(v.Text), true
}

// Choices returns the texts of an enumeration, or of the one that a list is of; of a text
// those known to be accepted.
func (t *Type) Choices() []string {
	if element := t.Enumerated(); element != nil {
		return element.Cases
	}
	return t.Cases
}

// Integer reports whether the values are whole numbers; an amount is none.
func (t *Type) Integer() bool { return t.Kind == Number && t.Decimals == 0 && !t.Unit.Money() }

// Percent reports whether the values are percentages, 30 for 30 %.
func (t *Type) Percent() bool { return t.Unit.Is(percent) }

// Rounds reports whether the value is an amount that may have any decimals and is rounded
// half up to the cent before use.
func (t *Type) Rounds() bool { return t.Kind == Number && t.Unit.Money() && t.MultipleOf == nil }

// MaxPlaces returns the largest number of decimals that a request may have; -1 if any.
func (t *Type) MaxPlaces() int {
	if t.Kind != Number || t.Unit.Money() || t.MultipleOf != nil { // a step limits them
		return -1
	}
	return t.Decimals
}

// Check returns the first bound of the type that a value of its kind exceeds.
func (t *Type) Check(v *Value) Problem {
	switch t.Kind {
	case Number:
		return t.CheckNumber(v.Number)
	case Text, Handle:
		if strings.ContainsFunc(v.Text, unicode.IsControl) {
			return ControlCharacter
		}
		return t.checkLength(utf8.RuneCountInString(v.Text))
	case ListKind:
		if problem := t.checkLength(len(v.Words)); problem != 0 {
			return problem
		}
		if !t.names(v) {
			return UnknownCase
		}
	case Enumeration:
		if !t.names(v) {
			return UnknownCase
		}
	default:
		if form := t.Kind.Notation(); form != nil && (form.Judge == nil && !t.names(v) || form.Judge != nil && form.Judge([]byte(v.Text)) != 0) {
			return WrongForm
		}
	}
	return 0
}

func (t *Type) checkLength(length int) Problem {
	switch {
	case length < t.MinLength:
		return TooShort
	case t.MaxLength > 0 && length > t.MaxLength:
		return TooLong
	}
	return 0
}

// CheckNumber returns the first limit that a number exceeds, as it is sent or once rounded.
func (t *Type) CheckNumber(n number.Decimal) Problem {
	switch most := t.MaxPlaces(); {
	case t.Integer() && !n.IsInteger():
		return WholeNumber
	case most > 0 && n.Places() > most && n.Trim().Places() > most:
		return DecimalPlaces
	case t.MultipleOf != nil && !multiple(n, *t.MultipleOf):
		return Step
	}
	problem := t.CheckBounds(n)
	if problem == 0 && t.Rounds() && n.Places() > CentPlaces {
		return t.CheckBounds(n.Round(CentPlaces, number.HalfUp))
	}
	return problem
}

// CentPlaces are the decimals of an amount.
const CentPlaces = 2

// CheckBounds is like CheckNumber, but checks only the bounds.
func (b *Bounds) CheckBounds(n number.Decimal) Problem {
	if b.Max != nil {
		if order := n.Cmp(*b.Max); order > 0 || b.BelowMax && order == 0 {
			return UpperBound
		}
	}
	if b.Min != nil {
		if order := n.Cmp(*b.Min); order < 0 || b.AboveMin && order == 0 {
			return LowerBound
		}
	}
	return 0
}

func multiple(n, of number.Decimal) bool {
	steps, err := n.Quo(of, 0, number.Down)
	return err == nil && steps.Mul(of).Cmp(n) == 0
}
