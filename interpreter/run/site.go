package run

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
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
	ItemSite // the fields of a record of a list of components
)

// Site is a place of a program that emits values when it is reached.
type Site struct {
	Kind  SiteKind
	At    diagnostic.Range
	Texts Texts // of a note, refusal or text
	Step  *Step
	Error string
	Cite  string
	// Warning is the code of a note that warns, Message its text if it is not the note's.
	Warning string
	Message Texts
	Fields  []SiteField // of a line, by Options.Line; of an item, by Item.Fields
	Item    *syntax.Item
	Faults  []Fault // of a refusal or warning
	Index   *Shown  // the index in the list at fault
	// Remedies are changes of the request that answer the refusal or warning.
	Remedies []SiteRemedy
	// Varying reports that they depend on the values of the emission.
	Varying bool
}

// SiteRemedy is a change of the request.
type SiteRemedy struct {
	When  *Shown // a condition, or nil
	Label Texts
	Set   []SiteSetting
}

// SiteSetting sets a field of the request. Item marks a record of a list, or its Member.
type SiteSetting struct {
	Input, Member string
	Item          bool
	Value         *Shown // nil to leave the field out
	Word          string // a constant text in place of the value
}

// SiteField is a field of a line: a word, a text, or a value.
type SiteField struct {
	Set   bool
	From  []Origin
	Word  string
	Texts Texts
	Value Shown
}

// Literal returns the English literals of a text.
func (f *SiteField) Literal() string {
	text := ""
	for _, piece := range f.Texts.English {
		text += piece.Literal
	}
	return text
}

// Varies reports whether a text differs by language, or has values filled in.
func (f *SiteField) Varies() bool {
	for _, template := range f.Texts.Each() {
		if len(template) > 0 && !slices.Equal(template, f.Texts.English) {
			return true
		}
	}
	return slices.ContainsFunc(f.Texts.English, func(piece TemplatePiece) bool { return piece.Value != nil })
}

// Plain reports whether a text never needs escapes in JSON.
func (f *SiteField) Plain() bool {
	for _, template := range f.Texts.Each() {
		for _, piece := range template {
			shown := piece.Value
			if !wording.Plain(piece.Literal) || shown != nil && (shown.Kind == types.Text || !wording.Plain(strings.Join(shown.Cases, ""))) {
				return false
			}
		}
	}
	return true
}

// Fault is an input that a refusal or warning may name.
type Fault struct {
	Loc  []any // an input of the root program, and the field of a record in it
	Flag int   // index of the flag that it was given, -1: always
}

// Step is a step of a traced program: the assignment of a name, an argument of a call,
// or a field of a line.
type Step struct {
	Program, Procedure string
	Name               string
	Formula            string
	Tree               *Formula // of the formula; nil for texts
	Cite               string
	At                 diagnostic.Range
	Result             Shown
	Inputs             []StepInput
}

// StepInput is a value that a step reads.
type StepInput struct {
	Name  string
	Value Shown
	From  []Origin
}

// Origin is the origin of a value: the site of a step, or the name of a parameter or
// input.
type Origin struct {
	Site      int // -1 if it is not a step
	Parameter string
	Input     string
}
