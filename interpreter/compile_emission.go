package interpreter

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/machine"
)

// FieldKind is the kind of a field of a line.
type FieldKind uint8

// The kinds of field.
const (
	WordField   FieldKind = iota + 1 // stands for itself
	TextField                        // a text with values filled in
	MoneyField                       // an amount with the decimals of its currency
	NumberField                      // any number
	DateField                        // a date
	CaseField                        // a case of an enumeration, or a text
)

// LineField is a field that a line of the answer may have.
type LineField struct {
	Name     string
	Kind     FieldKind
	Required bool
	Words    []string // the words that a WordField accepts; nil: any
}

// siteKind is what an emission site records.
type siteKind uint8

const (
	lineSite siteKind = iota + 1
	noteSite
	refuseSite
	textSite
	stepSite
)

// site is a place of a program that records something when it is reached.
type site struct {
	kind   siteKind
	at     diagnostic.Range
	fields []siteField // of a line, by Options.Line
	texts  [2]template // of a note, refusal or text; by language
	step   *Step
	refuse *declaration.Refuse
	args   []machine.Value
	error  string
	cite   string
}

// siteField is a field of a line: a word, a text, or a value.
type siteField struct {
	set   bool
	from  []origin
	word  string
	texts [2]template
	value shown
}

// template is a text with places for emitted values.
type template []templatePiece

type templatePiece struct {
	literal string
	value   *shown
}

// shown is a value among the emitted ones.
type shown struct {
	at, flag int // index among the emitted; flag -1: always there
	kind     Kind
	places   int // of a decimal number, -1 of a fraction
	scale    *big.Int
	divisor  int // index, or -1
	money    bool
	unit     string
	cases    []string
}

// show adds a value to what a site emits. Numbers are shown as decimals unless
// exact fractions are allowed.
func (c *compiler) show(at diagnostic.Range, t *site, v *value, fractions bool) (shown, bool) {
	v = c.settled(v)
	sh := shown{flag: -1, divisor: -1, kind: v.kind, cases: v.cases, money: v.unit.money(), unit: v.unit.String()}
	if v.unit.free || len(v.unit.factors) == 0 {
		sh.unit = ""
	}
	c.sameUnitAs(at, v, &sh)
	switch v.kind {
	case Number:
		if f, places, ok := c.finite(v); ok {
			v, sh.places = f, places
		} else if sh.places = -1; !fractions {
			c.fail(at, "not-rounded", "this has no end of decimals", "Say how it is rounded: half_up(…, 2), …")
			return sh, false
		}
		sh.scale = v.scale
	case Boolean, Text, Enumeration, Date, Time, Duration:
	case nullKind:
	default:
		if v.kind == grammarKind {
			return c.show(at, t, c.partOf(v, v.parts["text"]), fractions)
		}
		c.fail(at, "wrong-type", v.describe()+" cannot be shown", c.insteadOf(v))
		return sh, false
	}
	sh.at = len(t.args)
	t.args = append(t.args, v.v)
	if v.given != nil {
		sh.flag = len(t.args)
		t.args = append(t.args, v.given)
	}
	if v.divisor != nil {
		sh.divisor = len(t.args)
		t.args = append(t.args, v.divisor)
	}
	return sh, true
}

// sameUnitAs keeps the unit that the check has found for a value at a place, so
// that a text looks the same where the value turns out to be a known number.
func (c *compiler) sameUnitAs(at diagnostic.Range, v *value, sh *shown) {
	if v.kind != Number {
		return
	}
	if c.check && sh.unit != "" {
		c.module.shown[at] = v.unit
		return
	}
	if unit, known := c.module.shown[at]; known && v.unit.free {
		sh.money, sh.unit = unit.money(), unit.String()
	}
}

// insteadOf says what to write in the place of a value that is several.
func (c *compiler) insteadOf(v *value) string {
	switch v.kind {
	case tableKind:
		return "Choose an entry: table[…]."
	case RecordKind, rowKind:
		return "Choose a field: name.field."
	}
	return ""
}

// emit writes the site into the program.
func (c *compiler) emit(t *site) int {
	c.sites = append(c.sites, t)
	if c.reduced == nil || c.reduced.keep(t) {
		c.b.Emit(len(c.sites)-1, t.args)
	}
	return len(c.sites) - 1
}

