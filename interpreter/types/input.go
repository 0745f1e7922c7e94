package types

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
)

// Input is an input of a program.
type Input struct {
	Name        string
	Declaration *syntax.Variable
	Type        *Type
	// Slot is the first machine input. Flag is the one that is 1 if the input was
	// given, -1 for a required input.
	Slot, Flag int
}

// Output is an output of a program.
type Output struct {
	Name        string
	Declaration *syntax.Variable
	Type        *Type
}

// layInputs resolves the inputs and outputs of a program and allocates machine inputs.
func (m *Module) layInputs(p *Program) {
	whole, wrong := p.Declaration.Under(m.Variables)
	p.Declaration = whole
	m.list.Extend(wrong)
	declared := []*syntax.Variable{}
	for _, d := range whole.Inputs {
		group, ok := m.Groups[d.Name]
		switch {
		case !d.Named:
			declared = append(declared, d)
		case ok:
			declared = append(declared, group...)
		case len(m.Variables) == 0:
			m.unknown(d.Range, "group of inputs", d.Name, slices.Sorted(maps.Keys(m.Groups)))
		default:
			m.unknown(d.Range, "variable or group of inputs", d.Name, slices.Concat(m.described(), slices.Collect(maps.Keys(m.Groups))))
		}
	}
	slot := 0
	for _, d := range declared {
		t := m.resolve(d)
		if t == nil {
			continue
		}
		d := m.settled(d, t, whole.Inputs)
		if p.Input(d.Name) != nil {
			m.twice(d.Range, "input "+d.Name, p.Input(d.Name).Declaration.Range)
			continue
		}
		if t.Kind == Number && t.Decimals < 0 && !t.Fraction {
			m.list.Fail(d.Range, "missing-decimals", "input "+d.Name+" has no decimals", "Add decimals: 2, or a unit that implies them.")
			continue
		}
		if t.By != nil {
			m.list.Fail(d.TypeRange, "wrong-type", "input "+d.Name+" must be one number", "Numbers by case belong in records and parameters.")
			continue
		}
		m.checkInput(d, t)
		in := &Input{Name: d.Name, Declaration: d, Type: t, Slot: slot, Flag: -1}
		slot += t.Slots()
		if t.Optional || d.Default != nil {
			in.Flag = slot
			slot++
		}
		p.Inputs = append(p.Inputs, in)
	}
	p.Slots = slot
	if len(p.Inputs) == len(declared) { // otherwise those left out would be unknown
		for _, in := range p.Inputs {
			m.checkAskedWith(p, in)
		}
	}
	for _, d := range whole.Outputs {
		if d.Named {
			m.unknown(d.Range, "variable", d.Name, append(m.described(), diagnostic.Names(whole.State, func(v *syntax.Variable) string { return v.Name })...))
		} else if t := m.resolve(d); t != nil && m.answerable(d, t) {
			p.Outputs = append(p.Outputs, &Output{d.Name, d, t})
		}
	}
	m.layState(p)
}

// settled returns a variable with the default that its type requires, and puts it in its
// place in a list of declarations.
func (m *Module) settled(d *syntax.Variable, t *Type, in []*syntax.Variable) *syntax.Variable {
	settled, wrong := d.Settled(t.Kind == Text || t.Kind == Enumeration || t.Kind == Handle)
	m.list.Extend(wrong)
	if at := slices.Index(in, d); at >= 0 {
		in[at] = settled
	}
	return settled
}

// Stated returns the program of a check, which is not part of the module.
func (m *Module) Stated(declared *syntax.Program) (*Program, diagnostic.List) {
	p := &Program{Declaration: declared}
	found := len(m.list)
	m.layInputs(p)
	return p, m.list[found:]
}

// answerable reports outputs that are neither a single value nor a list of cases.
func (m *Module) answerable(d *syntax.Variable, t *Type) bool {
	switch {
	case t.Kind == ListKind && t.Enumerated() == nil || t.Kind == RecordKind || t.Kind == BandsKind || t.By != nil:
		m.list.Fail(d.TypeRange, "wrong-type", "an output is a single value or a list of cases, not "+t.Describe(), "Put its parts into outputs of their own, or out a number such as its count.")
	case t.Grammar != nil:
		m.list.Fail(d.GrammarRange, "wrong-type", "only an input is read by a grammar", "Remove grammar, and name the type.")
	default:
		return true
	}
	return false
}

