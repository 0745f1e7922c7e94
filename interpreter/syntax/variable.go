package syntax

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
)

// Variable declares an input, a state variable or an output.
type Variable struct {
	Name  string
	Range diagnostic.Range // of the name
	// Named marks a name in a list: of a variable that is described elsewhere, or of a group
	// of inputs.
	Named bool
	*Description

	written Entry // of one that another declaration describes
}

// Description is what is said of a variable. All that take over a description share it.
type Description struct {
	Type      string           `key:"type"` // as written, without the ?; empty where only a unit is given
	TypeRange diagnostic.Range `key:"type,at"`
	Unit      string           `key:"unit"`
	UnitRange diagnostic.Range `key:"unit,at"`
	Decimals  int              `key:"decimals"` // -1 if not declared
	Optional  bool             `key:"optional"`
	Default   *Expression
	// Bounds of numbers, and of the lengths of texts and lists; nil or -1 if open.
	Min          *Expression      `key:"min"`
	Max          *Expression      `key:"max"`
	Above        *Expression      `key:"above"`
	Below        *Expression      `key:"below"`
	MultipleOf   *Expression      `key:"multiple_of"`
	MinLength    int              `key:"min_length"`
	MaxLength    int              `key:"max_length"`
	OneOf        []string         `key:"one_of"`
	Grammar      string           `key:"grammar"`
	GrammarRange diagnostic.Range `key:"grammar,at"`
	About        *Text            `key:"about"`
	Label        *Text            `key:"label"`
	// Choices are labels of values.
	Choices []Choice
	// AskedWith are the values of other inputs with which forms ask for this one: all those
	// of one of its groups. An input without values counts with any that is given.
	AskedWith [][]Values
	// AlsoCalled are other names that people give it.
	AlsoCalled []string `key:"also_called"`
	// Hint is what agents read beside the name, in place of what the label says more.
	Hint *Text `key:"hint"`
	// ValuesCalled are other names that people give its values.
	ValuesCalled []Values
	// Spouses are the values that two spouses may have together.
	Spouses []Values
	// DoubtfulBelow is the percentage below which a request is probably a slip; 0 if none.
	DoubtfulBelow      number.Decimal   `key:"doubtful_below"`
	DoubtfulBelowRange diagnostic.Range `key:"doubtful_below,at"`
	// Unique rejects lists with duplicates.
	Unique bool `key:"unique"`
	// Unused allows that nothing reads it.
	Unused bool `key:"unused"`
	// OmitAbsent omits an absent output from the profile.
	OmitAbsent bool `key:"omit_absent"`
	// Hidden keeps the output out of the profile.
	Hidden bool `key:"hidden"`
	// Value is the expression of an output that no step sets. An output is absent where When does not hold.
	Value *Expression `key:"value"`
	When  *Expression `key:"when"`
	// DefaultText describes a default that is an expression.
	DefaultText *Text `key:"default_text"`
	// Example is a value for documentation; empty if there is none.
	Example      string           `key:"example"`
	ExampleRange diagnostic.Range `key:"example,at"`
	// ToCheck marks what has not been compared with the law yet.
	ToCheck bool `key:"to_check,mark"`
	Years
}

// Anew returns a copy of the variable with a description of its own.
func (v *Variable) Anew() *Variable {
	description := *v.Description
	return &Variable{Name: v.Name, Range: v.Range, Named: v.Named, Description: &description}
}

// Values are what a map of lists says of a name: of an input some of its values, of a
// value its names or what goes with it.
type Values struct {
	Name   string
	Range  diagnostic.Range
	Values []string
}

// Choice is a label of a value, with the years that have it.
type Choice struct {
	Value string
	Range diagnostic.Range
	Label *Text `key:"label"`
	Years
}

// Years are the years that have an input or a value: from Since through Until, where 0
// is open.
type Years struct {
	Since int `key:"since"`
	Until int `key:"until"`
}

// In reports whether y includes a year.
func (y Years) In(year int) bool { return year >= y.Since && (y.Until == 0 || year <= y.Until) }

// checkYears reports years in the wrong order in a map.
func (r *Reader) checkYears(y Years, n *Node) {
	if y.Until != 0 && y.Until < y.Since {
		r.Findings.Fail(n.Get("until").Range, "contradiction", "until is before since", "Write the first year after since and the last one after until.")
	}
}

// choice reads a label: a text, or a map with label and years.
func (r *Reader) choice(e Entry) Choice {
	c := Choice{Value: e.Key.Text, Range: e.Key.Range}
	if e.Value.Get("since") == nil && e.Value.Get("until") == nil {
		c.Label = r.text(e.Value)
		return c
	}
	r.read(e.Value, &c)
	r.checkYears(c.Years, e.Value)
	return c
}

// variables reads a map of declarations.
func (r *Reader) variables(n *Node) []*Variable { return declared(r, r.entries(n), r.variable) }

// Described reports whether another declaration has the type or unit.
func (v *Variable) Described() bool { return v.Type == "" && v.Unit == "" }

