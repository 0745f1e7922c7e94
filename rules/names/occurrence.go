package names

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// collector lists the names in the declarations of a file.
type collector struct {
	*File
	folder  string
	text    [][]rune                             // by line
	program *syntax.Program                      // nil outside programs
	known   map[string]bool                      // the program's variables: not described elsewhere
	items   map[string]bool                      // those that loops set
	values  map[diagnostic.Position]*syntax.Node // by the positions of their keys
	seen    map[written]int                      // the occurrences by what is written where
	visitor syntax.Visitor
}

// written is a symbol at a place.
type written struct {
	Symbol
	at diagnostic.Range
}

// collect lists the names in a file. One that is not written at its place, since the reader
// made it up, has no occurrence there.
func collect(f *File, folder string, data []byte) {
	c := &collector{File: f, folder: folder, values: map[diagnostic.Position]*syntax.Node{}, seen: map[written]int{}}
	c.visitor = syntax.Visitor{Step: c.step, Expression: c.expression, Shape: shapeOf}
	for line := range bytes.Lines(data) {
		c.text = append(c.text, []rune(string(line)))
	}
	f.Declared.Root.Each(func(n *syntax.Node) {
		for _, e := range n.Entries {
			c.values[e.Key.Range.Start] = e.Value
		}
	})
	c.declarations(f.Declared)
	if root := f.Declared.Root; root.Kind == syntax.Mapping {
		c.thresholds(root.Get("thresholds"))
		c.paydays(root.Get("paydays"))
		c.plan(root)
	}
}

// add adds the name of a symbol at a place that begins with it, perhaps in quotes.
func (c *collector) add(s Symbol, at diagnostic.Range, declared bool) {
	line, column := at.Start.Line-1, at.Start.Column-1
	if s.Name == "" || line < 0 || line >= len(c.text) || column < 0 || column >= len(c.text[line]) {
		return
	}
	node := c.values[at.Start]
	if r := c.text[line][column]; r == '"' || r == '\'' {
		column++
	}
	rest := string(c.text[line][column:])
	after := strings.TrimPrefix(rest, s.Name)
	if len(after) == len(rest) || strings.IndexFunc(after, func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }) == 0 {
		return
	}
	at.Start.Column = column + 1
	at.End = diagnostic.Position{Line: at.Start.Line, Column: at.Start.Column + len([]rune(s.Name))}
	i, again := c.seen[written{s, at}]
	if !again {
		i = len(c.Occurrences)
		c.seen[written{s, at}] = i
		c.Occurrences = append(c.Occurrences, Occurrence{Symbol: s, At: at})
	}
	if declared {
		c.Occurrences[i].Declared, c.Occurrences[i].Node, c.declares[s] = true, node, true
	}
}

// local returns a symbol of the program with a name.
func (c *collector) local(k NameKind, program, name string) Symbol {
	return Symbol{k, c.folder + "#" + program, name}
}

func (c *collector) declare(k NameKind, name string, at diagnostic.Range) {
	c.add(Symbol{k, c.folder, name}, at, true)
}

func (c *collector) refer(k NameKind, name string, at diagnostic.Range) {
	c.add(Symbol{k, c.folder, name}, at, false)
}

// scalar adds the name that is the whole text of a node.
func (c *collector) scalar(k NameKind, n *syntax.Node) {
	if n != nil && n.Kind == syntax.Scalar {
		c.refer(k, n.Text, n.Range)
	}
}

// scalars adds the names in a list, or one alone.
func (c *collector) scalars(k NameKind, n *syntax.Node) {
	for _, one := range append(n.List(), n) {
		c.scalar(k, one)
	}
}

// set adds a variable of the program, declared unless it is described elsewhere.
func (c *collector) set(name string, at diagnostic.Range, described bool) {
	if _, again := c.known[name]; !again {
		c.known[name] = !described
	}
	c.add(c.local(Variable, c.program.Name, name), at, c.known[name])
}

// read adds a variable of the program, or an input of a group.
func (c *collector) read(name string, at diagnostic.Range) {
	if _, own := c.known[name]; own {
		c.add(c.local(Variable, c.program.Name, name), at, false)
	} else {
		c.refer(Input, name, at)
	}
}