// layState resolves the state variables and reports duplicate names of a program.
func (m *Module) layState(p *Program) {
	taken := map[string]string{}
	for _, in := range p.Inputs {
		taken[in.Name] = "an input"
	}
	claim := func(name, as string, at diagnostic.Range) bool {
		if other := taken[name]; other != "" {
			m.list.Fail(at, "duplicate-name", name+" is "+other+" already", "Choose another name.")
			return false
		}
		taken[name] = as
		return true
	}
	p.State = map[string]*Type{}
	for _, v := range p.Declaration.State {
		if v.Named {
			m.unknown(v.Range, "variable", v.Name, m.described())
			continue
		}
		t := m.resolve(v)
		if t == nil || !claim(v.Name, "a state variable", v.Range) {
			continue
		}
		if t.Fraction || t.Kind == ListKind || t.Kind == RecordKind || t.Kind == BandsKind || t.Kind == Handle || t.Grammar != nil || t.By != nil {
			m.list.Fail(v.TypeRange, "wrong-type", "a state variable cannot be "+t.Describe(), "It is a number, a boolean, a text, a case or a date.")
			continue
		}
		p.State[v.Name] = t
		m.settled(v, t, p.Declaration.State)
	}
	for _, t := range p.Declaration.Tables {
		claim(t.Name, "a table", t.Range)
	}
}

// checkInput reports contradictions within a declaration.
func (m *Module) checkInput(d *syntax.Variable, t *Type) {
	if d.Default != nil && d.Optional {
		m.list.Fail(d.Range, "contradiction", "input "+d.Name+" has a default and is optional", "Remove one of them: an input with a default always has a value.")
	}
	if d.Years != (syntax.Years{}) && d.Default == nil && !d.Optional {
		m.list.Fail(d.Range, "contradiction", "input "+d.Name+" is not available in every year and has no default", "Add a default, or optional: true.")
	}
	if (d.MinLength >= 0 || d.MaxLength >= 0) && t.Kind != Text && t.Kind != ListKind {
		m.list.Fail(d.Range, "wrong-type", d.Name+" is "+t.Describe()+", which has no length", "min and max bound a number.")
	}
	if d.Unique && t.Enumerated() == nil {
		m.list.Fail(d.Range, "wrong-type", "unique is for lists of an enumeration, and "+d.Name+" is "+t.Describe(), "Remove unique, or write type: list of and the name of an enumeration.")
	}
	if len(d.OneOf) > 0 && t.Kind != Enumeration {
		m.list.Fail(d.Range, "wrong-type", "one_of is for enumerations, and "+d.Name+" is "+t.Describe(), "Remove one_of, or name an enumeration as its type; min and max bound a number.")
	}
	for _, word := range d.OneOf {
		if t.Kind == Enumeration && !slices.Contains(t.Cases, word) {
			m.unknown(d.Range, "case of "+t.Name, word, t.Cases)
		}
	}
	for _, choice := range d.Choices {
		m.checkValues(choice.Range, []string{choice.Value}, d.Name, t, "choices labels the values of the input.")
	}
	for _, of := range d.ValuesCalled {
		m.checkValues(of.Range, []string{of.Name}, d.Name, t, "values_called names values of the input.")
	}
	for _, of := range d.Spouses {
		m.checkValues(of.Range, append([]string{of.Name}, of.Values...), d.Name, t, "spouses pairs values of the input.")
	}
	if d.DoubtfulBelow.Sign() > 0 && t.Unit.String() != "percent" {
		m.list.Fail(d.DoubtfulBelowRange, "wrong-type", "doubtful_below is for percentages, and "+d.Name+" is "+t.Describe(), "Remove doubtful_below, or write unit: percent.")
	}
	if d.Example != "" && !fits(t, d.Example) {
		m.list.Fail(d.ExampleRange, "wrong-type", "the example "+d.Example+" is not a value of "+d.Name+", which is "+t.Describe(), "Write a value that a request may have.")
	}
}

