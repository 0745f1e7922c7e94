package types

import (
	"maps"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Type is the type of an input, an output or a field of a record.
type Type struct {
	Kind     Kind
	Optional bool
	// Unit and Decimals describe a number; Decimals is -1 if the program determines
	// it. A Fraction has any denominator.
	Unit     Unit
	Decimals int
	Fraction bool
	Bounds   // of a number
	// MinLength and MaxLength bound a text in characters and a list in items; 0 if open.
	MinLength, MaxLength int
	// Unique rejects lists with duplicates.
	Unique bool
	// Cases are the texts of an enumeration; of a text those known to be accepted, if they
	// are known. Name is the name of an enumeration.
	Cases []string
	Name  string

	Record  *record
	Element *Type // of a list
	By      *Type // the enumeration of a number by case
	Grammar *Grammar
	labels  []*syntax.Text // of the cases; nil if there are none
}

// Label returns the label of a case; nil if there is none.
func (t *Type) Label(word string) *syntax.Text {
	if at := slices.Index(t.Cases, word); at >= 0 && t.labels != nil {
		return t.labels[at]
	}
	return nil
}

// Enumerated returns the enumeration of a list of cases; nil for other types.
func (t *Type) Enumerated() *Type {
	if t.Kind != ListKind || t.Element == nil || t.Element.Kind != Enumeration {
		return nil
	}
	return t.Element
}

// Components returns the declaration of a list of components; nil for other types.
func (t *Type) Components() *syntax.Components {
	if t.Kind != ListKind || t.Element.Record == nil {
		return nil
	}
	return t.Element.Record.declaration.Components
}

// HoldsLike reports whether two list types have the same element type.
func (t *Type) HoldsLike(other *Type) bool {
	a, b := t.Element, other.Element
	return a.Kind == b.Kind && a.Record == b.Record && a.Name == b.Name && a.Decimals == b.Decimals && slices.Equal(a.Cases, b.Cases)
}

type record struct {
	name        string
	declaration *syntax.Record
	Fields      []Field
	Size        int
}

// Field returns the field with a name; nil if there is none.
func (r *record) Field(name string) *Field {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return &r.Fields[i]
		}
	}
	return nil
}

// Slots returns the number of integers of a value that is present.
func (t *Type) Slots() int {
	switch {
	case t.Grammar != nil:
		return 2 + 2*len(t.Grammar.Parts)
	case t.Kind == ListKind:
		return 2
	case t.By != nil:
		return len(t.By.Cases)
	}
	return 1
}

// Places returns the number of integers that a field of the type takes in a record.
func (t *Type) Places() int {
	if t.Optional {
		return t.Slots() + 1
	}
	return t.Slots()
}

// Describe returns the type as a noun phrase for messages.
func (t *Type) Describe() string {
	switch {
	case t.Kind == Enumeration:
		return "one of " + strings.Join(t.Cases, ", ")
	case t.By != nil:
		return "a table of numbers"
	case t.Kind == Number && len(t.Unit.factors) > 0:
		return "a number in " + t.Unit.String()
	case t.Kind == RecordKind:
		return "a record " + t.Record.name
	case t.Kind == ListKind && t.Element.Kind == RecordKind:
		return "a list of records " + t.Element.Record.name
	case t.Enumerated() != nil:
		return "a list of " + t.Element.Name
	case t.Kind == Handle:
		return "a " + t.Name
	}
	return t.Kind.String()
}

// resolve returns the type of a declaration; nil after an error. Variables that share a
// description have one type.
func (m *Module) resolve(v *syntax.Variable) *Type {
	t, known := m.resolved[v.Description]
	if !known {
		t = m.typeOf(v)
		m.resolved[v.Description] = t
	}
	return t
}

