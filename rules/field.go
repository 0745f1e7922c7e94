package rules

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// Kind is the JSON type of a field or value.
type Kind uint8

// The kinds. The zero Kind is invalid. Object and LocalTime occur in requests of the
// service, but not in profiles.
const (
	// Integer is a whole number; 2026.0 is one too.
	Integer Kind = iota + 1
	// Number is an exact decimal number.
	Number
	// Boolean is true or false.
	Boolean
	// List is a list of texts of Field.Choices.
	List
	// Object has named properties and accepts no others.
	Object
	// Array is a list of objects; in a profile, of Field.Kinds.
	Array
	// Choice is one text of Field.Choices; any other is a schema failure. This kind and
	// those below are texts.
	Choice
	// String is a text with length bounds whose content the rules check.
	String
	// Date is a calendar day, YYYY-MM-DD.
	Date
	// LocalTime is a wall-clock time, YYYY-MM-DDTHH:MM[:SS], or one with its offset
	// from UTC, YYYY-MM-DDTHH:MM(Z|±HH:MM).
	LocalTime
)

// Unbounded is a length, a size or a number of decimals without limit.
const Unbounded = -1

// Field describes a profile field of a country for requests, schemas, documentation and
// the web page. All fields are optional; null means "not given".
type Field struct {
	Name  string
	Kind  Kind
	About Text
	// Label is a short name for forms; it may be empty.
	Label Text
	types.Bounds
	// MaxPlaces is the largest number of decimals. Unbounded means that any number is
	// accepted and rounded half up to the cent before use.
	MaxPlaces int
	// DoubtfulBelow is the percentage below which a value is answered with a warning: 0.3 may
	// have been sent for 30 %. 0 for fields without one.
	DoubtfulBelow number.Decimal
	// Percent reports whether the number is a percentage, 30 for 30 %.
	Percent bool
	// Choices lists the texts of a Choice or List. For a String it lists the texts that the
	// rules accept, if known, for documentation: others are not a schema failure.
	Choices []string
	// Kinds are those of the items of an Array.
	Kinds []ItemKind
	// Required reports that an item must have the field; fields of a profile are optional.
	Required bool
	// Samples are texts of a String that its grammar accepts, at least one of each form.
	Samples []string
	// ChoiceLabels explains values in forms, as far as the rules label them.
	ChoiceLabels []ChoiceLabel
	// AskedWith lists the values of other fields with which a form shows this one: all those
	// of one of its groups. A field without values counts with any that is given.
	AskedWith [][]syntax.Values
	// AlsoCalled lists other names that people give it, in any language, and ValuesCalled
	// those of its values.
	AlsoCalled   []string
	ValuesCalled []syntax.Values
	// Spouses lists the values that two spouses may have together.
	Spouses []syntax.Values
	// MinLength and MaxLength bound a String in characters and a List in items. They may
	// be Unbounded, except the MaxLength of a List.
	MinLength, MaxLength int
	// Unique reports whether the rules refuse a List with a repeated text.
	Unique bool
	// Default is the value used when the field is not given, if it is a constant;
	// otherwise DefaultText describes it.
	Default     *Value
	DefaultText Text
	// Nullable reports whether leaving the field out differs from any value
	// (`number or null` in the documentation).
	Nullable bool
	// Example is a value for documentation.
	Example *Value
}

// ChoiceLabel is a value with its label.
type ChoiceLabel struct {
	Value string
	Label Text
}

// Value is a profile value as sent or as applied. The zero Value is "not given" (null).
type Value struct {
	Kind   Kind // 0: not given
	Number number.Decimal
	Text   string
	Bool   bool
	Words  []string // of a List
	Items  []Item   // of an Array
}

// Given reports whether the value was given.
func (v *Value) Given() bool { return v.Kind != 0 }