// when runs build under the condition of an emission.
func (c *compiler) when(s *scope, step declaration.Step, cond *declaration.Expression, build func() (ends bool)) (ends bool) {
	if cond == nil {
		c.counted(step, "reached")
		return build()
	}
	test := c.condition(s, cond)
	if test == nil {
		build()
		return false
	}
	if holds, known := test.Known(); known && c.check && !holds && len(expression.Names(cond.Tree)) == 0 {
		c.fail(cond.Range(), "unreachable", "this is never so", "")
	}
	return c.branch(s, step.Range(), test,
		func() bool { c.counted(step, "then"); return build() },
		func() bool { c.counted(step, "else"); return false })
}

func (c *compiler) note(s *scope, step *declaration.Note) {
	c.when(s, step, step.When, func() bool {
		t := &site{kind: noteSite, at: step.Range()}
		t.texts = c.templates(s, t, step.Text)
		c.emit(t)
		return false
	})
}

func (c *compiler) refuse(s *scope, step *declaration.Refuse) (ends bool) {
	return c.when(s, step, step.When, func() bool {
		t := &site{kind: refuseSite, at: step.Range(), refuse: step, error: step.Error, cite: step.Cite}
		t.texts = c.templates(s, t, step.Message)
		c.emit(t)
		c.b.Halt()
		return true
	})
}

// textValue is a text with values filled in. It is recorded when it is
// computed; its value is the code of the record.
func (c *compiler) textValue(s *scope, text *declaration.Text) *value {
	t := &site{kind: textSite, at: text.English.Range}
	t.texts = c.templates(s, t, text)
	at := c.emit(t)
	c.texts = append(c.texts, textEntry{site: at})
	return &value{kind: Text, v: c.b.Int(-int64(len(c.texts)))}
}

// textCode is the code of a text that is known: below 0, above are the texts
// that a run is given.
func (c *compiler) textCode(text string) int64 {
	code, known := c.textAt[text]
	if !known {
		c.texts = append(c.texts, textEntry{text: text, site: -1})
		code = -int64(len(c.texts))
		c.textAt[text] = code
	}
	return code
}

// textEntry is a text that a program can produce.
type textEntry struct {
	text string
	site int // -1: the text is known
}

func (c *compiler) templates(s *scope, t *site, text *declaration.Text) [2]template {
	if text == nil || text.English == nil {
		return [2]template{}
	}
	english := c.template(s, t, text.English)
	if text.German == text.English {
		return [2]template{english, english}
	}
	return [2]template{english, c.template(s, t, text.German)}
}

func (c *compiler) template(s *scope, t *site, text *declaration.Template) template {
	if text == nil {
		return nil
	}
	var list template
	for _, piece := range text.Pieces {
		if piece.Value == nil {
			if piece.Literal != "" {
				list = append(list, templatePiece{literal: piece.Literal})
			}
			continue
		}
		v := c.expression(s, piece.Value)
		if v == nil || v == broken {
			continue
		}
		if v.kind == Text && v.isText && v.given == nil {
			list = append(list, templatePiece{literal: v.text})
			continue
		}
		if sh, ok := c.show(piece.Value.Range(), t, v, false); ok {
			list = append(list, templatePiece{value: &sh})
		}
	}
	return list
}

func (c *compiler) line(s *scope, step *declaration.Line) {
	c.when(s, step, step.When, func() bool {
		c.emitLine(s, step)
		return false
	})
}

func (c *compiler) emitLine(s *scope, step *declaration.Line) {
	t := &site{kind: lineSite, at: step.Range(), fields: make([]siteField, len(c.module.options.Line))}
	// The texts of a line may name its other fields, which are known behind the
	// first pass; the fields themselves read the names of the program.
	inner := *s
	shown := map[string]*value{}
	for pass := range 2 {
		for _, f := range step.Fields {
			i := c.lineField(f)
			if i < 0 {
				continue
			}
			spec := c.module.options.Line[i]
			if (spec.Kind == TextField) == (pass == 1) {
				c.emitField(&inner, t, f, spec, &t.fields[i], shown)
			}
		}
		inner.columns = shown
	}
	for i, spec := range c.module.options.Line {
		if spec.Required && !t.fields[i].set {
			c.fail(step.Range(), "missing-field", "the line has no "+spec.Name, "Every line has one: add "+spec.Name+": ….")
		}
	}
	c.emit(t)
}

