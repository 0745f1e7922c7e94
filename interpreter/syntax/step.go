package syntax

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
)

// Step is one step of a program: an *Assign, *If[[]Step], *Match[[]Step], *Call, *For, *Line,
// *Note or *Refuse.
type Step interface {
	// Range returns the position of the first key.
	Range() diagnostic.Range
}

type place struct{ at diagnostic.Range }

// Range returns the position of the first key.
func (p place) Range() diagnostic.Range { return p.at }

// Assign sets a name.
type Assign struct {
	place
	Name  string
	Value Value
	Cite  string `key:"cite"`
}

// Value is the value of a name: an *Expression, *If[Value], *Match[Value] or *TextValue.
type Value interface{ Range() diagnostic.Range }

// Case is a case of a match with its value or steps.
type Case[T any] struct {
	Case  string
	Range diagnostic.Range
	Do    T
}

// TextValue is a text with values in it.
type TextValue struct {
	place
	Text *Text `key:"text,spoken"`
}

// If is a choice by a condition: of steps, or of values of a name.
type If[T any] struct {
	place
	Cond       *Expression `key:"if"`
	Then, Else T
}

// Match is a choice by cases: of steps, or of values of a name.
type Match[T any] struct {
	place
	On *Expression `key:"match"`
	// Labels takes the label of each case as its value; Cases is empty then.
	Labels  bool
	Cases   []Case[T]
	Else    T
	HasElse bool
}

// Call runs a procedure of the program, or another program.
type Call struct {
	place
	Name      string           `key:"call"`
	NameRange diagnostic.Range `key:"call,at"`
	With      []Argument
	// Same is set without with: the inputs that With, of but:, does not name take the caller's
	// values of the same names.
	Same bool
	Give []Given
}

// Argument is a value for an input of the called program.
type Argument struct {
	Input string
	Range diagnostic.Range
	Value *Expression
}

// Given is an output of the called program and its name in the caller.
type Given struct {
	Name, Output       string
	Range, OutputRange diagnostic.Range
}

// For runs steps for each element of a list.
type For struct {
	place
	Name      string
	NameRange diagnostic.Range
	List      *Expression
	// Carry are the names that keep their values between passes.
	Carry []Reference
	Do    []Step `key:"do"`
}

// steps reads a list of steps.
func (r *Reader) steps(n *Node) []Step {
	items := r.items(n)
	steps := make([]Step, 0, len(items))
	for _, item := range items {
		if r.bad[item] || len(item.Entries) == 0 {
			continue
		}
		if item.Entries[0].Key.Text == "refuse" {
			steps = append(steps, r.refusals(item, place{item.Entries[0].Key.Range})...)
		} else if s := r.step(item); s != nil {
			steps = append(steps, s)
		}
	}
	return steps
}

func (r *Reader) step(n *Node) Step {
	first := n.Entries[0].Key
	at := place{first.Range}
	switch first.Text {
	case "if":
		return single(choice(r, n, r.stepsOf()))
	case "match":
		return single(match(r, n, r.stepsOf()))
	case "call":
		return r.callStep(n, at)
	case "for":
		return r.forStep(n, at)
	case "line":
		return r.line(n, at)
	case "note":
		return r.note(n, at)
	}
	if r.bad[first] {
		return nil
	}
	return r.assign(first.Text, at, n.Entries[0].Value)
}

func (r *Reader) assign(name string, at place, n *Node) Step {
	a := &Assign{place: at, Name: name, Cite: n.Get("cite").Plain()}
	if value := n.Get("value"); value != nil {
		if !r.read(n, a) {
			return nil
		}
		n = value
	}
	a.Value = r.value(n)
	if a.Value == nil {
		return nil
	}
	return a
}

// value reads the value of a name.
func (r *Reader) value(n *Node) Value {
	if n.Kind != Mapping {
		if e := r.expression(n); e != nil {
			return e
		}
		return nil
	}
	values := parts[Value]{
		at:     func(n *Node) diagnostic.Range { return n.Range },
		read:   r.value,
		usable: func(v Value) bool { return v != nil },
		of:     func(choice Value) Value { return choice },
	}
	switch {
	case n.Get("if") != nil:
		return choice(r, n, values)
	case n.Get("match") != nil:
		return match(r, n, values)
	case n.Get("label") != nil:
		if on := r.expression(n.Get("label")); on != nil {
			return &Match[Value]{place: place{n.Range}, On: on, Labels: true}
		}
	case n.Get("text") != nil, n.Get(wording.English.Tag()) != nil:
		v := &TextValue{place: place{n.Range}}
		r.read(n, v)
		when := n.Get("when")
		if when == nil {
			return v
		}
		empty := &TextValue{place: v.place, Text: new(wording.Everywhere(&Template{Range: n.Range, Pieces: []Piece{{}}}))}
		return &If[Value]{place: v.place, Cond: r.expression(when), Then: v, Else: empty}
	}
	return nil
}

// parts are the steps or values of choices: the position of a choice, how to read its parts,
// whether they can be used, and what a choice is as a part of another.
type parts[T any] struct {
	at     func(choice *Node) diagnostic.Range
	read   func(*Node) T
	usable func(T) bool
	of     func(choice Value) T
}

