package check

import (
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// text types the values of a text in each of its languages.
func (c *checker) text(s *scope, text *syntax.Text) *Text {
	if text == nil || text.English == nil {
		return nil
	}
	typed := &Text{Text: text, Values: map[*syntax.Expression]*Expr{}}
	for _, template := range text.Each() {
		if template == nil {
			continue
		}
		for _, piece := range template.Pieces {
			if piece.Value == nil {
				continue
			}
			v := c.expression(s, piece.Value)
			if v != nil && v.Kind == types.Handle {
				c.fail(piece.Value.Range(), "wrong-type", v.Describe()+" cannot be shown in a text", "Show a text that a function of the host returns for it.")
				v = nil
			}
			if v != nil && c.shown(piece.Value.Range(), v) {
				typed.Values[piece.Value] = v
			}
		}
	}
	return typed
}

// shown reports values that cannot be shown.
func (c *checker) shown(at diagnostic.Range, v *Expr) bool {
	switch v.Kind {
	case types.Number:
		if _, finite := v.Decimal(); !finite {
			c.fail(at, "not-rounded", "this number has no last decimal", "Round it: half_up(…, 2), …")
			return false
		}
	case types.ListKind:
		if v.Period > 0 || v.Declared.Enumerated() == nil {
			c.fail(at, "wrong-type", "only a list of cases can be shown", "Show count(…), or its records in a for loop.")
			return false
		}
	case types.NullKind, types.GrammarKind:
	default:
		if !v.Kind.Single() {
			c.fail(at, "wrong-type", v.Describe()+" cannot be shown", "Choose a field or an entry: name.field, table[…].")
			return false
		}
	}
	return true
}

// blame types the place in a list that a refusal or warning names, and its remedies.
func (c *checker) blame(s *scope, b syntax.Blame) (typed Blame) {
	for _, remedy := range b.Remedies {
		one := Remedy{Remedy: remedy, When: c.when(s, remedy.When), Label: c.text(s, remedy.Label)}
		for _, setting := range remedy.Set {
			one.Values = append(one.Values, c.setting(s, setting))
		}
		typed.Remedies = append(typed.Remedies, one)
	}
	if b.At == nil {
		return typed
	}
	v := c.expression(s, b.At)
	switch {
	case v == nil || !c.shown(b.At.Range(), v):
	case v.Kind != types.Number || v.Scale.Cmp(one) != 0 || v.Optional:
		c.fail(b.At.Range(), "wrong-type", "at is "+v.Describe()+", and must be a whole number", "It counts from 0.")
	default:
		typed.Index = v
	}
	return typed
}

// setting types what to send in a field; nil after an error. A name without a meaning is a word.
func (c *checker) setting(s *scope, setting syntax.Setting) *Expr {
	if e, is := setting.Value.(*syntax.Expression); is && syntax.IsName(e.Tree.String()) && !s.knows(e.Tree.String()) {
		if word := e.Tree.String(); word != "null" && word != "true" && word != "false" {
			return &Expr{Op: OpWord, Type: Type{Kind: types.Text, Word: &word}, at: e.Range()}
		}
	}
	v := c.value(s, setting.Value)
	if v != nil && v.Kind != types.NullKind && !c.shown(setting.Range, v) {
		return nil
	}
	return v
}

// item types the fields of a record of a list of components.
func (c *checker) item(s *scope, step *syntax.Item) *Item {
	typed := &Item{Item: step, Fields: make([]*Expr, len(step.Fields))}
	for i, field := range step.Fields {
		if t, _ := s.lookup(field.Name); t != nil && t != unset && t != broken {
			v := &Expr{Op: OpVariable, Type: *t, Var: s.index[field.Name], Name: field.Name, at: field.Range}
			if c.shown(field.Range, v) {
				typed.Fields[i] = v
			}
		}
	}
	return typed
}
