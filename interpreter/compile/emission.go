package compile

import (
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// emission is a site that is compiled, with the values that it emits. Programs keep the
// site only.
type emission struct {
	*run.Site
	args []machine.Operand
}

// show adds a value to the arguments of a site.
func (c *compiler) show(t *emission, v *value) run.Shown {
	v = c.settled(v)
	if v.parts != nil {
		return c.show(t, c.partOf(v, "text"))
	}
	unit := v.t.Unit
	sh := run.Shown{Flag: -1, Divisor: -1, Kind: v.t.Kind, Cases: v.t.Cases, Money: unit.Money(), PerUnit: unit.CountsMoney(), Unit: unit.String()}
	if unit.Free || unit.Pure() {
		sh.Unit = ""
	}
	switch v.t.Kind {
	case types.Number:
		sh.Places = -1
		if f, places, ok := c.finite(v); ok {
			v, sh.Places = f, places
		}
		sh.Scale = v.scale
	case types.ListKind:
		sh.Cases, sh.At = v.t.Declared.Element.Cases, len(t.args)
		t.args = append(t.args, v.address, v.end)
		return sh
	}
	sh.At = t.argument(v.v)
	if v.given != nil {
		sh.Flag = t.argument(v.given)
	}
	if v.divisor != nil {
		sh.Divisor = t.argument(v.divisor)
	}
	return sh
}

// argument returns the index of a value among the arguments, where each occurs once: the
// text of each language shows the same values.
func (t *emission) argument(v machine.Operand) int {
	if i := slices.Index(t.args, v); i >= 0 {
		return i
	}
	t.args = append(t.args, v)
	return len(t.args) - 1
}

func (c *compiler) emit(t *emission) int {
	c.sites = append(c.sites, t.Site)
	constant := t.Kind == run.TextSite && len(t.args) == 0
	if !constant && (c.part == nil || c.part.keep(t)) {
		c.b.Emit(len(c.sites)-1, t.args)
	}
	return len(c.sites) - 1
}

func (c *compiler) note(s *scope, step *check.Note) {
	t := &emission{Site: &run.Site{Kind: run.NoteSite, At: step.Range(), Warning: step.Warning}}
	t.Texts = c.templates(s, t, step.Text)
	t.Message = c.templates(s, t, step.Message)
	c.blame(s, t, step.Note.Blame, step.Blame)
	c.emit(t)
}

func (c *compiler) refuse(s *scope, step *check.Refuse) {
	t := &emission{Site: &run.Site{Kind: run.RefuseSite, At: step.Range(), Error: step.Error, Cite: step.Cite}}
	t.Texts = c.templates(s, t, step.Text)
	c.blame(s, t, step.Refuse.Blame, step.Blame)
	c.emit(t)
	c.b.Halt()
}

// item shows the fields of a record of a list of components.
func (c *compiler) item(s *scope, step *check.Item) {
	t := &emission{Site: &run.Site{Kind: run.ItemSite, At: step.Range(), Item: step.Item, Fields: make([]run.SiteField, len(step.Fields))}}
	for i, field := range step.Fields {
		if field != nil {
			t.Fields[i].Set, t.Fields[i].Value = true, c.show(t, c.expression(s, field))
		}
	}
	c.emit(t)
}

// line compiles a line. Its texts may show its other fields, so they come after these.
func (c *compiler) line(s *scope, step *check.Line) {
	t := &emission{Site: &run.Site{Kind: run.LineSite, At: step.Range(), Fields: make([]run.SiteField, len(step.Fields))}}
	shown := map[string]*value{}
	for _, i := range step.Order {
		f, to := &step.Fields[i], &t.Fields[i]
		if f.Value == nil {
			continue
		}
		spec := c.module.Options.Line[i]
		traced := c.beforeStep(s, spec.Name, f.Trace, f.Value, f.At, "")
		v := c.afterStep(traced, c.settled(c.expression(s, f.Value)))
		to.From, shown[spec.Name] = v.from, v
		if spec.Kind == types.MoneyField && v.t.Kind == types.Number {
			cents := *v
			cents.scale = number.PowerOfTen(2)
			cents.v = c.rescaled(v, cents.scale)
			v = &cents
		}
		to.Value = c.show(t, v)
	}
	outer := s.columns
	s.columns = shown
	for _, i := range step.Order {
		t.Fields[i].Texts = c.templates(s, t, step.Fields[i].Text)
	}
	for i, f := range step.Fields {
		t.Fields[i].Set, t.Fields[i].Word = f.Set, f.Word
		if f.Text != nil && !slices.Contains(step.Order, i) { // the usual text
			t.Fields[i].Texts = c.templates(s, t, f.Text)
		}
	}
	s.columns = outer
	c.emit(t)
}

// composed compiles a text. Its values are emitted when it is computed; its own value is
// the code of the text.
func (c *compiler) composed(s *scope, e *check.Expr) *value {
	t := &emission{Site: &run.Site{Kind: run.TextSite, At: e.At()}}
	t.Texts = c.templates(s, t, e.Text)
	at := c.emit(t)
	c.texts = append(c.texts, run.TextEntry{Site: at, Constant: len(t.args) == 0})
	return &value{t: &e.Type, v: c.b.Int(-int64(len(c.texts)))}
}

// textCode returns the code of a constant text. It is negative; the codes of texts that
// a run is given are not.
func (c *compiler) textCode(text string) int64 {
	code, known := c.textAt[text]
	if !known {
		c.texts = append(c.texts, run.TextEntry{Text: text, Site: -1})
		code = -int64(len(c.texts))
		c.textAt[text] = code
	}
	return code
}

func (c *compiler) templates(s *scope, t *emission, text *check.Text) run.Texts {
	if text == nil {
		return run.Texts{}
	}
	return wording.Map(*text.Text, func(language run.Language, one *syntax.Template) run.Template {
		return c.template(s, t, text, one).Folded(language, text.SameEverywhere())
	})
}

func (c *compiler) template(s *scope, t *emission, text *check.Text, one *syntax.Template) run.Template {
	if one == nil {
		return nil
	}
	var list run.Template
	for _, piece := range one.Pieces {
		e := text.Values[piece.Value]
		if e == nil {
			if piece.Literal != "" {
				list = append(list, run.TemplatePiece{Literal: piece.Literal})
			}
			continue
		}
		v := c.expression(s, e)
		if v.t.Kind == types.Text && v.t.Word != nil && v.given == nil {
			list = append(list, run.TemplatePiece{Literal: *v.t.Word})
			continue
		}
		if sh, n, ok := c.showConstant(v); ok {
			list = append(list, run.TemplatePiece{Value: &sh, Constant: n})
			continue
		}
		sh := c.show(t, v)
		list = append(list, run.TemplatePiece{Value: &sh})
	}
	return list
}

// showConstant shows a constant number, which need not be emitted.
func (c *compiler) showConstant(v *value) (run.Shown, *big.Int, bool) {
	if _, known := v.constant(); !known {
		return run.Shown{}, nil, false
	}
	alone := &emission{Site: &run.Site{}}
	sh := c.show(alone, v)
	n, known := alone.args[0].Constant()
	return sh, n, known && len(alone.args) == 1
}

// blame adds the inputs of the root program that a refusal or warning names.
func (c *compiler) blame(s *scope, t *emission, declared syntax.Blame, typed check.Blame) {
	for _, field := range declared.Fields {
		in, _ := s.Fault(field.Name, c.module.GroupInputs())
		if in == nil {
			continue
		}
		f := run.Fault{Loc: []any{in.Name}, Flag: -1}
		if field.Member != "" {
			f.Loc = append(f.Loc, field.Member)
		}
		if in.Flag >= 0 {
			f.Flag = t.argument(c.b.Input(in.Flag))
		}
		t.Faults = append(t.Faults, f)
	}
	if typed.Index != nil {
		place := c.show(t, c.expression(s, typed.Index))
		t.Index = &place
	}
	for i := range typed.Remedies {
		c.remedy(s, t, &typed.Remedies[i])
	}
}

// remedy adds a change of the request, unless the root program lacks one of its fields.
func (c *compiler) remedy(s *scope, t *emission, remedy *check.Remedy) {
	one := run.SiteRemedy{}
	for i, setting := range remedy.Set {
		in, _ := s.Fault(setting.Name, c.module.GroupInputs())
		if in == nil {
			return
		}
		set := run.SiteSetting{Input: in.Name, Member: setting.Member, Item: setting.Item}
		switch v := remedy.Values[i]; {
		case v.Kind == types.Text && v.Word != nil:
			set.Word = *v.Word
		case v.Kind != types.NullKind:
			of := c.expression(s, v)
			shown := c.show(t, of)
			set.Value = &shown
			_, known := of.constant()
			t.Varying = t.Varying || !known
		}
		t.Varying = t.Varying || set.Item
		one.Set = append(one.Set, set)
	}
	if remedy.When != nil {
		holds := c.show(t, c.expression(s, remedy.When))
		one.When, t.Varying = &holds, true
	}
	one.Label = c.templates(s, t, remedy.Label)
	for _, text := range one.Label.Each() {
		t.Varying = t.Varying || text.Varies()
	}
	t.Remedies = append(t.Remedies, one)
}

// beforeStep collects the values that a traced step reads, before it changes them. It
// returns nil if the step is not traced; steps that only copy a value are not.
func (c *compiler) beforeStep(s *scope, name string, written syntax.Value, v *check.Expr, at diagnostic.Range, cite string) *emission {
	if e, is := written.(*syntax.Expression); c.mode != Traced || is && syntax.IsName(e.Tree.String()) {
		return nil
	}
	t := &emission{Site: &run.Site{Kind: run.StepSite, At: at, Step: &run.Step{
		Program: s.Name(), Procedure: s.procedure, Name: name, Formula: formula(written), Tree: formulaTree(written), Cite: c.citation(s, cite), At: at,
	}}}
	for _, read := range v.Reads() {
		c.traceInput(s, t, read)
	}
	return t
}

// citation returns the legal reference of a step, its procedure or its program.
func (c *compiler) citation(s *scope, own string) string {
	if own != "" {
		return own
	}
	if p := s.Declaration.Procedure(s.procedure); p != nil && p.Cite != "" {
		return p.Cite
	}
	return s.Declaration.Cite
}

// traceInput adds a name or figure that a step reads. For an entry of a list of numbers
// it adds the index instead, which may be out of range unless the conditions of the
// step hold.
func (c *compiler) traceInput(s *scope, t *emission, e *check.Expr) {
	if e.Op == check.OpIndex && e.Of[0].Cases == nil {
		for _, read := range e.Of[1].Reads() {
			c.traceInput(s, t, read)
		}
		return
	}
	name := e.String()
	if !showable(&e.Type) || slices.ContainsFunc(t.Step.Inputs, func(known run.StepInput) bool { return known.Name == name }) {
		return
	}
	v := c.expression(s, e)
	t.Step.Inputs = append(t.Step.Inputs, run.StepInput{Name: name, Value: c.show(t, v), From: v.from})
}

// showable reports whether a trace shows values of a type: not compound ones.
func showable(t *check.Type) bool {
	switch t.Kind {
	case types.NullKind, types.GrammarKind:
		return true
	case types.Handle:
		return false
	}
	return t.Kind.Single() || t.Kind == types.ListKind && t.Period == 0 && t.Declared.Enumerated() != nil
}

// afterStep emits the result of a step, and makes the step the origin of the value.
func (c *compiler) afterStep(t *emission, v *value) *value {
	if t == nil || !showable(v.t) {
		return v
	}
	t.Step.Result = c.show(t, v)
	traced := *v
	traced.from = []run.Origin{{Site: c.emit(t)}}
	return &traced
}

// formula returns the right side of a step as text.
func formula(v syntax.Value) string {
	switch v := v.(type) {
	case *syntax.Expression:
		return v.Tree.String()
	case *syntax.If[syntax.Value]:
		return "if " + v.Cond.Tree.String() + " then " + formula(v.Then) + " else " + formula(v.Else)
	case *syntax.Match[syntax.Value]:
		if v.Labels {
			return "label " + v.On.Tree.String()
		}
		text := "match " + v.On.Tree.String() + ":"
		for _, cs := range v.Cases {
			text += " " + cs.Case + ": " + formula(cs.Do) + ","
		}
		if v.HasElse {
			return text + " else " + formula(v.Else)
		}
		return text[:len(text)-1]
	case *syntax.TextValue:
		return "text"
	}
	return ""
}
