package syntax

import (
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
	Text *Text `key:"text"`
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
	On      *Expression `key:"match"`
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
	Do    []Step
}

// steps reads a list of steps.
func (r *Reader) steps(n *Node) []Step {
	if n.Kind != Sequence {
		r.Findings.Fail(n.Range, "wrong-shape", "steps must be a list", "Begin each step with a dash.")
		return nil
	}
	steps := make([]Step, 0, len(n.Items))
	for _, item := range n.Items {
		if item.Kind == Mapping && len(item.Entries) > 0 && item.Entries[0].Key.Text == "refuse" {
			steps = append(steps, r.refusals(item, place{item.Entries[0].Key.Range})...)
		} else if s := r.step(item); s != nil {
			steps = append(steps, s)
		}
	}
	return steps
}

func (r *Reader) step(n *Node) Step {
	if n.Kind != Mapping || len(n.Entries) == 0 {
		r.Findings.Fail(n.Range, "wrong-shape", "a step must be a name and its value, or one of if, match, call, for, line, note, refuse", "Write - NAME: expression, such as - base: min(gross, p.ceiling).")
		return nil
	}
	first := n.Entries[0].Key
	at := place{first.Range}
	switch first.Text {
	case "if":
		return single(choice(r, n, "if", [2]string{"if", "further_steps"}, r.stepsOf()))
	case "match":
		return single(match(r, n, "match", "match", r.stepsOf()))
	case "call":
		return r.callStep(n, at)
	case "for":
		return r.forStep(n, at)
	case "line":
		return r.line(n, at)
	case "note":
		return r.note(n, at)
	}
	if len(n.Entries) > 1 {
		return r.several(n)
	}
	name := r.name(first, "a step")
	if name == "" {
		return nil
	}
	return r.assign(name, at, n.Entries[0].Value)
}

// several reports a step with several keys: mostly two steps without a dash between
// them, or a keyword that is not first.
func (r *Reader) several(n *Node) Step {
	keywords := shapes()["step"].keys
	for _, e := range n.Entries {
		if slices.Contains(keywords, e.Key.Text) {
			r.Findings.Fail(e.Key.Range, "wrong-shape", e.Key.Text+" must be the first key of its step", "Begin another step with a dash, or put it first.")
			return nil
		}
	}
	if meant := diagnostic.Nearest(n.Entries[0].Key.Text, keywords); meant != "" {
		r.Findings.Suggest(n.Entries[0].Key.Range, "unknown-key", "no step begins with "+n.Entries[0].Key.Text, "It sets one name, or begins with "+strings.Join(keywords, ", ")+".", meant)
		return nil
	}
	r.Findings.Fail(n.Entries[1].Key.Range, "wrong-shape", "a step sets only one name", "Begin the second step with its own dash.")
	return nil
}

func (r *Reader) assign(name string, at place, n *Node) Step {
	a := &Assign{place: at, Name: name}
	if n.Kind == Mapping && n.Get("value") != nil {
		f, whole := r.read(n, n.Range, name, "value_with_citation", a)
		if !whole {
			return nil
		}
		n = f["value"]
	} else if n.Kind == Mapping {
		a.Cite = r.Word(n.Get("cite"), "cite")
	}
	a.Value = r.value(n, name)
	if a.Value == nil {
		return nil
	}
	return a
}

