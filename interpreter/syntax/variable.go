package syntax

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Variable declares an input, a state variable or an output.
type Variable struct {
	Name      string
	Range     diagnostic.Range // of the name
	Type      string           // as written, without the ?; empty where only a unit is given
	TypeRange diagnostic.Range
	Unit      string
	UnitRange diagnostic.Range
	Decimals  int // -1 if not declared
	Optional  bool
	Default   *Expression
	// Bounds of numbers, and of the lengths of texts and lists; nil or -1 if open.
	Min, Max, Above, Below, MultipleOf *Expression
	MinLength, MaxLength               int
	OneOf                              []string
	Grammar                            string
	GrammarRange                       diagnostic.Range
	About, Label                       *Text
	// Choices are labels of values.
	Choices []Choice
	// AskedWith are the values of other inputs with which forms ask for this one.
	AskedWith []InputValues
	// Unique rejects lists with duplicates.
	Unique bool
	// Unused allows that nothing reads it.
	Unused bool
	// OmitAbsent omits an absent output from the profile.
	OmitAbsent bool
	// Value is the expression of an output that no step sets.
	Value *Expression
	// DefaultText describes a default that is an expression.
	DefaultText *Text
	// Example is a value for documentation; empty if there is none.
	Example      string
	ExampleRange diagnostic.Range
	// ToCheck marks what has not been compared with the law yet.
	ToCheck bool
	Years
}

// InputValues is an input with some of its values.
type InputValues struct {
	Name   string
	Range  diagnostic.Range
	Values []string
}

// Choice is a label of a value, with the years that have it.
type Choice struct {
	Value string
	Range diagnostic.Range
	Label *Text
	Years
}

// Years are the years that have an input or a value: from Since through Until, where 0
// is open.
type Years struct{ Since, Until int }

// In reports whether y includes a year.
func (y Years) In(year int) bool { return year >= y.Since && (y.Until == 0 || year <= y.Until) }

func (r *reader) years(f map[string]*Node) Years {
	y := Years{r.Whole(f["since"], "since", 0), r.Whole(f["until"], "until", 0)}
	if y.Until != 0 && y.Until < y.Since {
		r.Findings.Fail(f["until"].Range, "contradiction", "until is before since", "")
	}
	return y
}

// choice reads a label: a text, or a map with label and years.
func (r *reader) choice(e Entry) Choice {
	c := Choice{Value: e.Key.Text, Range: e.Key.Range}
	if e.Value.Get("since") == nil && e.Value.Get("until") == nil {
		c.Label = r.text(e.Value, "a choice")
		return c
	}
	f := r.fields(e.Value, "a choice", "choice")
	c.Label, c.Years = r.text(f["label"], "label"), r.years(f)
	return c
}

// variables reads a map of declarations.
func (r *reader) variables(n *Node, what string) []*Variable {
	if n == nil {
		return nil
	}
	var list []*Variable
	if !r.atMost(mostNames, len(n.Entries), n.Range, "entries") {
		return nil
	}
	for _, e := range r.entries(n, what) {
		if v := r.variable(e, what); v != nil {
			list = append(list, v)
		}
	}
	return list
}

func (r *reader) variable(e Entry, what string) *Variable {
	name := r.name(e.Key, what)
	if name == "" {
		return nil
	}
	v := &Variable{Name: name, Range: e.Key.Range, TypeRange: e.Value.Range, Decimals: -1, MinLength: -1, MaxLength: -1}
	if e.Value.Kind == Scalar {
		v.Type = r.Word(e.Value, name)
		v.optionalType()
		return v
	}
	f := r.fields(e.Value, name, "variable")
	if f == nil {
		return nil
	}
	if f["type"] != nil {
		v.Type, v.TypeRange = r.Word(f["type"], "type"), f["type"].Range
		v.optionalType()
	}
	v.Unit, v.UnitRange = r.placed(f["unit"], "unit")
	v.Decimals = r.Whole(f["decimals"], "decimals", -1)
	v.Optional = v.Optional || r.Flag(e.Value, "optional")
	v.Default = r.initial(f["default"], v)
	if f["start"] != nil {
		v.Default = r.initial(f["start"], v)
	}
	v.Min, v.Max = r.expression(f["min"], "min"), r.expression(f["max"], "max")
	v.Above, v.Below = r.expression(f["above"], "above"), r.expression(f["below"], "below")
	v.MultipleOf = r.expression(f["multiple_of"], "multiple_of")
	v.MinLength = r.Whole(f["min_length"], "min_length", -1)
	v.MaxLength = r.Whole(f["max_length"], "max_length", -1)
	v.Unique = r.Flag(e.Value, "unique")
	v.OneOf = r.words(f["one_of"], "one_of")
	v.Grammar, v.GrammarRange = r.placed(f["grammar"], "grammar")
	v.About, v.Label = r.text(f["about"], "about"), r.text(f["label"], "label")
	v.Unused = r.Flag(e.Value, "unused")
	v.OmitAbsent = r.Flag(e.Value, "omit_absent")
	v.Value = r.expression(f["value"], "value")
	v.DefaultText = r.text(f["default_text"], "default_text")
	v.Example, v.ExampleRange = r.placed(f["example"], "example")
	for _, e := range r.entries(f["choices"], "choices") {
		v.Choices = append(v.Choices, r.choice(e))
	}
	for _, e := range r.entries(f["asked_with"], "asked_with") {
		v.AskedWith = append(v.AskedWith, InputValues{Name: e.Key.Text, Range: e.Key.Range, Values: r.words(e.Value, "asked_with")})
	}
	v.Years = r.years(f)
	v.ToCheck = r.marked(f["to_check"])
	return v
}

func (v *Variable) optionalType() {
	if strings.HasSuffix(v.Type, "?") {
		v.Type, v.Optional = strings.TrimSpace(strings.TrimSuffix(v.Type, "?")), true
	}
}

// initial reads a default, which is a text or an expression depending on the type.
func (r *reader) initial(n *Node, v *Variable) *Expression {
	if n == nil {
		return nil
	}
	if n.Kind == Scalar && literalDefault(n, v) {
		return literalText(n)
	}
	if n.Kind == Sequence {
		if len(n.Items) > 0 {
			r.Findings.Fail(n.Range, "wrong-shape", "the default of a list has no elements", "Write default: [].")
			return nil
		}
		return &Expression{Tree: &ast.ArrayNode{}, node: n}
	}
	return r.expression(n, "default")
}

// literalDefault reports whether a default is a literal text: that of a text or an
// enumeration, unless it reads a parameter.
func literalDefault(n *Node, v *Variable) bool {
	if strings.HasPrefix(n.Text, "p.") && !n.Quoted {
		return false
	}
	switch v.Type {
	case "", "integer", "number", "boolean", "date", "time", "duration", "fraction", "bands":
		return false
	}
	return !unitWord(v.Type)
}

// unitWord reports whether a type is written as a unit: EUR, percent, EUR/year.
func unitWord(word string) bool {
	first, _, _ := strings.Cut(word, "/")
	if len(first) == 3 && strings.Trim(first, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return true
	}
	return strings.Contains(word, "/") || slices.Contains([]string{"percent", "%", "cent", "cents", "penny", "pence", "days", "hours", "minutes", "weeks", "months", "years"}, word)
}

// marked reads a mark to_check: true, or a text.
func (r *reader) marked(n *Node) bool {
	return n != nil && !n.Null && (n.Kind != Scalar || n.Text != "false")
}
