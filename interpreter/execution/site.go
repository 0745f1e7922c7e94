package execution

import (
	"math/big"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/machine"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
)

// SiteKind is what a site records.
type SiteKind uint8

// The kinds of sites: emissions, texts that are made, and the steps of a traced run.
const (
	LineSite SiteKind = iota + 1
	NoteSite
	RefuseSite
	TextSite
	StepSite
)

// Site is a place of a program that records something when it is reached.
type Site struct {
	Kind   SiteKind
	At     diagnostic.Range
	Texts  Texts // of a note, refusal or text
	Step   *Step
	Args   []machine.Value
	Error  string
	Cite   string
	Fields []SiteField // of a line, by Options.Line
	Faults []Fault     // of a refusal
	Index  *Shown      // the place in the list at fault
}

// Template is a text with places for emitted values.
type Template []TemplatePiece

// TemplatePiece is a text, or a place for a value.
type TemplatePiece struct {
	Literal  string
	Value    *Shown
	Constant *big.Int // what value shows, where it is known
}

// Shown is a value among the emitted ones.
type Shown struct {
	At, Flag int // index among the emitted, of a list that of its first address, after which its end is; flag -1: always there
	Kind     types.Kind
	Places   int // of a decimal number, -1 of a fraction
	Scale    *big.Int
	Divisor  int // index, or -1
	Money    bool
	Grouped  bool // digits are grouped as in amounts of money
	Plain    bool // a decimal number that is always there
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

// Fault is an input that a refusal may be about.
type Fault struct {
	Input  string // of the program that is run
	Member string // field of the records of an input that is a list, or empty
	Flag   int    // index among the emitted of whether it was given, -1: always
}

// TextEntry is a text that a program can produce.
type TextEntry struct {
	Text string
	Site int // -1: the text is known
}

// Texts are the templates of an emission.
type Texts = wording.Of[Template]

// Counter is a branch of a program that a counted run counts.
type Counter struct {
	At   diagnostic.Range
	Side string // then, else, reached, or the case
}

// Folded joins what is known of a template. Numbers are written in the manner
// of its language, unless it is for every language.
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
