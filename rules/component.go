package rules

import (
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/host"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// ItemKind is a kind of the items of a list of components. Items are told apart by the
// text of their field ItemType.
type ItemKind struct {
	Name         string
	Label, About Text
	// AlsoCalled lists other names that people give it, in any language.
	AlsoCalled []string
	// Fields are the other fields of an item of the kind.
	Fields []Field
	// Shown names what an answer shows of an item: Fields, and what was derived from them.
	Shown []string
}

// ItemType is the field of an item that names its kind.
const ItemType = syntax.ComponentType

// Item is an item of a list of components.
type Item struct {
	Kind *ItemKind
	// Values are those of the kind's Fields, in their order; in an answer those of Shown.
	Values []Value
}

// String returns the kind with the fields that are given, as messages show it.
func (i Item) String() string {
	text := i.Kind.Name
	for k, v := range i.Values {
		if v.Given() {
			text += " " + i.Kind.Shown[k] + "=" + v.String()
		}
	}
	return text
}

func (i *Item) appendJSON(dst []byte) []byte {
	dst = types.AppendString(append(dst, `{"`+ItemType+`":`...), i.Kind.Name)
	for k := range i.Values {
		if i.Values[k].Given() {
			dst = append(append(append(dst, `,"`...), i.Kind.Shown[k]...), `":`...)
			dst = i.Values[k].AppendJSON(dst)
		}
	}
	return append(dst, '}')
}

// KindNamed returns a kind of the items of the field; nil if it has none with the name.
func (f *Field) KindNamed(name string) *ItemKind {
	at := slices.IndexFunc(f.Kinds, func(k ItemKind) bool { return k.Name == name })
	if at < 0 {
		return nil
	}
	return &f.Kinds[at]
}

// itemKinds describes the kinds of a list of components.
func (y *year) itemKinds(list *syntax.Components) []ItemKind {
	var kinds []ItemKind
	for _, k := range list.Kinds {
		kind := ItemKind{Name: k.Name, Label: textOf(k.Label), About: textOf(k.About), AlsoCalled: k.AlsoCalled}
		program, _ := y.module.Program(k.Program)
		for _, declared := range list.FieldsOf(k) {
			in := program.Input(declared.Name)
			field := FieldOf(in)
			field.Required = !in.Type.Optional && declared.Default == nil
			kind.Fields = append(kind.Fields, field)
		}
		kind.Shown = diagnostic.Names(kind.Fields, func(f Field) string { return f.Name })
		for _, shown := range k.Shows {
			if !slices.Contains(kind.Shown, shown.Name) {
				kind.Shown = append(kind.Shown, shown.Name)
			}
		}
		kinds = append(kinds, kind)
	}
	return kinds
}

// itemOf converts a map of Go values to an item.
func (f *Field) itemOf(sent map[string]any) (item Item, ok bool) {
	name, _ := sent[ItemType].(string)
	kind := f.KindNamed(name)
	if kind == nil {
		return item, false
	}
	item = Item{Kind: kind, Values: make([]Value, len(kind.Fields))}
	for name, value := range sent {
		at := slices.IndexFunc(kind.Fields, func(own Field) bool { return own.Name == name })
		switch {
		case name == ItemType || value == nil:
			continue
		case at < 0:
			return item, false
		}
		if item.Values[at], ok = valueOf(value, &kind.Fields[at]); !ok {
			return item, false
		}
	}
	return item, true
}

// acceptsItem reports whether an item has a kind of the field and values that it accepts.
func (f *Field) acceptsItem(item Item) bool {
	kind := f.KindNamed(item.Kind.Name)
	if kind == nil || len(item.Values) != len(kind.Fields) {
		return false
	}
	for i, v := range item.Values {
		if !v.Given() && kind.Fields[i].Required || v.Given() && !kind.Fields[i].accepts(&v) {
			return false
		}
	}
	return true
}

// itemOf is an item with its place in its list.
type itemOf struct {
	*Item
	place int
}

func itemsOf(list []Item) []itemOf {
	items := make([]itemOf, len(list))
	for i := range list {
		items[i] = itemOf{&list[i], i}
	}
	return items
}

// itemRecord is an item of a list of components for rules.
var itemRecord = host.Record[itemOf]{
	Fields: map[string]host.Field[itemOf]{
		syntax.ComponentType:  host.Case(func(i itemOf) string { return i.Kind.Name }),
		syntax.ComponentPlace: host.Integer(types.Number, func(i itemOf) int { return i.place }),
	},
	Other: func(*types.Field) (host.Field[itemOf], bool) { return host.Own(bindItemField), true },
}

func bindItemField(_ *host.Check, f *types.Field) host.Put[itemOf] {
	return func(r *run.Run, item itemOf, to []int64) (given bool, err error) {
		at := slices.IndexFunc(item.Kind.Fields, func(own Field) bool { return own.Name == f.Name })
		if at < 0 || !item.Values[at].Given() {
			return false, nil
		}
		v := item.Values[at].Value
		if v.Kind == types.Number {
			v.Number = v.Number.Round(f.Type.Decimals, number.HalfUp)
		}
		if to[0], given = f.Type.Slot(&v, r.Intern); !given {
			return false, run.ErrUnknownCase
		}
		return true, nil
	}
}

// items adds the components of a run, with their defaults, to the applied profile.
func (y *year) items(out run.Outcome, r *Result, language Language) {
	var list []Item
	for item := range out.Items {
		kind := y.components.KindNamed(item.Kind())
		applied := Item{Kind: kind, Values: make([]Value, len(kind.Shown))}
		for i := range applied.Values {
			applied.Values[i].Value = item.Value(i).Plain(language)
		}
		list = append(list, applied)
	}
	if len(list) > 0 {
		r.Profile = append(r.Profile, Applied{y.components.Name, Value{types.Value{Kind: types.ListKind}, list}})
	}
}