func (c *compiler) lineField(f declaration.LineField) int {
	var names []string
	for i, spec := range c.module.options.Line {
		if spec.Name == f.Name {
			return i
		}
		names = append(names, spec.Name)
	}
	c.report(diagnostic.Diagnostic{
		Severity: diagnostic.Error, Code: "unknown-key", Summary: "a line has no field " + f.Name,
		Detail: "Its fields are " + strings.Join(names, ", ") + ".", Suggestion: diagnostic.Nearest(f.Name, names), Subject: f.Range,
	})
	return -1
}

func (c *compiler) emitField(s *scope, t *site, f declaration.LineField, spec LineField, to *siteField, shown map[string]*value) {
	to.set = true
	switch spec.Kind {
	case WordField:
		word, list := f.Word()
		c.extend(list)
		to.word = word
		c.checkWord(f, spec, word)
		return
	case TextField:
		text, list := f.Text()
		c.extend(list)
		if text != nil {
			to.texts = c.templates(s, t, text)
		}
		return
	}
	declared, list := f.Value()
	c.extend(list)
	traced := c.beforeStep(s, f.Name, declared, f.Range, "")
	v := c.valueOf(s, declared)
	if v == nil || v == broken {
		return
	}
	v = c.afterStep(traced, c.settled(v))
	to.from = v.from
	shown[f.Name] = v
	if v.kind == nullKind && spec.Required {
		c.fail(f.ValueRange(), "null-value", f.Name+" cannot be null", "")
		return
	}
	if !c.fieldFits(f, spec, &v) {
		return
	}
	to.value, _ = c.show(f.ValueRange(), t, v, false)
}

// extend reports what reading a field has found.
func (c *compiler) extend(list diagnostic.List) {
	for _, d := range list {
		c.report(d)
	}
}

func (c *compiler) checkWord(f declaration.LineField, spec LineField, word string) {
	if spec.Words == nil {
		return
	}
	for _, known := range spec.Words {
		if known == word {
			return
		}
	}
	c.report(diagnostic.Diagnostic{
		Severity: diagnostic.Error, Code: "unknown-word", Summary: fmt.Sprintf("%s cannot be %q", f.Name, word),
		Detail: "It is one of " + strings.Join(spec.Words, ", ") + ".", Suggestion: diagnostic.Nearest(word, spec.Words), Subject: f.ValueRange(),
	})
}

// fieldFits checks a value against the kind of its field; money gets the
// decimals of its currency.
func (c *compiler) fieldFits(f declaration.LineField, spec LineField, v **value) bool {
	x := *v
	if x.kind == nullKind {
		return true
	}
	want := map[FieldKind]Kind{MoneyField: Number, NumberField: Number, DateField: Date}[spec.Kind]
	if spec.Kind == CaseField {
		want = Enumeration
		if x.kind == Text || x.kind == grammarKind {
			want = x.kind
		}
	}
	if x.kind != want {
		c.fail(f.ValueRange(), "wrong-type", f.Name+" must be "+want.String()+", not "+x.describe(), "")
		return false
	}
	if spec.Kind != MoneyField {
		return true
	}
	if !x.unit.money() && !x.unit.free {
		c.fail(f.ValueRange(), "mixed-units", f.Name+" must be an amount of money, and this is in "+x.unit.String(), "Convert it: as(…, \"EUR\").")
		return false
	}
	cents := powerOfTen(2)
	if x.divisor != nil || new(big.Int).Rem(cents, x.scale).Sign() != 0 {
		c.fail(f.ValueRange(), "too-many-decimals", f.Name+" has 2 decimals, and this may have more", "Say how it is rounded: half_up(…, 2), down(…, 2), …")
		return false
	}
	y := *x
	y.v, y.scale = c.rescaled(x, cents), cents
	*v = &y
	return true
}
