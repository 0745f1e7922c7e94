package execution

import (
	"math/big"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// SiteKind is the kind of a site.
type SiteKind uint8

// The kinds of sites: emissions, composed texts, and the steps of a traced run.
const (
	LineSite SiteKind = iota + 1
	NoteSite
	RefuseSite
	TextSite
	StepSite
)

// Site is a place of a program that emits values when it is reached.
type Site struct {
	Kind   SiteKind
	At     diagnostic.Range
	Texts  Texts // of a note, refusal or text
	Step   *Step
	Error  string
	Cite   string
	Fields []SiteField // of a line, by Options.Line
	Faults []Fault     // of a refusal
	Index  *Shown      // the index in the list at fault
}

// Template is a text with placeholders for emitted values.
type Template []TemplatePiece

// TemplatePiece is a literal or a placeholder for a value.
type TemplatePiece struct {
	Literal  string
	Value    *Shown
	Constant *big.Int // the value, if it is known
}

// Shown describes an emitted value.
type Shown struct {
	At, Flag int // indexes of the value, or of the start of a list before its end, and of the flag; -1: always present
	Kind     types.Kind
	Places   int // of a decimal number, -1 of a fraction
	Scale    *big.Int
	Divisor  int // index, or -1
	Money    bool
	Grouped  bool // digits are grouped as in amounts of money
	Plain    bool // a decimal number that is always present
	Unit     string
	Cases    []string
}

// SiteField is a field of a line: a word, a text, or a value.
type SiteField struct {
	Set   bool
	From  []Origin
	Word  string
	Texts Texts
	Value Shown
}

// Fault is an input that a refusal may name.
type Fault struct {
	Input  string // of the root program
	Member string // a field of the records in a list, or empty
	Flag   int    // index of the flag that it was given, -1: always
}

// TextEntry is a text that a program can produce.
type TextEntry struct {
	Text string
	Site int // of a composed text, else -1
}

// Texts are the templates of an emission.
type Texts = wording.Of[Template]

// Counter is a branch that a counted run counts.
type Counter struct {
	At   diagnostic.Range
	Side string // then, else, reached, or the case
}

// Folded merges the constant pieces of a template. Numbers are formatted for its
// language, unless the template is for every language.
func (t Template) Folded(language Language, every bool) Template {
	var list Template
	for _, piece := range t {
		if piece.Constant != nil && !every {
			piece = TemplatePiece{Literal: string(appendNumber(nil, piece.Value, number.FromBig(piece.Constant, piece.Value.Places), language))}
		}
		if last := len(list) - 1; piece.Value == nil && last >= 0 && list[last].Value == nil {
			list[last].Literal += piece.Literal
			continue
		}
		list = append(list, piece)
	}
	return list
}
