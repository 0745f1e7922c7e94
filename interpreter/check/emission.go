package check

import (
	"math/big"
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// emission is a site that is compiled, with the values that it emits. Programs keep the
// site only.
type emission struct {
	*run.Site
	args   []machine.Value
	figure *types.Parameter // of a line, which takes its source and citation from it
}

// show adds a value to the arguments of a site. Numbers must be decimals unless
// fractions are allowed.
func (c *compiler) show(at diagnostic.Range, t *emission, v *value, fractions bool) (run.Shown, bool) {
	v = c.settled(v)
	sh := run.Shown{Flag: -1, Divisor: -1, Kind: v.kind, Cases: v.cases, Money: v.unit.Money(), PerUnit: v.unit.CountsMoney(), Unit: v.unit.String()}
	if v.unit.Free || v.unit.Pure() {
		sh.Unit = ""
	}
	if !fractions { // a trace shows several values at one position
		c.sameUnitAs(at, v, &sh)
	}
	switch v.kind {
	case types.Number:
		if f, places, ok := c.finite(v); ok {
			v, sh.Places = f, places
		} else if sh.Places = -1; !fractions {
			c.fail(at, "not-rounded", "this number has no last decimal", "Round it: half_up(…, 2), …")
			return sh, false
		}
		sh.Scale = v.scale
	case types.Boolean, types.Text, types.Enumeration, types.Date, types.Time, types.Duration, types.Handle:
	case types.NullKind:
	case types.ListKind:
		if v.step == 0 && v.typ.Enumerated() != nil {
			sh.Cases, sh.At = v.typ.Element.Cases, len(t.args)
			t.args = append(t.args, v.address, v.end)
			return sh, true
		}
		c.fail(at, "wrong-type", "only a list of cases can be shown", "Show count(…), or its records in a for loop.")
		return sh, false
	default:
		if v.kind == types.GrammarKind {
			return c.show(at, t, c.partOf(v, v.parts["text"]), fractions)
		}
		c.fail(at, "wrong-type", v.describe()+" cannot be shown", "Choose a field or an entry: name.field, table[…].")
		return sh, false
	}
	sh.At = t.argument(v.v)
	if v.given != nil {
		sh.Flag = t.argument(v.given)
	}
	if v.divisor != nil {
		sh.Divisor = t.argument(v.divisor)
	}
	return sh, true
}

// argument returns the index of a value among the arguments, where each occurs once: the
// text of each language shows the same values.
func (t *emission) argument(v machine.Value) int {
	if i := slices.Index(t.args, v); i >= 0 {
		return i
	}
	t.args = append(t.args, v)
	return len(t.args) - 1
}

// sameUnitAs uses the unit that the check found for a value at a position, so that a
// constant looks the same as a computed value.
func (c *compiler) sameUnitAs(at diagnostic.Range, v *value, sh *run.Shown) {
	if c.checking {
		if v.kind == types.Number && sh.Unit != "" {
			c.root.shown[at] = v.unit
		}
		return
	}
	if v.kind != types.Number || !v.unit.Free {
		return
	}
	_ = c.current.checked() // only the program that shows the constant, which is quick
	if unit, known := c.current.shown[at]; known {
		sh.Money, sh.PerUnit, sh.Unit = unit.Money(), unit.CountsMoney(), unit.String()
	}
}

func (c *compiler) emit(t *emission) int {
	c.sites = append(c.sites, t.Site)
	constant := t.Kind == run.TextSite && len(t.args) == 0
	if !constant && (c.part == nil || c.part.keep(t)) {
		c.b.Emit(len(c.sites)-1, t.args)
	}
	return len(c.sites) - 1
}

// when compiles an emission under its condition.
func (c *compiler) when(s *scope, step syntax.Step, cond *syntax.Expression, build func() (ends bool)) (ends bool) {
	if cond == nil {
		c.countAt(step.Range(), "reached")
		return build()
	}
	test := c.condition(s, cond)
	if test == nil {
		build()
		return false
	}
	if holds, known := test.Known(); known && c.check && !holds && len(syntax.Names(cond.Tree)) == 0 {
		c.fail(cond.Range(), "unreachable", "this condition is never true", "Correct the condition, or remove the step.")
	}
	return c.branch(s, step.Range(), test,
		side(c, step.Range(), syntax.Then, build),
		side(c, step.Range(), syntax.Otherwise, func() bool { return false }))
}

func (c *compiler) note(s *scope, step *syntax.Note) {
	c.when(s, step, step.When, func() bool {
		t := &emission{Site: &run.Site{Kind: run.NoteSite, At: step.Range(), Warning: step.Warning}}
		t.Texts = c.templates(s, t, step.Text)
		t.Message = c.templates(s, t, step.Message)
		c.blame(s, t, step.Blame)
		c.emit(t)
		return false
	})
}

// item shows the fields of a record of a list of components.
func (c *compiler) item(s *scope, step *syntax.Item) {
	t := &emission{Site: &run.Site{Kind: run.ItemSite, At: step.Range(), Item: step, Fields: make([]run.SiteField, len(step.Fields))}}
	for i, field := range step.Fields {
		if v, _ := s.lookup(field.Name); v != nil && v != unset && v != broken {
			t.Fields[i].Set = true
			t.Fields[i].Value, _ = c.show(field.Range, t, v, false)
		}
	}
	c.emit(t)
}

func (c *compiler) refuse(s *scope, step *syntax.Refuse) (ends bool) {
	return c.when(s, step, step.When, func() bool {
		t := &emission{Site: &run.Site{Kind: run.RefuseSite, At: step.Range(), Error: step.Error, Cite: step.Cite}}
		t.Texts = c.templates(s, t, step.Message)
		c.blame(s, t, step.Blame)
		c.emit(t)
		c.b.Halt()
		return true
	})
}

// textValue compiles a text. Its values are emitted when it is computed; its own value is
// the code of the text.
func (c *compiler) textValue(s *scope, text *syntax.Text) *value {
	t := &emission{Site: &run.Site{Kind: run.TextSite, At: text.English.Range}}
	t.Texts = c.templates(s, t, text)
	at := c.emit(t)
	c.texts = append(c.texts, run.TextEntry{Site: at, Constant: len(t.args) == 0})
	return &value{kind: types.Text, v: c.b.Int(-int64(len(c.texts)))}
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

func (c *compiler) templates(s *scope, t *emission, text *syntax.Text) run.Texts {
	if text == nil || text.English == nil {
		return run.Texts{}
	}
	return wording.Map(*text, func(language run.Language, one *syntax.Template) run.Template {
		return c.template(s, t, one).Folded(language, text.SameEverywhere())
	})
}

func (c *compiler) template(s *scope, t *emission, text *syntax.Template) run.Template {
	if text == nil {
		return nil
	}
	var list run.Template
	for _, piece := range text.Pieces {
		if piece.Value == nil {
			if piece.Literal != "" {
				list = append(list, run.TemplatePiece{Literal: piece.Literal})
			}
			continue
		}
		v := c.expression(s, piece.Value)
		if v == nil || v == broken {
			continue
		}
		if v.kind == types.Text && v.isText && v.given == nil {
			list = append(list, run.TemplatePiece{Literal: v.text})
			continue
		}
		if sh, n, ok := c.showConstant(piece.Value.Range(), v); ok {
			list = append(list, run.TemplatePiece{Value: &sh, Constant: n})
			continue
		}
		if v.kind == types.Handle {
			c.fail(piece.Value.Range(), "wrong-type", v.describe()+" cannot be shown in a text", "Show a text that a function of the host returns for it.")
			continue
		}
		if sh, ok := c.show(piece.Value.Range(), t, v, false); ok {
			list = append(list, run.TemplatePiece{Value: &sh})
		}
	}
	return list
}

// showConstant shows a constant number, which need not be emitted.
func (c *compiler) showConstant(at diagnostic.Range, v *value) (run.Shown, *big.Int, bool) {
	if v.kind != types.Number || v.given != nil || v.divisor != nil || v.v == nil {
		return run.Shown{}, nil, false
	}
	if _, known := v.v.Constant(); !known {
		return run.Shown{}, nil, false
	}
	alone := &emission{Site: &run.Site{}}
	sh, ok := c.show(at, alone, v, false)
	if !ok || len(alone.args) != 1 {
		return run.Shown{}, nil, false
	}
	n, known := alone.args[0].Constant()
	return sh, n, known
}

// blame adds the inputs of the root program that a refusal or warning names.
func (c *compiler) blame(s *scope, t *emission, step syntax.Blame) {
	for _, field := range step.Fields {
		in := c.inputAtFault(s, field)
		if in == nil {
			continue
		}
		f := run.Fault{Input: in.Name, Member: field.Member, Flag: -1}
		if element := in.Type.Element; field.Member != "" && (element == nil || element.Record == nil || element.Record.Field(field.Member) == nil) {
			c.fail(field.Range, "unknown-name", in.Name+" is "+in.Type.Describe()+" and has no "+field.Member, "Name a field of the records in the list.")
		}
		if in.Flag >= 0 {
			f.Flag = t.argument(c.b.Input(in.Flag))
		}
		t.Faults = append(t.Faults, f)
		if step.At != nil && in.Type.Kind != types.ListKind {
			c.fail(step.At.Range(), "wrong-type", in.Name+" is "+in.Type.Describe()+", not a list", "Remove at.")
		}
	}
	if step.At == nil {
		return
	}
	v := c.expression(s, step.At)
	if v == nil || v == broken {
		return
	}
	place, ok := c.show(step.At.Range(), t, v, false)
	if ok && (place.Kind != types.Number || place.Places != 0 || place.Flag >= 0) {
		c.fail(step.At.Range(), "wrong-type", "at is "+v.describe()+", and must be a whole number", "It counts from 0.")
		return
	}
	t.Index = &place
}

// inputAtFault returns the input of the root program for a field of a refusal or warning:
// an input of its program, followed through the calls, or one that requests have. It
// is nil if the root program does not have it.
func (c *compiler) inputAtFault(s *scope, field syntax.FieldName) *types.Input {
	asked := c.module.GroupInputs()
	name := field.Name
	for of := s; of.caller != nil && of.program.Input(name) != nil; of = of.caller {
		if name = of.argumentOf(name); name != "" {
			continue
		}
		if name = field.Name; !slices.Contains(asked, name) {
			c.fail(field.Range, "field-unclear", "no single input of "+of.caller.program.Name()+" decides "+name+", which field names",
				"Name the input that the request has, declared under inputs:.")
			return nil
		}
		break
	}
	if in := c.root.Input(name); in != nil {
		return in
	}
	if !slices.Contains(asked, name) && s.program.Input(name) == nil {
		c.suggest(field.Range, "unknown-name", "unknown input "+name, "field names an input of the program, or one that programs share (inputs:).", diagnostic.Nearest(name, append(s.program.InputNames(), asked...)))
	}
	return nil
}

// argumentOf returns the input of the caller that alone determines an input of the
// called program; empty if there is not exactly one.
func (s *scope) argumentOf(input string) string {
	for _, arg := range s.arguments {
		if arg.Input != input {
			continue
		}
		read := slices.DeleteFunc(syntax.Names(arg.Value.Tree), func(name string) bool { return s.caller.program.Input(name) == nil })
		if len(read) == 1 {
			return read[0]
		}
		return ""
	}
	return ""
}
