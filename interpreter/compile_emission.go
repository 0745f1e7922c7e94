package interpreter

import (
	"math/big"

	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/expression"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

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
	texts  texts // of a note, refusal or text
	step   *Step
	refuse *declaration.Refuse
	args   []machine.Value
	error  string
	cite   string
	fields []siteField // of a line, by Options.Line
	faults []fault     // of a refusal
	index  *shown      // the place in the list at fault
}

// template is a text with places for emitted values.
type template []templatePiece

type templatePiece struct {
	literal  string
	value    *shown
	constant *big.Int // what value shows, where it is known
}

// shown is a value among the emitted ones.
type shown struct {
	at, flag int // index among the emitted, of a list that of its first address, behind which its end is; flag -1: always there
	kind     Kind
	places   int // of a decimal number, -1 of a fraction
	scale    *big.Int
	divisor  int // index, or -1
	money    bool
	grouped  bool // digits are grouped as in amounts of money
	plain    bool // a decimal number that is always there
	unit     string
	cases    []string
}

// show adds a value to what a site emits. Numbers are shown as decimals unless
// exact fractions are allowed.
func (c *compiler) show(at diagnostic.Range, t *site, v *value, fractions bool) (shown, bool) {
	v = c.settled(v)
	sh := shown{flag: -1, divisor: -1, kind: v.kind, cases: v.cases, money: v.unit.money(), grouped: v.unit.countsMoney(), unit: v.unit.String()}
	if v.unit.free || len(v.unit.factors) == 0 {
		sh.unit = ""
	}
	if !fractions { // a trace shows several values at one place
		c.sameUnitAs(at, v, &sh)
	}
	switch v.kind {
	case Number:
		if f, places, ok := c.finite(v); ok {
			v, sh.places = f, places
		} else if sh.places = -1; !fractions {
			c.fail(at, "not-rounded", "this has no end of decimals", "Say how it is rounded: half_up(…, 2), …")
			return sh, false
		}
		sh.scale = v.scale
	case Boolean, Text, Enumeration, Date, Time, Duration, Handle:
	case nullKind:
	case ListKind:
		if v.step == 0 && v.typ.enumerated() != nil {
			sh.cases, sh.at = v.typ.element.Cases, len(t.args)
			t.args = append(t.args, v.address, v.end)
			return sh, true
		}
		c.fail(at, "wrong-type", "only a list of cases can be shown", "")
		return sh, false
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
	sh.plain = sh.kind == Number && sh.places >= 0 && sh.flag < 0
	return sh, true
}

// sameUnitAs keeps the unit that the check has found for a value at a place, so
// that a text looks the same where the value turns out to be a known number.
func (c *compiler) sameUnitAs(at diagnostic.Range, v *value, sh *shown) {
	if v.kind != Number {
		return
	}
	if c.check && sh.unit != "" {
		c.root.shown[at] = v.unit
		return
	}
	if unit, known := c.root.shown[at]; known && v.unit.free {
		sh.money, sh.grouped, sh.unit = unit.money(), unit.countsMoney(), unit.String()
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
		func() (ends bool) {
			c.counted(step, "then")
			c.where(s, cond.Tree, true, func() { ends = build() })
			return ends
		},
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
		c.blame(s, t, step)
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

// texts are the templates of an emission.
type texts = wording.Of[template]

func (c *compiler) templates(s *scope, t *site, text *declaration.Text) texts {
	if text == nil || text.English == nil {
		return texts{}
	}
	return wording.Map(*text, func(language Language, one *declaration.Template) template {
		return c.template(s, t, one).folded(language, text.SameEverywhere())
	})
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
		if sh, n, ok := c.showConstant(piece.Value.Range(), v); ok {
			list = append(list, templatePiece{value: &sh, constant: n})
			continue
		}
		if v.kind == Handle {
			c.fail(piece.Value.Range(), "wrong-type", v.describe()+" has no words of its own", "Show a text that the host answers for it.")
			continue
		}
		if sh, ok := c.show(piece.Value.Range(), t, v, false); ok {
			list = append(list, templatePiece{value: &sh})
		}
	}
	return list
}

// showConstant shows a number that is known, which need not be emitted.
func (c *compiler) showConstant(at diagnostic.Range, v *value) (shown, *big.Int, bool) {
	if v.kind != Number || v.given != nil || v.divisor != nil || v.v == nil {
		return shown{}, nil, false
	}
	if _, known := v.v.Constant(); !known {
		return shown{}, nil, false
	}
	alone := &site{}
	sh, ok := c.show(at, alone, v, false)
	if !ok || len(alone.args) != 1 {
		return shown{}, nil, false
	}
	n, known := alone.args[0].Constant()
	return sh, n, known
}

// folded joins what is known of a template. Numbers are written in the manner
// of its language, unless it is for every language.
func (t template) folded(language Language, every bool) template {
	var list template
	for _, piece := range t {
		if piece.constant != nil && !every {
			piece = templatePiece{literal: string(appendNumber(nil, piece.value, number.FromBig(piece.constant, piece.value.places), language))}
		}
		if last := len(list) - 1; piece.value == nil && last >= 0 && list[last].value == nil {
			list[last].literal += piece.literal
			continue
		}
		list = append(list, piece)
	}
	return list
}