func (r *Reader) stepsOf() parts[[]Step] {
	return parts[[]Step]{
		at: func(n *Node) diagnostic.Range {
			if len(n.Entries) == 0 {
				return n.Range
			}
			return n.Entries[0].Key.Range
		},
		read:   r.steps,
		usable: func([]Step) bool { return true },
		of:     func(choice Value) []Step { return []Step{choice} },
	}
}

// single returns the only one of some steps; nil if there is none.
func single(steps []Step) Step {
	if len(steps) == 0 {
		return nil
	}
	return steps[0]
}

const elseIf = "else if"

// choice reads a choice by a condition, with further conditions, each a choice in the else of
// the one before it.
func choice[T any](r *Reader, n *Node, parts parts[T]) (none T) {
	c := &If[T]{place: place{parts.at(n)}}
	if !r.read(n, c) {
		return none
	}
	c.Then = parts.read(n.Get("then"))
	if otherwise := n.Get("else"); otherwise != nil {
		c.Else = parts.read(otherwise)
	}
	usable := c.Cond != nil && parts.usable(c.Then) && parts.usable(c.Else)
	if further := n.Get(elseIf); further != nil {
		for _, item := range slices.Backward(r.items(further)) {
			also := &If[T]{place: place{parts.at(item)}, Else: c.Else}
			whole := r.read(item, also)
			if whole {
				also.Then = parts.read(item.Get("then"))
			}
			usable = usable && whole && also.Cond != nil && parts.usable(also.Then)
			c.Else = parts.of(also)
		}
	}
	if !usable {
		return none
	}
	return parts.of(c)
}

// mostBranch bounds the cases of a match.
const mostBranch = 1000

// match reads a choice by cases.
func match[T any](r *Reader, n *Node, parts parts[T]) (none T) {
	m := &Match[T]{place: place{parts.at(n)}}
	if !r.read(n, m) {
		return none
	}
	cases := n.Get("cases")
	for _, e := range r.entries(cases) {
		m.Cases = append(m.Cases, splitCases(e.Key, parts.read(e.Value))...)
	}
	if len(m.Cases) > mostBranch {
		r.Findings.Fail(cases.Range, "too-many", fmt.Sprintf("%d cases: at most %d are allowed", len(m.Cases), mostBranch), "Split them up.")
		return none
	}
	usable := m.On != nil
	if otherwise := n.Get("else"); otherwise != nil {
		m.HasElse, m.Else = true, parts.read(otherwise)
		usable = usable && parts.usable(m.Else)
	}
	if !usable || slices.ContainsFunc(m.Cases, func(c Case[T]) bool { return !parts.usable(c.Do) }) {
		return none
	}
	return parts.of(m)
}

// splitCases splits a key with several cases: `week, fortnight: …`.
func splitCases[T any](key *Node, do T) []Case[T] {
	var cases []Case[T]
	from := 0
	for _, text := range strings.Split(key.Text, ",") {
		length := utf8.RuneCountInString(text)
		word := strings.TrimSpace(text)
		at := from + length - utf8.RuneCountInString(strings.TrimLeft(text, " "))
		cases = append(cases, Case[T]{word, key.Span(at, at+utf8.RuneCountInString(word)), do})
		from += length + 1
	}
	return cases
}

func (r *Reader) callStep(n *Node, at place) Step {
	s := &Call{place: at}
	if !r.read(n, s) {
		return nil
	}
	with, but, give := n.Get("with"), n.Get("but"), n.Get("give")
	if s.Same = with == nil; s.Same {
		with = but
	} else if but != nil {
		r.Findings.Fail(but.Range, "wrong-shape", "a call has with or but, not both", "Name all inputs in with:, or in but: those that do not take the value of their name.")
	}
	for _, e := range r.entries(with) {
		if value := r.expression(e.Value); value != nil {
			s.With = append(s.With, Argument{e.Key.Text, e.Key.Range, value})
		}
	}
	for _, item := range r.items(with) {
		if value := r.expression(item); value != nil {
			s.With = append(s.With, Argument{item.Text, item.Range, value})
		}
	}
	for _, e := range r.entries(give) {
		s.Give = append(s.Give, Given{r.name(e.Key), e.Value.Plain(), e.Key.Range, e.Value.Range})
	}
	for _, item := range r.items(give) {
		name := r.name(item)
		s.Give = append(s.Give, Given{name, name, item.Range, item.Range})
	}
	return s
}

// forStep reads `for: day in days`.
func (r *Reader) forStep(n *Node, at place) Step {
	s, of := &For{place: at}, n.Get("for")
	if !r.read(n, s) || r.bad[of] {
		return nil
	}
	name, _, _ := strings.Cut(of.Text, " in ")
	cut := len(name) + len(" in ")
	s.Name = strings.TrimSpace(name)
	s.NameRange = of.Span(0, len(s.Name))
	s.List = r.parsed(of, of.Text[cut:], utf8.RuneCountInString(of.Text[:cut]))
	for _, item := range r.items(n.Get("carry")) {
		s.Carry = append(s.Carry, Reference{r.name(item), item.Range})
	}
	if s.List == nil {
		return nil
	}
	return s
}