// value reads the value of a name.
func (r *Reader) value(n *Node, name string) Value {
	if n.Kind != Mapping {
		if e := r.expression(n, name); e != nil {
			return e
		}
		return nil
	}
	values := parts[Value]{
		at:     func(n *Node) diagnostic.Range { return n.Range },
		read:   func(n *Node) Value { return r.value(n, name) },
		usable: func(v Value) bool { return v != nil },
		of:     func(choice Value) Value { return choice },
	}
	switch {
	case n.Get("if") != nil:
		return choice(r, n, name, [2]string{"value_by_condition", "further_value"}, values)
	case n.Get("match") != nil:
		return match(r, n, name, "value_by_case", values)
	case n.Get("text") != nil:
		v := &TextValue{place: place{n.Range}}
		f, _ := r.read(n, n.Range, name, "value_as_text", v)
		if f["when"] == nil {
			return v
		}
		empty := &TextValue{place: v.place, Text: new(wording.Everywhere(&Template{Range: n.Range, Pieces: []Piece{{}}}))}
		return &If[Value]{place: v.place, Cond: r.expression(f["when"], "when"), Then: v, Else: empty}
	}
	r.Findings.Fail(n.Range, "wrong-shape", "a value is an expression, or a map with value, text, if or match", "Write the expression after the colon, or under value: with its cite.")
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
// the one before it. names are those of the maps in RuleSchema.
func choice[T any](r *Reader, n *Node, what string, names [2]string, parts parts[T]) (none T) {
	c := &If[T]{place: place{parts.at(n)}}
	f, whole := r.read(n, c.at, what, names[0], c)
	if !whole {
		return none
	}
	c.Then = parts.read(f["then"])
	if f["else"] != nil {
		c.Else = parts.read(f["else"])
	}
	usable := c.Cond != nil && parts.usable(c.Then) && parts.usable(c.Else)
	items := r.items(f[elseIf], elseIf)
	if len(items) > 0 && !r.atMost(mostBranch, len(items), f[elseIf].Range, "conditions") {
		items = nil
	}
	for _, item := range slices.Backward(items) {
		also := &If[T]{place: place{parts.at(item)}, Else: c.Else}
		g, whole := r.read(item, item.Range, elseIf, names[1], also)
		if g["then"] != nil {
			also.Then = parts.read(g["then"])
		}
		usable = usable && whole && also.Cond != nil && parts.usable(also.Then)
		c.Else = parts.of(also)
	}
	if !usable {
		return none
	}
	return parts.of(c)
}

// match reads a choice by cases; name is that of the map in RuleSchema.
func match[T any](r *Reader, n *Node, what, name string, parts parts[T]) (none T) {
	m := &Match[T]{place: place{parts.at(n)}}
	f, whole := r.read(n, m.at, what, name, m)
	if !whole {
		return none
	}
	for _, e := range r.entries(f["cases"], "cases") {
		m.Cases = append(m.Cases, splitCases(e.Key, parts.read(e.Value))...)
	}
	usable := r.atMost(mostBranch, len(m.Cases), f["cases"].Range, "cases") && m.On != nil
	if m.HasElse = f["else"] != nil; m.HasElse {
		m.Else = parts.read(f["else"])
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
	f, _ := r.read(n, at.at, "call", "call", s)
	if f == nil {
		return nil
	}
	with := f["with"]
	s.Same = with == nil
	if but := f["but"]; s.Same {
		with = but
	} else if but != nil {
		r.Findings.Fail(but.Range, "wrong-shape", "a call has with or but, not both", "Name all inputs in with:, or in but: those that do not take the value of their name.")
	}
	if with != nil && with.Kind == Mapping {
		for _, e := range with.Entries {
			if value := r.expression(e.Value, e.Key.Text); value != nil {
				s.With = append(s.With, Argument{e.Key.Text, e.Key.Range, value})
			}
		}
	} else if with != nil {
		for _, item := range r.items(with, "with") {
			if value := r.expression(item, "with"); value != nil {
				s.With = append(s.With, Argument{item.Text, item.Range, value})
			}
		}
	}
	if give := f["give"]; give != nil && give.Kind == Mapping {
		for _, e := range give.Entries {
			s.Give = append(s.Give, Given{r.name(e.Key, "give"), r.Word(e.Value, "give"), e.Key.Range, e.Value.Range})
		}
	} else if give != nil {
		for _, item := range r.items(give, "give") {
			name := r.name(item, "give")
			s.Give = append(s.Give, Given{name, name, item.Range, item.Range})
		}
	}
	return s
}

// forStep reads `for: day in days`.
func (r *Reader) forStep(n *Node, at place) Step {
	f := r.fields(n, "for", "for")
	if f == nil {
		return nil
	}
	text := r.Word(f["for"], "for")
	name, _, both := strings.Cut(text, " in ")
	name = strings.TrimSpace(name)
	if !both || !IsName(name) || IsReserved(name) || f["do"] == nil {
		r.Findings.Fail(f["for"].Range, "wrong-shape", "for needs a name, in, a list, and do", "Write for: day in days.")
		return nil
	}
	cut := strings.Index(text, " in ") + len(" in ")
	s := &For{place: at, Name: name, NameRange: f["for"].Span(0, len(name)), List: r.parsed(f["for"], text[cut:], utf8.RuneCountInString(text[:cut])), Do: r.steps(f["do"])}
	for _, item := range r.items(f["carry"], "carry") {
		s.Carry = append(s.Carry, Reference{r.name(item, "carry"), item.Range})
	}
	if s.List == nil {
		return nil
	}
	return s
}
