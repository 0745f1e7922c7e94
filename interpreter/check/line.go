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
	"github.com/payslate/payslate/interpreter/run"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/types"
)

func (c *compiler) line(s *scope, step *syntax.Line) {
	c.when(s, step, step.When, func() bool {
		c.emitLine(s, step)
		return false
	})
}

func (c *compiler) emitLine(s *scope, step *syntax.Line) {
	t := &emission{Site: &run.Site{Kind: run.LineSite, At: step.Range(), Fields: make([]run.SiteField, len(c.module.Options.Line))}}
	// The texts of a line may show its other fields, so they are compiled in a second
	// pass; the fields themselves read the names of the program.
	inner := *s
	shown := map[string]*value{}
	for pass := range 2 {
		for _, f := range step.Fields {
			i := c.lineField(f)
			if i < 0 {
				continue
			}
			spec := c.module.Options.Line[i]
			if (spec.Kind == types.TextField) == (pass == 1) {
				c.emitField(&inner, t, f, spec, &t.Fields[i], shown)
			}
		}
		inner.columns = shown
	}
	c.cite(t)
	for i, spec := range c.module.Options.Line {
		if f := &t.Fields[i]; !f.Set && spec.Usual != nil && !slices.ContainsFunc(shownBy(spec.Usual), func(name string) bool { return !sure(shown[name]) }) {
			f.Set, f.Texts = true, c.templates(&inner, t, spec.Usual)
		}
	}
	c.checkFields(t, step)
	c.emit(t)
}

// sure reports whether a field of a line always has a value.
func sure(v *value) bool { return v != nil && v.kind != types.NullKind && v.given == nil }

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
func (c *compiler) checkFields(t *emission, step *syntax.Line) {
	for i, spec := range c.module.Options.Line {
		set, without := t.Fields[i].Set, c.lineWithout(t, spec)
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
func (c *compiler) figureOf(v syntax.Value) *types.Parameter {
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
func (c *compiler) cite(t *emission) {
	for i, spec := range c.module.Options.Line {
		f := &t.Fields[i]
		switch {
		case t.figure == nil, spec.Source && f.Set && f.Word != t.figure.Source:
			return
		case f.Set:
		case spec.Source:
			f.Set, f.Word = true, t.figure.Source
		case spec.Cite:
			f.Set, f.Word = true, t.figure.Cite
		}
	}
}

// lineWithout returns the word that excludes a field from the line; empty if the line
// may have it.
func (c *compiler) lineWithout(t *emission, spec types.LineField) string {
	for i, other := range c.module.Options.Line {
		if word := t.Fields[i].Word; spec.For != nil && other.Kind == types.WordField && word != "" && !slices.Contains(spec.For, word) {
			return word
		}
	}
	return ""
}

func (c *compiler) lineField(f syntax.LineField) int {
	names := diagnostic.Names(c.module.Options.Line, func(spec types.LineField) string { return spec.Name })
	if i := slices.Index(names, f.Name); i >= 0 {
		return i
	}
	c.suggest(f.Range, "unknown-key", "a line has no field "+f.Name, "Its fields are "+strings.Join(names, ", ")+".", diagnostic.Nearest(f.Name, names))
	return -1
}

func (c *compiler) emitField(s *scope, t *emission, f syntax.LineField, spec types.LineField, to *run.SiteField, shown map[string]*value) {
	to.Set = true
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
		if text != nil {
			to.Texts = c.templates(s, t, text)
		}
		return
	}
	declared, list := f.Value()
	c.extend(list)
	if spec.Cited {
		t.figure = cmp.Or(t.figure, c.figureOf(declared))
	}
	traced := c.beforeStep(s, f.Name, declared, f.Range, "")
	v := c.valueOf(s, declared)
	if v == nil || v == broken { // with a finding, to which those of its text and source would add nothing
		shown[f.Name] = broken
		if spec.Cited {
			t.figure = cmp.Or(t.figure, &types.Parameter{Parameter: &syntax.Parameter{}})
		}
		return
	}
	v = c.afterStep(traced, c.settled(v))
	to.From = v.from
	shown[f.Name] = v
	if v.kind == types.NullKind && spec.Required {
		c.fail(f.ValueRange(), "null-value", f.Name+" cannot be null", "Give it a value, or add a condition to the line: when: ….")
		return
	}
	if !c.fieldFits(f, spec, &v) {
		return
	}
	to.Value, _ = c.show(f.ValueRange(), t, v, false)
}

func (c *compiler) extend(list diagnostic.List) {
	for _, d := range list {
		c.report(d)
	}
}

func (c *compiler) checkWord(f syntax.LineField, spec types.LineField, word string) {
	if spec.Source && !c.module.Options.Alone && !slices.ContainsFunc(c.module.Sources, func(s *syntax.Source) bool { return s.ID == word }) {
		known := diagnostic.Names(c.module.Sources, func(s *syntax.Source) string { return s.ID })
		c.suggest(f.ValueRange(), "unknown-name", "unknown source "+strconv.Quote(word), "Declare it under sources.", diagnostic.Nearest(word, known))
	}
	if spec.Words == nil || slices.Contains(spec.Words, word) {
		return
	}
	c.suggest(f.ValueRange(), "unknown-word", fmt.Sprintf("%s cannot be %q", f.Name, word), "It is one of "+strings.Join(spec.Words, ", ")+".", diagnostic.Nearest(word, spec.Words))
}

// fieldFits checks a value against the kind of its field and converts money to the
// decimals of the currency.
func (c *compiler) fieldFits(f syntax.LineField, spec types.LineField, v **value) bool {
	x := *v
	if x.kind == types.NullKind {
		return true
	}
	want := map[types.FieldKind]types.Kind{types.MoneyField: types.Number, types.NumberField: types.Number, types.DateField: types.Date}[spec.Kind]
	if spec.Kind == types.CaseField {
		want = types.Enumeration
		if x.kind == types.Text || x.kind == types.GrammarKind {
			want = x.kind
		}
	}
	if x.kind != want {
		c.fail(f.ValueRange(), "wrong-type", f.Name+" must be "+want.String()+", not "+x.describe(), "Give it "+want.String()+".")
		return false
	}
	if spec.Kind != types.MoneyField {
		return true
	}
	if !x.unit.Money() && !x.unit.Free {
		c.fail(f.ValueRange(), "mixed-units", f.Name+" must be an amount of money, and this is in "+x.unit.String(), cmp.Or(types.PerHundred(x.unit), "Convert it: as(…, \"EUR\")."))
		return false
	}
	cents := number.PowerOfTen(2)
	if x.divisor != nil || new(big.Int).Rem(cents, x.scale).Sign() != 0 {
		c.fail(f.ValueRange(), "too-many-decimals", f.Name+" has 2 decimals, and this may have more", "Round it: half_up(…, 2), down(…, 2), …")
		return false
	}
	y := *x
	y.v, y.scale = c.rescaled(x, cents), cents
	*v = &y
	return true
}
