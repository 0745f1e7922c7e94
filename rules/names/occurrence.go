package names

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// collector lists the names in the declarations of a file.
type collector struct {
	file    *File
	folder  string
	program *syntax.Program                      // nil outside programs
	known   map[string]bool                      // names of variables of the program
	named   map[string]bool                      // those whose description is elsewhere
	values  map[diagnostic.Position]*syntax.Node // by the positions of their keys
	passed  map[diagnostic.Position]bool         // where a list of with names an input and a variable
	seen    map[written]int                      // the occurrences by what is written where
	visitor syntax.Visitor
}

// written is a symbol at a place.
type written struct {
	Symbol
	at diagnostic.Range
}

// collect lists the names in a file.
func collect(f *File, folder string) {
	c := &collector{file: f, folder: folder, values: map[diagnostic.Position]*syntax.Node{}, passed: map[diagnostic.Position]bool{}, seen: map[written]int{}}
	c.visitor = syntax.Visitor{Step: c.step, Expression: c.expression, Shape: shapeOf}
	f.Declared.Root.Each(func(n *syntax.Node) {
		for _, e := range n.Entries {
			c.values[e.Key.Range.Start] = e.Value
		}
	})
	c.declarations(f.Declared)
	if f.Declared.Root.Kind == syntax.Mapping {
		c.thresholds(f.Declared.Root.Get("thresholds"))
		c.plan(f.Declared.Root)
	}
}

func (c *collector) add(s Symbol, at diagnostic.Range, declared bool) *Occurrence {
	o := Occurrence{Symbol: s, At: at, Declared: declared}
	key := written{s, at}
	if i, again := c.seen[key]; again && !declared { // the rows of a refusal share what it says
		return &c.file.Occurrences[i]
	}
	c.seen[key] = len(c.file.Occurrences)
	if declared {
		o.Node = c.values[at.Start]
		c.file.declares[s] = true
	}
	c.file.Occurrences = append(c.file.Occurrences, o)
	return &c.file.Occurrences[len(c.file.Occurrences)-1]
}

// local returns a symbol of the program with a name.
func (c *collector) local(k Kind, program, name string) Symbol {
	return Symbol{k, c.folder + "#" + program, name}
}

func (c *collector) declare(k Kind, name string, at diagnostic.Range) {
	c.add(Symbol{k, c.folder, name}, at, true)
}

func (c *collector) refer(k Kind, name string, at diagnostic.Range) {
	if name != "" && !at.Start.IsZero() {
		c.add(Symbol{k, c.folder, name}, at, false)
	}
}

// set declares a variable of the program, unless it is described elsewhere.
func (c *collector) set(name string, at diagnostic.Range) *Occurrence {
	c.known[name] = true
	return c.add(c.local(Variable, c.program.Name, name), at, !c.named[name])
}

// read adds a variable of the program, or an input of a group.
func (c *collector) read(name string, at diagnostic.Range) {
	s := Symbol{Input, c.folder, name}
	if c.known[name] {
		s = c.local(Variable, c.program.Name, name)
	}
	c.add(s, at, false).Passed = c.passed[at.Start]
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
		c.types(r.Fields)
	}
	for _, function := range f.Functions {
		c.declare(Function, function.Name, function.Range)
		c.types(function.In)
	}
	for _, g := range f.Groups {
		c.declare(Group, g.Name, g.Range)
		for _, in := range g.Inputs {
			c.declare(Input, in.Name, in.Range)
		}
		c.variables(g.Inputs)
	}
	for _, v := range f.Variables {
		c.declare(Input, v.Name, v.Range)
	}
	c.variables(f.Variables)
	for _, p := range f.Parameters {
		c.parameter(p)
	}
	for _, p := range f.Programs {
		c.declare(Program, p.Name, p.Range)
		c.inProgram(p)
	}
	for _, check := range f.Checks {
		c.types(check.Program.Inputs)
		c.visitor.Steps(check.Program.Do)
	}
}

func (c *collector) parameter(p *syntax.Parameter) {
	c.declare(Parameter, p.Name, p.Range)
	c.refer(Source, p.Source, p.SourceRange)
	at := c.values[p.Range.Start]
	for _, dated := range at.Get("values").List() {
		c.scalar(Source, dated.Get("source"))
	}
	by := at.Get("by")
	for _, n := range append(by.List(), by) {
		c.scalar(Type, n)
	}
}