// String returns the value as messages show it.
func (v Value) String() string {
	switch v.Kind {
	case Boolean:
		return strconv.FormatBool(v.Bool)
	case Integer, Number:
		return v.Number.String()
	case List:
		return strings.Join(v.Words, types.ItemSeparator)
	case Array:
		items := make([]string, len(v.Items))
		for i, item := range v.Items {
			items[i] = item.String()
		}
		return strings.Join(items, types.ItemSeparator)
	}
	return v.Text
}

// yearField is a field as one year has it.
type yearField struct {
	field Field
	at    diagnostic.Range
}

// fields describes the profile fields of the year's net program that exist in the year.
func (y *year) fields() []yearField {
	var fields []yearField
	for _, in := range y.program.Inputs {
		d := in.Declaration
		if isPayment(in) || !d.In(y.number) {
			continue
		}
		f := FieldOf(in)
		if list := in.Type.Components(); list != nil {
			f.Kinds = y.itemKinds(list)
			y.components = &f
		}
		f.Choices = slices.DeleteFunc(slices.Clone(f.Choices), func(word string) bool {
			return slices.ContainsFunc(d.Choices, func(c syntax.Choice) bool { return c.Value == word && !c.In(y.number) })
		})
		fields = append(fields, yearField{f, d.Range})
	}
	return fields
}

// FieldOf describes an input as a field of a request.
func FieldOf(in *types.Input) Field {
	d, t := in.Declaration, in.Type
	f := Field{
		Name: in.Name, Kind: kindOf(t), About: textOf(d.About), Label: textOf(d.Label), DefaultText: textOf(d.DefaultText), AskedWith: d.AskedWith, AlsoCalled: d.AlsoCalled,
		ValuesCalled: d.ValuesCalled, Spouses: d.Spouses, DoubtfulBelow: d.DoubtfulBelow, Percent: t.Unit.String() == percentUnit,
		MaxPlaces: -1, MinLength: d.MinLength, MaxLength: d.MaxLength, Nullable: t.Optional, Bounds: t.Bounds,
	}
	labelled := t
	switch f.Kind {
	case Number:
		// Amounts are rounded; a step already limits the decimals.
		if !t.Unit.Money() && f.MultipleOf == nil {
			f.MaxPlaces = t.Decimals
		}
	case Choice:
		f.Choices = t.Cases
		if len(d.OneOf) > 0 {
			f.Choices = d.OneOf
		}
	case String:
		f.Choices = t.Grammar.Words()
		if f.Choices == nil {
			f.Choices = diagnostic.Names(d.Choices, func(c syntax.Choice) string { return c.Value })
		}
		if t.Grammar != nil {
			f.Samples = t.Grammar.Samples()
		}
	case List:
		labelled = t.Element
		f.Choices, f.Unique = labelled.Cases, d.Unique
		if f.MaxLength < 0 {
			f.MaxLength = len(f.Choices)
		}
	}
	if d.Default != nil {
		f.Default = constantOf(d.Default.Tree, f.Kind)
		f.Nullable = f.Default == nil
	}
	for _, word := range f.Choices {
		if label := labelled.Label(word); label != nil && d.Choices == nil {
			f.ChoiceLabels = append(f.ChoiceLabels, ChoiceLabel{Value: word, Label: textOf(label)})
		}
	}
	for _, choice := range d.Choices {
		if choice.Label == nil {
			continue
		}
		f.ChoiceLabels = append(f.ChoiceLabels, ChoiceLabel{Value: choice.Value, Label: textOf(choice.Label)})
	}
	if d.Example != "" {
		if v, err := ParseValue(d.Example, f.Kind); err == nil {
			f.Example = &v
		}
	}
	return f
}

// ParseValue parses the text of a value of a kind; the items of a list are separated by
// semicolons. It does not check what a field accepts.
func ParseValue(text string, kind Kind) (Value, error) {
	v := Value{Kind: kind}
	var err error
	switch kind {
	case Integer, Number:
		v.Number, err = number.Parse(text)
	case Boolean:
		v.Bool = text == "true"
	case List:
		v.Words = types.Items(text)
	default:
		v.Text = text
	}
	return v, err
}