func (m *Module) typeOf(v *syntax.Variable) *Type {
	t := m.named(v.Type, v.TypeRange)
	if t == nil {
		return nil
	}
	typ := *t
	typ.Optional = v.Optional
	if typ.Optional && (t.Kind == ListKind || t.Kind == RecordKind || t.Kind == BandsKind || t.By != nil) {
		m.list.Fail(v.TypeRange, "wrong-type", v.Name+" is "+t.Describe()+", which cannot be optional", "A list may be empty.")
		return nil
	}
	if v.Unit != "" && t.Kind != Number {
		m.list.Fail(v.Range, "wrong-type", v.Name+" is "+t.Describe()+", which has no unit", "Units are for numbers.")
		return nil
	}
	if v.Unit != "" {
		unit, ok := m.unitOf(v.UnitRange, v.Unit)
		if !ok {
			return nil
		}
		typ.Unit = unit
		if v.Type == "" && v.Decimals < 0 {
			typ.Decimals = unit.decimals()
		}
	}
	if v.Decimals >= 0 {
		typ.Decimals = v.Decimals
	}
	typ.Bounds = m.readBounds(v, &typ)
	typ.MinLength, typ.MaxLength, typ.Unique = max(v.MinLength, 0), max(v.MaxLength, 0), v.Unique
	if v.Grammar != "" {
		g := m.Grammars[v.Grammar]
		if g == nil {
			m.unknown(v.GrammarRange, "grammar", v.Grammar, slices.Sorted(maps.Keys(m.Grammars)))
			return nil
		}
		if t.Kind != Text {
			m.list.Fail(v.GrammarRange, "wrong-type", v.Name+" is "+t.Describe()+", and a grammar reads only texts", "Write type: text.")
			return nil
		}
		typ.Grammar = g
	}
	return &typ
}

// maxTypeWord bounds the length of nested types such as list of list of.
const maxTypeWord = 200

// named returns the type with a name: a basic type, a unit, or a declared name.
func (m *Module) named(word string, at diagnostic.Range) *Type {
	if len(word) > maxTypeWord {
		m.list.Fail(at, "wrong-shape", "this type name is too long", "Declare its inner type as a record (records:), and name that.")
		return nil
	}
	if basic, ok := basicTypes[word]; ok {
		return &basic
	}
	if element, ok := strings.CutPrefix(word, "list of "); ok {
		t := m.named(strings.TrimSpace(element), at)
		if t == nil {
			return nil
		}
		if t.Kind == BandsKind || t.Fraction || t.Kind == Number && t.Decimals < 0 {
			m.list.Fail(at, "wrong-type", "a list cannot be of "+t.Describe(), "Its elements are records, texts, cases, dates or numbers with known decimals, such as integer or EUR.")
			return nil
		}
		return &Type{Kind: ListKind, Element: t}
	}
	if number, enumeration, ok := strings.Cut(word, " by "); ok {
		n, e := m.named(number, at), m.named(enumeration, at)
		if n == nil || e == nil {
			return nil
		}
		if n.Kind != Number || n.Fraction || n.By != nil || e.Kind != Enumeration {
			m.list.Fail(at, "wrong-type", "`by` must be between a number and an enumeration", "Write EUR by meal.")
			return nil
		}
		typ := *n
		typ.By = e
		return &typ
	}
	if t := m.Types[word]; t != nil {
		return t
	}
	if v := m.numbers[word]; v != nil {
		delete(m.numbers, word) // while it is resolved: it cannot name itself
		defer func() { m.numbers[word] = v }()
		return m.resolve(v)
	}
	if r := m.records[word]; r != nil {
		return &Type{Kind: RecordKind, Record: r}
	}
	if _, err := m.units.parse(word); err == nil {
		unit, ok := m.unitOf(at, word)
		if !ok {
			return nil
		}
		return &Type{Kind: Number, Unit: unit, Decimals: unit.decimals()}
	}
	m.unknown(at, "type or unit", word, slices.Concat(basicWords, slices.Sorted(maps.Keys(m.Types)), slices.Sorted(maps.Keys(m.numbers)), slices.Sorted(maps.Keys(m.records))))
	return nil
}

// Amount is the type of an amount in the currency of the question.
var Amount = Type{Kind: Number, Unit: Unit{factors: []factor{{anyCurrency, 1, true}}}, Decimals: CentPlaces}

// basicTypes are the predeclared types. The default is a number.
var basicTypes = map[string]Type{
	"":         {Kind: Number, Decimals: -1},
	"number":   {Kind: Number, Decimals: -1},
	"integer":  {Kind: Number},
	"fraction": {Kind: Number, Decimals: -1, Fraction: true},
}

// basicWords are the names of the basic types, and handle.
var basicWords = []string{"number", "integer", "fraction"}

func init() {
	for kind, of := range kinds {
		if of.word == "" {
			continue
		}
		if basicWords = append(basicWords, of.word); Kind(kind) != Handle {
			basicTypes[of.word] = Type{Kind: Kind(kind)}
		}
	}
}

// builtIn reports whether a name is a basic type or a currency. Units of time may be
// names of types, such as a record day.
func builtIn(word string) bool { return isCurrency(word) || slices.Contains(basicWords, word) }
