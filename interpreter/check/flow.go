package check

import (
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// fact is what is known of a variable beside its type. The zero fact knows nothing.
//
// Facts are joined after branches, and the head of a loop carries none.
type fact struct {
	positive bool     // the number is above 0, so it can divide
	cases    []string // the cases that can occur; nil: all
	asked    bool     // an input of the root program that nothing has set again, within its bounds
}

// join returns what two facts have in common.
func (f fact) join(g fact) fact {
	joined := fact{positive: f.positive && g.positive, asked: f.asked && g.asked}
	if f.cases != nil && g.cases != nil {
		joined.cases = Union(f.cases, g.cases)
	}
	return joined
}

// flow follows the facts through one program that is called.
type flow struct {
	*checker
	*Chain
	facts []fact // by variable
	// unchecked programs are imported plans: their divisors are theirs.
	unchecked bool
}

// flow follows the facts through a program and those that it calls, and reports divisors that
// may be 0, cases that are missing, and conditions that the bounds of inputs decide.
func (c *checker) flow(tree *Tree) {
	f := &flow{checker: c, Chain: &Chain{Tree: tree}, facts: make([]fact, len(tree.Variables)), unchecked: tree.Declaration.Imported}
	for _, in := range tree.Inputs {
		b := in.Input.Type.Bounds
		own := fact{positive: b.Min != nil && (b.Min.Sign() > 0 || b.AboveMin && b.Min.IsZero()), asked: true}
		if len(in.Declaration.OneOf) > 0 {
			own.cases = in.Declaration.OneOf
		}
		if in.Default != nil {
			preset := f.preset(in)
			own.positive = own.positive && preset.positive
			own.asked = in.Default.Known != nil
		}
		f.facts[in.Var] = own
	}
	f.run()
}

// preset follows the default of an input.
func (f *flow) preset(in Input) fact {
	own := f.expression(in.Default)
	if one := in.Declaration.OneOf; len(one) > 0 && in.Default.Kind == types.Enumeration && !types.Within(f.possible(in.Default, own), one) {
		f.fail(in.Declaration.Default.Range(), "unknown-case", "the default is not among the cases that "+in.Name+" accepts", "They are "+strings.Join(one, ", ")+".")
	}
	return own
}

// run follows the steps of the program and returns the facts of its outputs.
func (f *flow) run() []fact {
	for _, start := range f.State {
		f.facts[start.Var] = fact{}
		if start.Value != nil {
			f.facts[start.Var] = f.expression(start.Value)
		}
	}
	f.block(f.Body)
	outputs := make([]fact, len(f.Outputs))
	for i, out := range f.Outputs {
		if out != nil {
			outputs[i] = f.expression(out)
		}
	}
	return outputs
}

func (f *flow) block(b Block) {
	for _, step := range b.Steps {
		if !f.spend(1) {
			return
		}
		f.step(step)
	}
}

func (f *flow) step(step Step) {
	switch step := step.(type) {
	case *Assign:
		f.facts[step.Var] = f.expression(step.Value)
	case *If:
		f.expression(step.Cond)
		f.branch(step.Then, func() { f.block(step.Else) }, step.Else.Ends)
	case *Match:
		matches(f, step.Match, step.On)
		f.expression(step.On)
		f.cases(step, 0)
	case *Perform:
		f.block(step.Body)
	case *Call:
		f.call(step)
	case *For:
		f.expression(step.List)
		before := slices.Clone(f.facts)
		forget := func() {
			for _, carry := range step.Carry {
				f.facts[carry.Var] = fact{}
			}
		}
		forget()
		f.facts[step.Var] = fact{}
		f.block(step.Body)
		f.facts = before
		forget()
	case *Line:
		f.expression(step.When)
		for _, field := range step.Fields {
			f.expression(field.Value)
			f.text(field.Text)
		}
	case *Note:
		f.expression(step.When)
		f.text(step.Text)
		f.text(step.Message)
		f.blame(step.Note.Blame, step.Blame)
	case *Refuse:
		f.expression(step.When)
		f.text(step.Text)
		f.blame(step.Refuse.Blame, step.Blame)
	}
}

// branch follows two sides, and joins the facts of those that do not end the run.
func (f *flow) branch(then Block, els func(), elseEnds bool) {
	before := f.facts
	f.facts = slices.Clone(before)
	f.block(then)
	after := f.facts
	f.facts = slices.Clone(before)
	els()
	switch {
	case then.Ends:
	case elseEnds:
		f.facts = after
	default:
		for i := range f.facts {
			f.facts[i] = f.facts[i].join(after[i])
		}
	}
}

// cases follows the cases of a match from one on.
func (f *flow) cases(m *Match, from int) {
	switch {
	case from == len(m.Cases):
		f.block(m.Else)
	case from == len(m.Cases)-1 && !m.HasElse:
		f.block(m.Cases[from])
	default:
		ends := m.HasElse && m.Else.Ends || !m.HasElse
		for _, rest := range m.Cases[from+1:] {
			ends = ends && rest.Ends
		}
		f.branch(m.Cases[from], func() { f.cases(m, from+1) }, ends)
	}
}

// call follows a called program with the facts of its arguments.
func (f *flow) call(step *Call) {
	callee := step.Callee
	inner := &flow{checker: f.checker, Chain: &Chain{Tree: callee, Up: f.Chain, Call: step}, facts: make([]fact, len(callee.Variables)), unchecked: callee.Declaration.Imported}
	given := make([]bool, len(callee.Inputs))
	for _, arg := range step.Arguments {
		if arg.Value == nil {
			continue
		}
		in := callee.Inputs[arg.Input]
		own := f.expression(arg.Value)
		own.asked = false
		if one := in.Declaration.OneOf; len(one) > 0 && arg.Value.Kind == types.Enumeration {
			for _, word := range f.possible(arg.Value, own) {
				if !slices.Contains(one, word) {
					f.fail(arg.Value.source.Range(), "unknown-case", in.Name+" does not accept "+word, "It accepts "+strings.Join(one, ", ")+".")
				}
			}
			own.cases = one
		}
		given[arg.Input] = !arg.Value.Optional || in.Default == nil
		inner.facts[in.Var] = own
	}
	if callee.Declaration.Imported { // a plan is followed alone
		for _, give := range step.Give {
			f.facts[give.Var] = fact{}
		}
		return
	}
	for i, in := range callee.Inputs {
		if !given[i] && in.Default != nil {
			preset := inner.preset(in)
			if slices.ContainsFunc(step.Arguments, func(arg Argument) bool { return arg.Input == i }) {
				preset = preset.join(inner.facts[in.Var])
			}
			inner.facts[in.Var] = preset
		}
	}
	outputs := inner.run()
	for _, give := range step.Give {
		if give.Output < len(outputs) {
			f.facts[give.Var] = outputs[give.Output]
		}
	}
}

// possible returns the cases of a value that can occur.
func (f *flow) possible(e *Expr, known fact) []string {
	if known.cases != nil {
		return known.cases
	}
	if word, constant := e.constantCase(); constant {
		return []string{word}
	}
	return e.Cases
}

func (f *flow) text(t *Text) {
	if t == nil {
		return
	}
	for _, v := range t.Values {
		f.expression(v)
	}
}

// expression follows an expression and returns what is known of its value.
func (f *flow) expression(e *Expr) (known fact) {
	if e == nil || !f.spend(1) {
		return known
	}
	known = f.operation(e)
	if e.Known != nil && !e.Optional {
		known.positive = e.Known.Sign() > 0
	}
	return known
}

func (f *flow) operation(e *Expr) fact {
	switch e.Op {
	case OpVariable:
		return f.facts[e.Var]
	case OpColumn:
		cells := e.Kind == types.Number && e.Bands != nil && !e.Bands.Unknown
		return fact{positive: cells && allPositive(e.Bands.Cells[e.Bands.Column(e.Name)])}
	case OpMatch:
		matches(f, e.Match.Match, e.Match.On)
		f.expression(e.Match.On)
		all := append(slices.Clone(e.Match.Cases), e.Match.Else)
		return f.anyOf(slices.DeleteFunc(all, func(one *Expr) bool { return one == nil }))
	case OpChoose, OpOtherwise:
		f.expression(e.Of[0])
		return f.anyOf(e.Of[1:])
	case OpComposed:
		f.text(e.Text)
		return fact{}
	}
	of := make([]fact, len(e.Of))
	for i, operand := range e.Of {
		of[i] = f.expression(operand)
	}
	switch e.Op {
	case OpConvert:
		if e.Of[0].Kind == types.NullKind || e.Kind == types.Enumeration && e.Of[0].textual() {
			return fact{}
		}
		return of[0]
	case OpIndex:
		return fact{positive: f.positiveTable(e.Of[0])}
	case OpAdd, OpMultiply:
		return fact{positive: of[0].positive && of[1].positive}
	case OpDivide:
		if y := e.Of[1]; e.Kind == types.Number && (y.Known == nil || y.Known.Sign() == 0) {
			f.divisor(y, of[1])
		}
		return fact{positive: of[0].positive && of[1].positive}
	case OpCompare:
		f.bounds(e)
	case OpCall:
		return f.called(e, of)
	}
	return fact{}
}

// anyOf joins the facts of alternatives.
func (f *flow) anyOf(alternatives []*Expr) fact {
	joined := f.expression(alternatives[0])
	for _, one := range alternatives[1:] {
		joined = joined.join(f.expression(one))
	}
	joined.asked = false
	return joined
}

// called returns what a function says of its value.
func (f *flow) called(e *Expr, of []fact) fact {
	every, some := true, false
	for _, one := range of {
		every, some = every && one.positive, some || one.positive
	}
	switch e.Function.Name {
	case "min":
		return fact{positive: every}
	case "max":
		return fact{positive: some}
	case "abs", "as":
		return fact{positive: of[0].positive}
	case "up", "ceiling", "up_to":
		return fact{positive: of[0].positive}
	case "year", "month", "day":
		return fact{positive: true}
	case "div", "mod":
		f.divisor(e.Of[1], of[1])
	}
	return fact{}
}

// divisor reports a divisor that may be 0, except in an imported plan.
func (f *flow) divisor(y *Expr, known fact) {
	if !f.unchecked && !known.positive {
		f.fail(y.At(), "zero-division", y.String()+" may be 0 and cannot be a divisor",
			"Divide by max("+y.String()+", 1), or give the input min: 1.")
	}
}

// positiveTable reports whether all numbers of a table are above 0.
func (f *flow) positiveTable(e *Expr) bool {
	for e.Op == OpIndex {
		e = e.Of[0]
	}
	switch e.Op {
	case OpFigure:
		return e.Figure != nil && e.Figure.Each != nil && !slices.ContainsFunc(e.Figure.Each, func(n number.Decimal) bool { return n.Sign() <= 0 })
	case OpTable:
		return e.Table.positive
	}
	return false
}

// bounds reports a comparison of an input with a number that its bounds exclude.
func (f *flow) bounds(e *Expr) {
	n, is := e.node.(*ast.BinaryNode)
	if !is || f.unchecked || e.Of[0].Kind != types.Number {
		return
	}
	name, isName := n.Left.(*ast.IdentifierNode)
	k, written := types.WrittenNumber(n.Right)
	input := e.Of[0]
	if !isName || !written {
		name, isName = n.Right.(*ast.IdentifierNode)
		k, written = types.WrittenNumber(n.Left)
		input = e.Of[1]
	}
	if !isName || !written || input.Op != OpVariable || !f.facts[input.Var].asked {
		return
	}
	in := f.Tree.Program.Input(name.Value)
	if in == nil || in.Type.Optional {
		return
	}
	if b := in.Type.Bounds; b.Min != nil && k.Cmp(*b.Min) < 0 || b.Max != nil && k.Cmp(*b.Max) > 0 {
		f.warn(e.At(), "unreachable", k.String()+" lies outside the bounds of "+name.Value+": the result is always the same", "Correct the comparison or the bounds, or remove the condition.")
	}
}

// matches reports cases that a match lacks, and an else that is never reached.
func matches[T any](f *flow, match *syntax.Match[T], on *Expr) {
	if on == nil || on.Kind == types.Number {
		return
	}
	possible := []string{"true", "false"}
	if on.Kind == types.Enumeration {
		possible = on.Cases
		if known := f.expression(on); known.cases != nil {
			possible = known.cases
		}
	}
	words := diagnostic.Names(match.Cases, func(one syntax.Case[T]) string { return one.Case })
	missing := slices.DeleteFunc(slices.Clone(possible), func(word string) bool { return slices.Contains(words, word) })
	switch {
	case match.HasElse && len(missing) == 0:
		f.fail(match.On.Range(), "unreachable", "every case is listed; else is never reached", "Remove else.")
	case !match.HasElse && len(missing) > 0:
		f.fail(match.On.Range(), "missing-case", "the match has no case for "+strings.Join(missing, ", "), "Add the cases, or else.")
	}
}

// blame reports fields of a refusal or warning that no request has, and remedies that do not
// fit them.
func (f *flow) blame(declared syntax.Blame, typed Blame) {
	f.expression(typed.Index)
	asked := f.module.GroupInputs()
	for _, remedy := range typed.Remedies {
		f.remedy(remedy, asked)
	}
	for _, field := range declared.Fields {
		in, unclear := f.Fault(field.Name, asked)
		switch {
		case unclear != nil:
			f.fail(field.Range, "field-unclear", "no single input of "+unclear.Name()+" decides "+field.Name+", which field names",
				"Name the input that the request has, declared under inputs:.")
		case in == nil && !slices.Contains(asked, field.Name) && f.Tree.Program.Input(field.Name) == nil:
			f.suggest(field.Range, "unknown-name", "unknown input "+field.Name, "field names an input of the program, or one that programs share (inputs:).", diagnostic.Nearest(field.Name, append(f.InputNames(), asked...)))
		case in == nil:
			continue
		}
		if in == nil {
			continue
		}
		if element := in.Type.Element; field.Member != "" && (element == nil || element.Record == nil || element.Record.Field(field.Member) == nil) {
			f.noMember(field.Range, in, field.Member)
		}
		if declared.At != nil && in.Type.Kind != types.ListKind {
			f.fail(declared.At.Range(), "wrong-type", in.Name+" is "+in.Type.Describe()+", not a list", "Remove at.")
		}
	}
}

// remedy reports settings that a request cannot have.
func (f *flow) remedy(remedy Remedy, asked []string) {
	f.expression(remedy.When)
	f.text(remedy.Label)
	for i, setting := range remedy.Set {
		v := remedy.Values[i]
		f.expression(v)
		in, _ := f.Fault(setting.Name, asked)
		switch {
		case in == nil && !slices.Contains(asked, setting.Name) && f.Tree.Program.Input(setting.Name) == nil:
			f.suggest(setting.Range, "unknown-name", "unknown input "+setting.Name, "set names an input of the program, or one that programs share (inputs:).", diagnostic.Nearest(setting.Name, append(f.InputNames(), asked...)))
			continue
		case in == nil || v == nil:
			continue
		case setting.Request != slices.Contains(f.module.Options.Own, in.Name):
			f.fail(setting.Range, "wrong-shape", in.Name+" is a field of the "+map[bool]string{true: "profile", false: "request itself"}[setting.Request], "Write request. before the fields of the request itself, and nothing before those of the profile.")
			continue
		}
		t := in.Type
		if setting.Item {
			if t.Element == nil || t.Element.Record == nil || setting.Member != "" && t.Element.Record.Field(setting.Member) == nil {
				f.noMember(setting.Range, in, setting.Member)
				continue
			}
			if t = t.Element; setting.Member != "" {
				t = t.Record.Field(setting.Member).Type
			}
		}
		f.settable(setting, v, t)
	}
}

// settable reports a value that a field of a request does not accept.
func (f *flow) settable(setting syntax.Setting, v *Expr, t *types.Type) {
	fits := v.Kind == t.Kind
	switch {
	case v.Kind == types.NullKind:
		return
	case t.Kind == types.Enumeration && v.textual():
		fits = types.Within(v.texts(), t.Cases)
	case t.Kind == types.Enumeration:
		fits = fits && types.Within(v.Cases, t.Cases)
	case t.Kind == types.Text || t.Grammar != nil:
		fits = v.Kind == types.Text || v.Kind == types.Enumeration || v.Kind == types.GrammarKind
	case t.Kind == types.Number && fits:
		_, fits = types.Unify(v.Unit, t.Unit)
		if v.Known != nil {
			fits = fits && t.Bounds.Contain(v.Known)
		}
	}
	if !fits {
		f.fail(setting.Range, "wrong-type", setting.Name+" is "+t.Describe()+" in a request, and cannot be "+v.Describe(), "Set a value that a request can send; a remedy that cannot be sent answers nothing.")
	}
}