// checkAskedWith reports unknown inputs and values in a form's condition.
func (m *Module) checkAskedWith(p *Program, in *Input) {
	for _, asked := range slices.Concat(in.Declaration.AskedWith...) {
		other := p.Input(asked.Name)
		if other == nil {
			m.unknown(asked.Range, "input", asked.Name, p.InputNames())
			continue
		}
		m.checkValues(asked.Range, asked.Values, other.Name, other.Type, "asked_with names values of another input.")
	}
}

// checkValues reports words that are no values of an input or of the elements of its list.
func (m *Module) checkValues(at diagnostic.Range, words []string, name string, t *Type, remedy string) {
	one := t
	if element := t.Enumerated(); element != nil {
		one = element
	}
	for _, word := range words {
		if !fits(one, word) {
			m.list.Fail(at, "wrong-type", word+" is not a value of "+name+", which is "+t.Describe(), remedy)
		}
	}
}

// fits reports whether a text is a value of the type, regardless of bounds and grammar.
func fits(t *Type, word string) bool {
	_, err := t.Read(word)
	return err == nil || t.Kind == ListKind && t.Enumerated() == nil
}

// Input returns the input with a name; nil if there is none.
func (p *Program) Input(name string) *Input {
	for _, in := range p.Inputs {
		if in.Name == name {
			return in
		}
	}
	return nil
}

// InputNames returns the names of the inputs.
func (p *Program) InputNames() []string {
	return diagnostic.Names(p.Inputs, func(in *Input) string { return in.Name })
}

// OutputNames returns the names of the outputs.
func (p *Program) OutputNames() []string {
	return diagnostic.Names(p.Outputs, func(out *Output) string { return out.Name })
}

// GroupInputs returns the names of the inputs that programs share.
func (m *Module) GroupInputs() []string {
	var names []string
	for _, group := range m.Groups {
		for _, in := range group {
			names = append(names, in.Name)
		}
	}
	slices.Sort(names)
	return names
}

// ItemSeparator separates the cases of a list that is one text.
const ItemSeparator = ";"

// Items splits a list that is one text.
func Items(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ItemSeparator)
}

// Within reports whether list contains all words.
func Within(words, list []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(list, word) })
}

// Bounds are the bounds of a number; nil if open. With AboveMin (BelowMax) the bound is
// exclusive.
type Bounds struct {
	Min, Max           *number.Decimal
	AboveMin, BelowMax bool
	// MultipleOf is the step of the values.
	MultipleOf *number.Decimal
}

// Contain reports whether a number lies within the bounds.
func (b Bounds) Contain(k *big.Rat) bool {
	beyond := func(bound *number.Decimal, sign int, exclusive bool) bool {
		if bound == nil {
			return false
		}
		order := k.Cmp(bound.Rat()) * sign
		return order < 0 || order == 0 && exclusive
	}
	if beyond(b.Min, 1, b.AboveMin) || beyond(b.Max, -1, b.BelowMax) {
		return false
	}
	return b.MultipleOf == nil || b.MultipleOf.IsZero() || new(big.Rat).Quo(k, b.MultipleOf.Rat()).IsInt()
}

// empty reports whether no number of a type lies between two bounds.
func (b Bounds) empty(t *Type) bool {
	least := *b.Min
	if b.AboveMin && t.Decimals >= 0 {
		least = least.Round(t.Decimals, number.Floor).Add(number.New(1, t.Decimals))
	}
	order := least.Cmp(*b.Max)
	return order > 0 || order == 0 && (b.BelowMax || b.AboveMin && t.Decimals < 0)
}