// programVariables reads the variables of a program: a map, or a list of names and of maps.
func (r *Reader) programVariables(n *Node) (list []*Variable) {
	if n == nil || n.Kind == Mapping {
		return r.variables(n)
	}
	for _, item := range r.items(n) {
		if item.Kind == Mapping {
			list = append(list, r.variables(item)...)
		} else if item.Plain() != "" {
			list = append(list, &Variable{Name: item.Text, Range: item.Range, Named: true, Description: &Description{}})
		}
	}
	for i, v := range list {
		if slices.ContainsFunc(list[:i], func(before *Variable) bool { return before.Name == v.Name }) {
			r.Findings.Fail(v.Range, "duplicate-name", v.Name+" occurs twice in the list", "Remove one of them.")
		}
	}
	return list
}

func (r *Reader) variable(e Entry, name string) *Variable {
	return r.variableOver(Description{TypeRange: e.Value.Range, Decimals: -1, MinLength: -1, MaxLength: -1}, e, name)
}

// variableOver reads a declaration that takes over from another what it does not say.
func (r *Reader) variableOver(said Description, e Entry, name string) *Variable {
	v := &Variable{Name: name, Range: e.Key.Range, Description: &said}
	if e.Value.Kind == Scalar {
		v.Type = e.Value.Plain()
		v.optionalType()
		return v
	}
	n := e.Value
	if !r.read(n, v.Description) {
		return nil
	}
	v.optionalType()
	v.Optional = v.Optional || v.When != nil
	if v.Described() {
		v.written = e
	}
	for _, key := range []string{"default", "start"} {
		if start := n.Get(key); start != nil {
			v.Default = r.initial(start, v)
		}
	}
	if choices := n.Get("choices"); choices != nil {
		v.Choices = nil
		for _, e := range r.entries(choices) {
			v.Choices = append(v.Choices, r.choice(e))
		}
	}
	if asked := n.Get("asked_with"); asked != nil && asked.Kind == Sequence {
		v.AskedWith = nil
		for _, group := range asked.Items {
			v.AskedWith = append(v.AskedWith, r.values(group))
		}
	} else if asked != nil {
		v.AskedWith = [][]Values{r.values(asked)}
	}
	if called := n.Get("values_called"); called != nil {
		v.ValuesCalled = r.values(called)
	}
	if spouses := n.Get("spouses"); spouses != nil {
		v.Spouses = r.values(spouses)
	}
	r.checkYears(v.Years, n)
	return v
}

// values reads a map of lists of words.
func (r *Reader) values(n *Node) (list []Values) {
	for _, e := range r.entries(n) {
		list = append(list, Values{Name: e.Key.Text, Range: e.Key.Range, Values: r.words(e.Value)})
	}
	return list
}

func (v *Variable) optionalType() {
	if strings.HasSuffix(v.Type, "?") {
		v.Type, v.Optional = strings.TrimSpace(strings.TrimSuffix(v.Type, "?")), true
	}
}

// initial reads a default: an expression, or the word of a text or an enumeration. Which of
// them it is depends on the type, which may be declared elsewhere: see Settled.
func (r *Reader) initial(n *Node, v *Variable) *Expression {
	if n == nil {
		return nil
	}
	if n.Kind == Sequence {
		return &Expression{Tree: &ast.ArrayNode{}, node: n.apart()}
	}
	if n.Kind != Scalar || n.readsParameter() || slices.Contains(formulaTypes, v.Type) {
		switch {
		case n.isDay(v.Type):
			return dayAt(n)
		case v.Type == "date" && !n.Quoted && strings.Count(n.Text, "-") == 2 && strings.Trim(n.Text, "0123456789-") == "":
			r.Findings.Fail(n.Range, "bad-date", n.Text+" is not a date", "Write 2026-01-31: year, month, day.")
			return nil
		}
		return r.expression(n)
	}
	if v.Type != "text" && !n.Quoted && !IsName(n.Text) {
		if tree, err := ParseExpression(n.Text); err == nil {
			return &Expression{Tree: tree, node: n.apart()}
		}
	}
	return literalText(n)
}

// formulaTypes are the predeclared types whose default is always an expression.
var formulaTypes = []string{"", "integer", "number", "boolean", "date", "time", "duration", "fraction", "bands"}

func (n *Node) readsParameter() bool { return strings.HasPrefix(n.Text, "p.") && !n.Quoted }

// isDay reports whether a default is a date as requests write it.
func (n *Node) isDay(kind string) bool {
	_, is := number.ParseDate(n.Text)
	return is && kind == "date" && n.Kind == Scalar
}

// dayAt is the expression date("…") for a day.
func dayAt(n *Node) *Expression {
	return &Expression{Tree: &ast.CallNode{Callee: &ast.IdentifierNode{Value: "date"}, Arguments: []ast.Node{&ast.ConstantNode{Value: n.Text}}}, node: n.apart()}
}

// Settled returns the variable with its default as its type requires, once that is known: a
// word for texts and enumerations, an expression for others. The variable itself stays as it
// is, since several modules may share it.
func (v *Variable) Settled(word bool) (*Variable, diagnostic.List) {
	if v.Default == nil || v.Default.node == nil || v.Default.node.Kind != Scalar {
		return v, nil
	}
	n := v.Default.node
	_, isWord := Literal[string](v.Default.Tree)
	settled := v.Anew()
	switch {
	case word && !isWord && !n.readsParameter():
		settled.Default = literalText(n)
	case !word && isWord:
		r := &Reader{}
		if settled.Default = r.expression(n); settled.Default == nil {
			return v, r.Findings
		}
	default:
		return v, nil
	}
	return settled, nil
}