// scalar adds a name that is the whole text of a node.
func (c *collector) scalar(k Kind, n *syntax.Node) {
	if n != nil && n.Kind == syntax.Scalar {
		c.refer(k, n.Text, n.Range)
	}
}

func (c *collector) inProgram(p *syntax.Program) {
	c.program, c.known, c.named = p, map[string]bool{}, map[string]bool{}
	defer func() { c.program, c.known, c.named = nil, nil, nil }()
	for _, v := range p.Inputs {
		if c.named[v.Name] = v.Described(); v.Named {
			c.refer(Group, v.Name, v.Range)
		} else {
			c.set(v.Name, v.Range)
		}
	}
	for _, v := range p.State {
		c.named[v.Name] = v.Described()
		c.set(v.Name, v.Range)
	}
	c.variables(p.Inputs)
	c.variables(p.State)
	for _, t := range p.Tables {
		c.set(t.Name, t.Range)
	}
	for _, figure := range p.Figures {
		c.refer(Parameter, figure.Name, figure.Range)
	}
	c.scalar(Source, c.values[p.Range.Start].Get("source"))
	for _, procedure := range p.Procedures {
		c.add(c.local(Procedure, p.Name, procedure.Name), procedure.Range, true)
		c.sets(procedure.Do)
	}
	c.sets(p.Do)
	c.visitor.Program(p)
	for _, out := range p.Outputs {
		c.read(out.Name, out.Range)
	}
	c.types(p.Outputs)
}

// sets declares the names that steps set, before any of them is read.
func (c *collector) sets(steps []syntax.Step) {
	for _, step := range steps {
		switch step := step.(type) {
		case *syntax.Assign:
			c.set(step.Name, step.Range())
		case *syntax.For:
			c.set(step.Name, step.NameRange)
		case *syntax.Call:
			for _, given := range step.Give {
				c.set(given.Name, given.Range).Passed = given.Range == given.OutputRange
			}
		}
		for _, block := range syntax.Blocks(step) {
			c.sets(block)
		}
	}
}

// variables lists the names in declarations of inputs.
func (c *collector) variables(list []*syntax.Variable) {
	c.types(list)
	for _, v := range list {
		c.refer(Grammar, v.Grammar, v.GrammarRange)
		for _, with := range slices.Concat(v.AskedWith...) {
			c.read(with.Name, with.Range)
		}
		for _, bound := range []*syntax.Expression{v.Min, v.Max, v.Above, v.Below, v.MultipleOf} {
			if bound != nil {
				c.expression(bound, false)
			}
		}
		if v.Default != nil && c.program == nil { // otherwise the visitor does
			c.expression(v.Default, false)
		}
	}
}

// types lists the types that variables name, such as plan in "list of plan".
func (c *collector) types(list []*syntax.Variable) {
	for _, v := range list {
		if v.Type == "" {
			continue
		}
		from := strings.LastIndexByte(v.Type, ' ') + 1
		at := v.TypeRange
		at.Start.Column += from
		at.End = at.Start
		at.End.Column += len(v.Type) - from
		c.refer(Type, v.Type[from:], at)
	}
}

// step lists the names in a step without its expressions and blocks.
func (c *collector) step(step syntax.Step) {
	switch step := step.(type) {
	case *syntax.Call:
		if c.program.Procedure(step.Name) != nil {
			c.add(c.local(Procedure, c.program.Name, step.Name), step.NameRange, false)
		} else {
			c.refer(Program, step.Name, step.NameRange)
		}
		for _, argument := range step.With {
			passed := argument.Range == argument.Value.Range()
			c.passed[argument.Range.Start] = passed
			c.add(c.local(Variable, step.Name, argument.Input), argument.Range, false).Passed = passed
		}
		for _, given := range step.Give {
			c.add(c.local(Variable, step.Name, given.Output), given.OutputRange, false).Passed = given.Range == given.OutputRange
		}
	case *syntax.For:
		for _, carried := range step.Carry {
			c.read(carried.Name, carried.Range)
		}
	case *syntax.Refuse:
		c.blame(step.Blame)
	case *syntax.Note:
		c.blame(step.Blame)
	case *syntax.Line:
		for _, field := range step.Fields {
			if i := lineField(field.Name); i >= 0 && rules.PayslipLine()[i].Source {
				id, _ := field.Word()
				c.refer(Source, id, field.ValueRange())
			}
		}
	}
}