func (c *collector) declarations(f *syntax.File) {
	for _, s := range f.Sources {
		c.declare(Source, s.ID, s.Range)
	}
	for _, t := range f.Types {
		c.declare(Type, t.Name, t.Range)
	}
	for _, g := range f.Grammars {
		c.declare(Grammar, g.Name, g.Range)
	}
	for _, r := range f.Records {
		c.declare(Record, r.Name, r.Range)
		c.variables(r.Fields, Member)
	}
	for _, function := range f.Functions {
		c.declare(Function, function.Name, function.Range)
		c.variables(function.In, "")
	}
	for _, g := range f.Groups {
		c.declare(Group, g.Name, g.Range)
		c.variables(g.Inputs, Input)
	}
	c.variables(f.Variables, Input)
	for _, p := range f.Parameters {
		c.declare(Parameter, p.Name, p.Range)
		c.refer(Source, p.Source, p.SourceRange)
		if p.Table != nil {
			c.variables(p.Table.Keys, "")
			c.variables(p.Table.Columns, "")
		}
		at := c.values[p.Range.Start]
		for _, dated := range at.Get("values").List() {
			c.scalar(Source, dated.Get("source"))
		}
		c.scalars(Type, at.Get("by"))
	}
	for _, group := range syntax.ParameterMaps(f.Root) {
		c.scalars(Type, group.Get(syntax.Each).Get("by"))
	}
	if f.Components != nil {
		c.components(f.Components)
	}
	for _, p := range f.Programs {
		c.declare(Program, p.Name, p.Range)
		c.inProgram(p)
	}
	for _, check := range f.Checks { // each has names of its own
		p := *check.Program
		p.Name += " at " + check.Range.String()
		c.inProgram(&p)
	}
}

// components adds the effects of a list of components and the fields that its kinds lack. The
// programs of the kinds have the fields themselves.
func (c *collector) components(of *syntax.Components) {
	c.variables(of.Effects, Input)
	for _, kind := range c.Declared.Root.Get("components").Get("kinds").Entries {
		for _, field := range kind.Value.Get("without").List() {
			c.scalar(Member, field)
		}
	}
}

func (c *collector) inProgram(p *syntax.Program) {
	c.program, c.known, c.items = p, map[string]bool{}, map[string]bool{}
	defer func() { c.program, c.known, c.items = nil, nil, nil }()
	for _, v := range p.Inputs {
		if v.Named {
			c.refer(Group, v.Name, v.Range)
		} else {
			c.set(v.Name, v.Range, v.Described())
		}
	}
	for _, v := range p.State {
		c.set(v.Name, v.Range, v.Described())
	}
	for _, t := range p.Tables {
		c.set(t.Name, t.Range, false)
	}
	for _, procedure := range p.Procedures {
		c.add(c.local(Procedure, p.Name, procedure.Name), procedure.Range, true)
		c.sets(procedure.Do)
	}
	c.sets(p.Do)
	c.variables(p.Inputs, "")
	c.variables(p.State, "")
	for _, figure := range p.Figures {
		c.refer(Parameter, figure.Name, figure.Range)
	}
	c.scalar(Source, c.values[p.Range.Start].Get("source"))
	c.visitor.Program(p)
	c.variables(p.Outputs, "")
	for _, out := range p.Outputs {
		c.read(out.Name, out.Range)
	}
	if of := c.Declared.Components; of != nil && strings.HasPrefix(p.Name, of.Name+".") { // a kind has the fields of its records
		for _, v := range p.Inputs {
			c.declare(Member, v.Name, v.Range)
		}
	}
}

// sets declares the names that steps set, before any of them is read.
func (c *collector) sets(steps []syntax.Step) {
	for _, step := range steps {
		switch step := step.(type) {
		case *syntax.Assign:
			c.set(step.Name, step.Range(), false)
		case *syntax.For:
			c.set(step.Name, step.NameRange, false)
			c.items[step.Name] = true
		case *syntax.Call:
			for _, given := range step.Give {
				c.set(given.Name, given.Range, false)
			}
		}
		for _, block := range syntax.Blocks(step) {
			c.sets(block)
		}
	}
}

// variables lists the names in descriptions of inputs, and the inputs themselves as a kind of
// declaration.
func (c *collector) variables(list []*syntax.Variable, as NameKind) {
	for _, v := range list {
		if as != "" {
			c.declare(as, v.Name, v.Range)
		}
		from := strings.LastIndexByte(v.Type, ' ') + 1 // of "list of plan"
		at := v.TypeRange
		at.Start.Column += from
		c.refer(Type, v.Type[from:], at)
		c.refer(Record, v.Type[from:], at)
		c.refer(Grammar, v.Grammar, v.GrammarRange)
		for _, with := range slices.Concat(v.AskedWith...) {
			c.read(with.Name, with.Range)
		}
		for _, e := range []*syntax.Expression{v.Min, v.Max, v.Above, v.Below, v.MultipleOf, v.Default} {
			if e != nil {
				c.expression(e, false)
			}
		}
		c.word(v)
	}
}