// readBounds reads the bounds of a declaration, which must be written numbers or figures and
// belong to a number.
func (m *Module) readBounds(d *syntax.Variable, t *Type) Bounds {
	b := t.Bounds // of its named type
	for _, bound := range []struct {
		written *syntax.Expression
		to      **number.Decimal
		outside *bool
		side    int // 1 for a lower one, -1 for an upper one
	}{
		{d.Min, &b.Min, &b.AboveMin, 1}, {d.Max, &b.Max, &b.BelowMax, -1}, {d.Above, &b.Min, &b.AboveMin, 1}, {d.Below, &b.Max, &b.BelowMax, -1},
		{d.MultipleOf, &b.MultipleOf, new(bool), 0},
	} {
		if bound.written == nil {
			continue
		}
		if t.Kind != Number {
			m.list.Fail(bound.written.Range(), "wrong-type", d.Name+" is "+t.Describe()+", which cannot have this bound", "min_length and max_length bound a text.")
			return Bounds{}
		}
		value, ok := m.bound(d, t, bound.written)
		if !ok {
			return Bounds{}
		}
		outside := bound.written == d.Above || bound.written == d.Below
		if before := *bound.to; before != nil { // the narrower bound applies
			if order := value.Cmp(*before) * bound.side; order < 0 || order == 0 && !outside {
				continue
			}
		}
		*bound.to, *bound.outside = &value, outside
	}
	if b.Min != nil && b.Max != nil && b.empty(t) {
		upper := d.Max
		if upper == nil || d.Below != nil && b.BelowMax {
			upper = d.Below
		}
		m.list.Fail(upper.Range(), "contradiction", "no number lies within the bounds of "+d.Name, "Correct the lower or the upper bound.")
	}
	if b.MultipleOf != nil && b.MultipleOf.Sign() <= 0 {
		m.list.Fail(d.MultipleOf.Range(), "contradiction", "multiple_of must be above 0", "Write the step between values, such as multiple_of: 0.01.")
	}
	return b
}

// bound returns the value of a bound: a written number, a figure, or a figure of a case.
func (m *Module) bound(d *syntax.Variable, t *Type, e *syntax.Expression) (value number.Decimal, ok bool) {
	if value, ok = WrittenNumber(e.Tree); ok {
		return value, true
	}
	n, cases := e.Tree, []string(nil)
	for index := syntax.IndexOf(n); index != nil; index = syntax.IndexOf(n) {
		word, _ := syntax.Literal[string](index.Property)
		n, cases = index.Node, slices.Insert(cases, 0, word)
	}
	name, is := syntax.ParameterOf(n)
	p := m.Figures[name]
	switch {
	case !is:
		m.list.Fail(e.Range(), "wrong-type", "a bound must be a number or a figure", "Write digits, or p. and the name of a parameter. For a bound that depends on other inputs, use a step: refuse: ….")
		return value, false
	case p == nil && m.Options.Alone:
		return value, false
	case p == nil:
		m.list.Suggest(e.Range(), "unknown-parameter", "unknown parameter "+name, "Parameters are declared in the year's parameters.yaml.", diagnostic.Nearest(name, slices.Sorted(maps.Keys(m.Figures))))
		return value, false
	}
	if value, ok = p.of(cases); !ok {
		m.list.Fail(e.Range(), "wrong-type", "this figure is not one number", "Name a parameter that is a number, or one of its cases: p."+name+`["…"].`)
		return value, false
	}
	if _, fits := Unify(p.Measure, t.Unit); !fits {
		m.list.Fail(e.Range(), "mixed-units", d.Name+" is "+t.Unit.Phrase()+", and its bound is "+p.Measure.Phrase(), Remedy(p.Measure, t.Unit))
		return value, false
	}
	m.Bounding[name] = true
	if m.Options.Counts != nil {
		m.Options.Counts.Add([]Branch{{At: p.Range, Side: Read}}, []int64{1})
	}
	return value, true
}

// WrittenNumber returns the value of an expression that is a literal number.
func WrittenNumber(n ast.Node) (number.Decimal, bool) {
	switch n := n.(type) {
	case *ast.ConstantNode:
		text, _ := n.Value.(syntax.Number)
		d, err := number.Parse(string(text))
		return d, err == nil
	case *ast.UnaryNode:
		d, ok := WrittenNumber(n.Node)
		return d.Neg(), ok && n.Operator == "-"
	}
	return number.Decimal{}, false
}