// blame lists the inputs that a refusal or warning names: legs of legs.arrive.
func (c *collector) blame(b syntax.Blame) {
	for _, field := range b.Fields {
		at := field.Range
		if field.Member != "" {
			at.End = at.Start
			at.End.Column += len(field.Name)
		}
		c.read(field.Name, at)
	}
}

// lineField returns the index of a field of payslip lines; -1 for another name.
func lineField(name string) int {
	return slices.IndexFunc(rules.PayslipLine(), func(f types.LineField) bool { return f.Name == name })
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
		case *ast.IdentifierNode:
			c.read(n.Value, e.At(n))
		case *ast.CallNode:
			c.refer(Function, syntax.Callee(n), e.At(n.Callee))
			if len(n.Arguments) == 0 || syntax.Callee(n) != "read" {
				break
			}
			last := n.Arguments[len(n.Arguments)-1]
			if grammar, is := syntax.Literal[string](last); is {
				at := e.At(last)
				at.Start.Column, at.End.Column = at.Start.Column+1, at.End.Column-1
				c.refer(Grammar, grammar, at)
			}
		}
		return true
	})
}

// thresholds lists the names in a country's thresholds.
func (c *collector) thresholds(n *syntax.Node) {
	for _, item := range n.List() {
		c.scalar(Parameter, item.Get("figure"))
		for _, key := range []string{"step", "passes", "case"} {
			c.stepName(item.Get(key))
		}
		if only := item.Get("only"); only != nil {
			for _, e := range only.Entries {
				c.stepName(e.Key)
			}
		}
	}
}

// stepName adds the names in program.step or program.procedure.step.
func (c *collector) stepName(n *syntax.Node) {
	if n == nil || !strings.Contains(n.Text, ".") {
		return
	}
	parts, at := strings.Split(n.Text, "."), 0
	for i, part := range parts {
		s := Symbol{Program, c.folder, part}
		switch {
		case i == len(parts)-1:
			s = c.local(Variable, parts[0], part)
		case i > 0:
			s = c.local(Procedure, parts[0], part)
		}
		c.add(s, n.Span(at, at+len(part)), false)
		at += len(part) + 1
	}
}

// plan lists the parameters in a description of official plans: those in its list, and in
// the braces of its formulas.
func (c *collector) plan(root *syntax.Node) {
	known := map[string]bool{}
	for _, n := range root.Get("parameters").List() {
		known[n.Text] = true
	}
	if len(known) > 0 {
		root.Each(func(n *syntax.Node) { c.planned(n, known) })
	}
}

var (
	braces = regexp.MustCompile(`\{[^}]*\}`)
	word   = regexp.MustCompile(`\w+`)
)

func (c *collector) planned(n *syntax.Node, known map[string]bool) {
	for _, brace := range braces.FindAllStringIndex(n.Text, -1) {
		for _, at := range word.FindAllStringIndex(n.Text[brace[0]:brace[1]], -1) {
			from, to := brace[0]+at[0], brace[0]+at[1]
			if known[n.Text[from:to]] {
				before := utf8.RuneCountInString(n.Text[:from])
				c.refer(Parameter, n.Text[from:to], n.Span(before, before+to-from))
			}
		}
	}
	if known[n.Text] && n.Kind == syntax.Scalar {
		c.refer(Parameter, n.Text, n.Range)
	}
}

// shapeOf returns the syntax of a field of payslip lines.
func shapeOf(field string) syntax.FieldShape {
	switch i := lineField(field); {
	case i < 0:
		return syntax.ValueShape
	case rules.PayslipLine()[i].Kind == types.WordField:
		return syntax.WordShape
	case rules.PayslipLine()[i].Kind == types.TextField:
		return syntax.TextShape
	}
	return syntax.ValueShape
}
