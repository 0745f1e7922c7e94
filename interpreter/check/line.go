package check

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

// line types a line. Its texts may show its other fields, so they are typed after these.
func (c *checker) line(s *scope, step *syntax.Line) *Line {
	typed := &Line{Line: step, When: c.when(s, step.When), Fields: make([]Field, len(c.module.Options.Line))}
	for _, f := range step.Fields {
		if i := c.lineField(f); i >= 0 {
			typed.Order = append(typed.Order, i)
		}
	}
	shown := map[string]*Type{}
	inner := *s
	for pass := range 2 {
		for _, f := range step.Fields {
			i := c.lineField(f)
			if i < 0 {
				continue
			}
			spec := c.module.Options.Line[i]
			if (spec.Kind == types.TextField) == (pass == 1) {
				c.lineValue(&inner, typed, f, spec, &typed.Fields[i], shown)
			}
		}
		inner.columns = shown
	}
	c.cite(typed)
	for i, spec := range c.module.Options.Line {
		if f := &typed.Fields[i]; !f.Set && spec.Usual != nil && !slices.ContainsFunc(shownBy(spec.Usual), func(name string) bool { return !sure(shown[name]) }) {
			f.Set, f.Text = true, c.text(&inner, spec.Usual)
		}
	}
	s.vars, s.names = inner.vars, inner.names
	c.checkFields(typed, step)
	return typed
}

// sure reports whether a field of a line always has a value.
func sure(t *Type) bool { return t != nil && t.Kind != types.NullKind && !t.Optional }

// shownBy returns the fields that the usual text of a line shows.
func shownBy(text *syntax.Text) (names []string) {
	if text.English != nil {
		for _, piece := range text.English.Pieces {
			if piece.Value != nil {
				names = append(names, syntax.Names(piece.Value.Tree)...)
			}
		}
	}
	return names
}

// checkFields reports fields that a line lacks, and those that it cannot have.
func (c *checker) checkFields(typed *Line, step *syntax.Line) {
	for i, spec := range c.module.Options.Line {
		set, without := typed.Fields[i].Set, c.lineWithout(typed, spec)
		switch {
		case set && without != "":
			c.fail(step.Range(), "unknown-key", "a line of "+without+" has no "+spec.Name, "Only these lines have it: "+strings.Join(spec.For, ", ")+".")
		case spec.Required && !set && without == "":
			remedy := "Add " + spec.Name + ": …"
			if spec.Source {
				remedy += ", or a rate or amount that is a figure with a source, such as rate: p.pension_rate"
			} else if spec.Usual != nil {
				remedy += ", or " + strings.Join(shownBy(spec.Usual), " and ") + ", which the usual text shows"
			}
			c.fail(step.Range(), "missing-field", "the line has no "+spec.Name, remedy+".")
		}
	}
}

// figureOf returns the figure that a value is, such as p.rate or p.rate[kind]; nil if it is
// computed.
func (c *checker) figureOf(v syntax.Value) *types.Parameter {
	e, is := v.(*syntax.Expression)
	if !is {
		return nil
	}
	n := e.Tree
	for index := syntax.IndexOf(n); index != nil; index = syntax.IndexOf(n) {
		n = index.Node
	}
	name, _ := syntax.ParameterOf(n)
	return c.module.Figures[name]
}

// cite gives a line the source and the citation of its figure, unless it has its own. The
// citation belongs to that source only, which Options.Line has before it.
func (c *checker) cite(typed *Line) {
	for i, spec := range c.module.Options.Line {
		f := &typed.Fields[i]
		switch {
		case typed.Figure == nil, spec.Source && f.Set && f.Word != typed.Figure.Source:
			return
		case f.Set:
		case spec.Source:
			f.Set, f.Word = true, typed.Figure.Source
		case spec.Cite:
			f.Set, f.Word = true, typed.Figure.Cite
		}
	}
}

// lineWithout returns the word that excludes a field from the line; empty if the line
// may have it.
func (c *checker) lineWithout(typed *Line, spec types.LineField) string {
	for i, other := range c.module.Options.Line {
		if word := typed.Fields[i].Word; spec.For != nil && other.Kind == types.WordField && word != "" && !slices.Contains(spec.For, word) {
			return word
		}
	}
	return ""
}