// constantOf returns the value of a literal; nil for other expressions.
func constantOf(n ast.Node, kind Kind) *Value {
	if d, is := types.WrittenNumber(n); is {
		return &Value{Kind: kind, Number: d}
	}
	switch n := n.(type) {
	case *ast.ConstantNode:
		switch is := n.Value.(type) {
		case bool:
			return &Value{Kind: Boolean, Bool: is}
		case string:
			return &Value{Kind: kind, Text: is}
		}
	case *ast.CallNode: // date("2026-01-31")
		if len(n.Arguments) == 1 && kind == Date {
			if text, is := syntax.Literal[string](n.Arguments[0]); is {
				return &Value{Kind: kind, Text: text}
			}
		}
	case *ast.ArrayNode:
		return &Value{Kind: kind}
	}
	return nil
}

func textOf(t *syntax.Text) Text {
	if t == nil {
		return Text{}
	}
	return wording.Map(*t, func(_ Language, one *syntax.Template) string { return one.Plain() })
}

// accepts reports whether a value of the field's kind is within its bounds.
func (f *Field) accepts(v Value) bool {
	switch f.Kind {
	case Integer, Number:
		return f.Breaks(v.Number) == 0
	case Choice:
		return slices.Contains(f.Choices, v.Text)
	case Date:
		_, is := number.ParseDate(v.Text)
		return is
	case String:
		return f.acceptsLength(utf8.RuneCountInString(v.Text))
	case Array:
		return f.acceptsLength(len(v.Items)) && !slices.ContainsFunc(v.Items, func(item Item) bool { return !f.acceptsItem(item) })
	case List:
		return f.acceptsLength(len(v.Words)) && !slices.ContainsFunc(v.Words, f.lacks)
	}
	return true
}

func (f *Field) acceptsLength(length int) bool {
	return (f.MinLength < 0 || length >= f.MinLength) && (f.MaxLength < 0 || length <= f.MaxLength)
}

func (f *Field) lacks(word string) bool { return !slices.Contains(f.Choices, word) }

// misfit returns the part of a value that the field does not accept: for a list the
// first unknown item with its index, otherwise the whole value with -1.
func (f *Field) misfit(v Value) (wrong Value, item int) {
	if item = slices.IndexFunc(v.Words, f.lacks); item < 0 {
		return v, -1
	}
	return Value{Kind: List, Words: v.Words[item : item+1]}, item
}

// Limit is a limit of a field that a number can exceed.
type Limit uint8

// The limits; 0 is no limit.
const (
	WholeNumber Limit = iota + 1
	DecimalPlaces
	Step
	LowerBound
	UpperBound
)

// Breaks returns the first limit of the field that a number exceeds, 0 if none.
func (f *Field) Breaks(n number.Decimal) Limit {
	switch {
	case f.Kind == Integer && !n.IsInteger():
		return WholeNumber
	case f.Kind == Number && f.MaxPlaces >= 0 && n.Places() > f.MaxPlaces && n.Trim().Places() > f.MaxPlaces:
		return DecimalPlaces
	case f.Kind == Number && f.MultipleOf != nil && !multiple(n, *f.MultipleOf):
		return Step
	}
	return f.BreaksBound(n)
}

// BreaksBound is like Breaks, but checks only the bounds.
func (f *Field) BreaksBound(n number.Decimal) Limit {
	if f.Max != nil {
		if order := n.Cmp(*f.Max); order > 0 || f.BelowMax && order == 0 {
			return UpperBound
		}
	}
	if f.Min != nil {
		if order := n.Cmp(*f.Min); order < 0 || f.AboveMin && order == 0 {
			return LowerBound
		}
	}
	return 0
}

func multiple(n, of number.Decimal) bool {
	steps, err := n.Quo(of, 0, number.Down)
	return err == nil && steps.Mul(of).Cmp(n) == 0
}