// word lists the name in a default that was read as the word of an enumeration, though its type,
// which another file declares, is a number.
func (c *collector) word(v *syntax.Variable) {
	if v.Default == nil {
		return
	}
	word, is := syntax.Literal[string](v.Default.Tree)
	if _, own := c.known[word]; !is || !own {
		return
	}
	if settled, wrong := v.Settled(false); len(wrong) == 0 {
		c.expression(settled.Default, false)
	}
}

// step lists the names in a step without its expressions and blocks.
func (c *collector) step(step syntax.Step) {
	switch step := step.(type) {
	case *syntax.Call:
		if c.program.Procedure(step.Name) != nil {
			c.add(c.local(Procedure, c.program.Name, step.Name), step.NameRange, false)
			return
		}
		c.refer(Program, step.Name, step.NameRange)
		for _, argument := range step.With {
			c.add(c.local(Variable, step.Name, argument.Input), argument.Range, false)
		}
		for _, given := range step.Give {
			c.add(c.local(Variable, step.Name, given.Output), given.OutputRange, false)
		}
		if step.Same {
			c.passes = append(c.passes, passed{c.program.Name, step})
		}
	case *syntax.For:
		for _, carried := range step.Carry {
			c.read(carried.Name, carried.Range)
		}
	case *syntax.Refuse:
		c.blame(step.Blame)
	case *syntax.Note:
		c.blame(step.Blame)
	case *syntax.Item:
		for _, shown := range step.Fields {
			c.read(shown.Name, shown.Range)
		}
	case *syntax.Line:
		for _, field := range step.Fields {
			if i := lineField(field.Name); i >= 0 && rules.PayslipLine()[i].Source {
				id, _ := field.Word()
				c.refer(Source, id, field.ValueRange())
			}
		}
	}
}

// blame lists the inputs that a refusal or warning names and sets: legs of legs.arrive.
func (c *collector) blame(b syntax.Blame) {
	for _, field := range b.Fields {
		c.field(field)
	}
	for _, remedy := range b.Remedies {
		for _, setting := range remedy.Set {
			if !setting.Request {
				c.field(setting.FieldName)
			}
		}
	}
}

func (c *collector) field(f syntax.FieldName) {
	c.read(f.Name, f.Range)
	if f.Member != "" && f.Range.Start.Line == f.Range.End.Line {
		at := f.Range
		for at.Start.Column = at.End.Column - len(f.Member); at.Start.Column >= at.End.Column-len(f.Member)-1; at.Start.Column-- {
			c.refer(Member, f.Member, at) // the text may end in a quote
		}
	}
}

// lineField returns the index of a field of payslip lines; -1 for another name.
func lineField(name string) int {
	return slices.IndexFunc(rules.PayslipLine(), func(f types.LineField) bool { return f.Name == name })
}

// shapeOf returns the syntax of a field of payslip lines.
func shapeOf(field string) syntax.FieldShape {
	if i := lineField(field); i >= 0 {
		switch rules.PayslipLine()[i].Kind {
		case types.WordField:
			return syntax.WordShape
		case types.TextField:
			return syntax.TextShape
		}
	}
	return syntax.ValueShape
}

// expression lists the names in an expression.
func (c *collector) expression(e *syntax.Expression, _ bool) {
	syntax.Walk(e.Tree, func(n ast.Node) bool {
		if name, is := syntax.ParameterOf(n); is {
			at := e.At(n)
			at.Start = at.End
			at.Start.Column -= len(name)
			c.refer(Parameter, name, at)
			return false
		}
		switch n := n.(type) {
		case *ast.MemberNode:
			of, name, is := syntax.FieldOf(n)
			if item, named := of.(*ast.IdentifierNode); is && named && c.items[item.Value] {
				c.refer(Member, name, e.At(n.Property))
			}
		case *ast.IdentifierNode:
			c.read(n.Value, e.At(n))
		case *ast.CallNode:
			c.refer(Function, syntax.Callee(n), e.At(n.Callee))
			if len(n.Arguments) > 0 && syntax.Callee(n) == "read" {
				last := n.Arguments[len(n.Arguments)-1]
				grammar, _ := syntax.Literal[string](last)
				c.refer(Grammar, grammar, e.At(last))
			}
		}
		return true
	})
}