func (c *checker) lineField(f syntax.LineField) int {
	names := diagnostic.Names(c.module.Options.Line, func(spec types.LineField) string { return spec.Name })
	if i := slices.Index(names, f.Name); i >= 0 {
		return i
	}
	c.suggest(f.Range, "unknown-key", "a line has no field "+f.Name, "Its fields are "+strings.Join(names, ", ")+".", diagnostic.Nearest(f.Name, names))
	return -1
}

func (c *checker) lineValue(s *scope, line *Line, f syntax.LineField, spec types.LineField, to *Field, shown map[string]*Type) {
	to.Set, to.At, to.Range = true, f.Range, f.ValueRange()
	switch spec.Kind {
	case types.WordField:
		word, list := f.Word()
		c.extend(list)
		to.Word = word
		c.checkWord(f, spec, word)
		return
	case types.TextField:
		text, list := f.Text()
		c.extend(list)
		to.Text = c.text(s, text)
		return
	}
	declared, list := f.Value()
	c.extend(list)
	if spec.Cited {
		line.Figure = cmp.Or(line.Figure, c.figureOf(declared))
	}
	v := c.value(s, declared)
	if v == nil { // with a finding, to which those of its text and source would add nothing
		shown[f.Name] = broken
		if spec.Cited {
			line.Figure = cmp.Or(line.Figure, &types.Parameter{Parameter: &syntax.Parameter{}})
		}
		return
	}
	shown[f.Name] = &v.Type
	if v.Kind == types.NullKind && spec.Required {
		c.fail(f.ValueRange(), "null-value", f.Name+" cannot be null", "Give it a value, or add a condition to the line: when: ….")
		return
	}
	if c.fieldFits(f, spec, v) && c.shown(f.ValueRange(), v) {
		to.Value, to.Trace = v, declared
	}
}

func (c *checker) extend(list diagnostic.List) {
	for _, d := range list {
		c.report(d)
	}
}

func (c *checker) checkWord(f syntax.LineField, spec types.LineField, word string) {
	if spec.Source && !c.module.Options.Alone && !slices.ContainsFunc(c.module.Sources, func(s *syntax.Source) bool { return s.ID == word }) {
		known := diagnostic.Names(c.module.Sources, func(s *syntax.Source) string { return s.ID })
		c.suggest(f.ValueRange(), "unknown-name", "unknown source "+strconv.Quote(word), "Declare it under sources.", diagnostic.Nearest(word, known))
	}
	if spec.Words == nil || slices.Contains(spec.Words, word) {
		return
	}
	c.suggest(f.ValueRange(), "unknown-word", fmt.Sprintf("%s cannot be %q", f.Name, word), "It is one of "+strings.Join(spec.Words, ", ")+".", diagnostic.Nearest(word, spec.Words))
}

// fieldFits checks a value against the kind of its field.
func (c *checker) fieldFits(f syntax.LineField, spec types.LineField, x *Expr) bool {
	if x.Kind == types.NullKind {
		return true
	}
	want := map[types.FieldKind]types.Kind{types.MoneyField: types.Number, types.NumberField: types.Number, types.DateField: types.Date}[spec.Kind]
	if spec.Kind == types.CaseField {
		want = types.Enumeration
		if x.Kind == types.Text || x.Kind == types.GrammarKind {
			want = x.Kind
		}
	}
	if x.Kind != want {
		c.fail(f.ValueRange(), "wrong-type", f.Name+" must be "+want.String()+", not "+x.Describe(), "Give it "+want.String()+".")
		return false
	}
	if spec.Kind != types.MoneyField {
		return true
	}
	if !x.Unit.Money() && !x.Unit.Free {
		c.fail(f.ValueRange(), "mixed-units", f.Name+" must be an amount of money, and this is in "+x.Unit.String(), cmp.Or(types.PerHundred(x.Unit), "Convert it: as(…, \"EUR\")."))
		return false
	}
	if x.Fraction || new(big.Int).Rem(number.PowerOfTen(2), x.Scale).Sign() != 0 {
		c.fail(f.ValueRange(), "too-many-decimals", f.Name+" has 2 decimals, and this may have more", "Round it: half_up(…, 2), down(…, 2), …")
		return false
	}
	return true
}
