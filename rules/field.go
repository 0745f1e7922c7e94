package rules

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// Field describes a profile field of a country for requests, schemas, documentation and
// the web page. All fields are optional; null means "not given".
type Field struct {
	Name string
	// Type has the cases and bounds that any year accepts.
	types.Type
	About Text
	// Label is a short name for forms; it may be empty.
	Label Text
	// DoubtfulBelow is the percentage below which a value is answered with a warning: 0.3 may
	// have been sent for 30 %. 0 for fields without one.
	DoubtfulBelow number.Decimal
	// Kinds are those of the items of a list of components.
	Kinds []ItemKind
	// Required reports that an item must have the field; fields of a profile are optional.
	Required bool
	// Samples are texts that the grammar of the field accepts, at least one of each form.
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
	// Hint is what agents read beside the name; nil for what the label says more.
	Hint *Text
	// Spouses lists the values that two spouses may have together.
	Spouses []syntax.Values
	// Default is the value used when the field is not given, if it is a constant;
	// otherwise DefaultText describes it.
	Default     *types.Value
	DefaultText Text
	// Nullable reports whether leaving the field out differs from any value
	// (`number or null` in the documentation).
	Nullable bool
	// Example is a value for documentation.
	Example *types.Value
}

// ChoiceLabel is a value with its label.
type ChoiceLabel struct {
	Value string
	Label Text
}

// Value is a profile value as sent or as applied. The zero Value is "not given" (null).
type Value struct {
	types.Value
	Items []Item // of a list of components
}

// String returns the value as messages show it.
func (v Value) String() string {
	if len(v.Items) == 0 {
		return v.Value.String()
	}
	return strings.Join(diagnostic.Names(v.Items, Item.String), types.ItemSeparator)
}

// AppendJSON appends the value as JSON. Items have their kind, and not what is not given.
func (v *Value) AppendJSON(dst []byte) []byte {
	if len(v.Items) == 0 {
		return v.Value.AppendJSON(dst)
	}
	dst = append(dst, '[')
	for i := range v.Items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = v.Items[i].appendJSON(dst)
	}
	return append(dst, ']')
}

// MarshalJSON is AppendJSON for encoding/json.
func (v Value) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil), nil }

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
		f.setChoices(slices.DeleteFunc(slices.Clone(f.Choices()), func(word string) bool {
			return slices.ContainsFunc(d.Choices, func(c syntax.Choice) bool { return c.Value == word && !c.In(y.number) })
		}))
		fields = append(fields, yearField{f, d.Range})
	}
	return fields
}

// setChoices sets what Choices returns.
func (f *Field) setChoices(words []string) {
	if f.Enumerated() == nil {
		f.Cases = words
		return
	}
	element := *f.Element
	element.Cases = words
	f.Element = &element
}

// FieldOf describes an input as a field of a request.
func FieldOf(in *types.Input) Field {
	d := in.Declaration
	f := Field{
		Name: in.Name, Type: *in.Type, About: textOf(d.About), Label: textOf(d.Label), DefaultText: textOf(d.DefaultText), AskedWith: d.AskedWith, AlsoCalled: d.AlsoCalled,
		ValuesCalled: d.ValuesCalled, Spouses: d.Spouses, DoubtfulBelow: d.DoubtfulBelow, Nullable: in.Type.Optional,
	}
	if d.Hint != nil {
		hint := textOf(d.Hint)
		f.Hint = &hint
	}
	labelled := &f.Type
	switch f.Kind {
	case types.Handle: // a name, whatever number it has in a run
		f.Kind = types.Text
	case types.Enumeration:
		if len(d.OneOf) > 0 {
			f.Cases = d.OneOf
		}
	case types.Text:
		f.Cases = f.Grammar.Words()
		if f.Cases == nil {
			f.Cases = diagnostic.Names(d.Choices, func(c syntax.Choice) string { return c.Value })
		}
		if f.Grammar != nil {
			f.Samples = f.Grammar.Samples()
		}
	case types.ListKind:
		if labelled = f.Element; f.Enumerated() != nil && f.MaxLength == 0 {
			f.MaxLength = len(labelled.Cases)
		}
	}
	if d.Default != nil {
		f.Default = f.Constant(d.Default.Tree)
		f.Nullable = f.Default == nil
	}
	for _, word := range f.Choices() {
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
		if v, err := f.Read(d.Example); err == nil {
			f.Example = &v
		}
	}
	return f
}

func textOf(t *syntax.Text) Text {
	if t == nil {
		return Text{}
	}
	return wording.Map(*t, func(_ Language, one *syntax.Template) string { return one.Plain() })
}

// accepts reports whether a value of the field's kind is within its bounds.
func (f *Field) accepts(v *Value) bool {
	if f.Kinds != nil {
		length := len(v.Items)
		return length >= f.MinLength && (f.MaxLength == 0 || length <= f.MaxLength) && !slices.ContainsFunc(v.Items, func(item Item) bool { return !f.acceptsItem(item) })
	}
	return f.Check(&v.Value) == 0
}

// misfit returns the part of a value that the field does not accept: for a list the
// first unknown item with its index, otherwise the whole value with -1.
func (f *Field) misfit(v *Value) (wrong string, item int) {
	if item = slices.IndexFunc(v.Words, func(word string) bool { return !slices.Contains(f.Choices(), word) }); item < 0 {
		return v.String(), -1
	}
	return v.Words[item], item
}
