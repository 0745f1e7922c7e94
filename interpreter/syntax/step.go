package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Step is one step of a program: an *Assign, *If, *Match, *Call, *For,
// *Line, *Note or *Refuse.
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

// Value is the value of a name: an *Expression, *IfValue, *MatchValue or
// *TextValue.
type Value interface{ Range() diagnostic.Range }

// IfValue is one of two values, chosen by a condition.
type IfValue struct {
	place
	If         *Expression `key:"if"`
	Then, Else Value
}

// MatchValue is one value for each case.
type MatchValue struct {
	place
	On    *Expression `key:"match"`
	Cases []Case[Value]
	Else  Value
}

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

// If runs steps under a condition.
type If struct {
	place
	Cond *Expression `key:"if"`
	Then []Step      `key:"then"`
	Else []Step      `key:"else"`
}

// Match runs the steps of a case.
type Match struct {
	place
	On    *Expression `key:"match"`
	Cases []Case[[]Step]
	Else  []Step `key:"else"` // nil if it has none
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
		if s := r.step(item); s != nil {
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
		return r.ifStep(n, at)
	case "match":
		return r.matchStep(n, at)
	case "call":
		return r.callStep(n, at)
	case "for":
		return r.forStep(n, at)
	case "line":
		return r.line(n, at)
	case "note":
		return r.note(n, at)
	case "refuse":
		return r.refuse(n, at)
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
	at := place{n.Range}
	switch {
	case n.Get("if") != nil:
		v := &IfValue{place: at}
		f, whole := r.read(n, n.Range, name, "value_by_condition", v)
		if !whole {
			return nil
		}
		v.Then, v.Else = r.value(f["then"], name), r.value(f["else"], name)
		for _, item := range r.further(f) {
			also := &IfValue{place: place{item.Range}, Else: v.Else}
			if f, _ := r.read(item, item.Range, elseIf, "further_value", also); f["then"] != nil {
				also.Then = r.value(f["then"], name)
			}
			v.Else = also
			if also.If == nil || also.Then == nil || also.Else == nil {
				v.Else = nil
			}
		}
		if v.If == nil || v.Then == nil || v.Else == nil {
			return nil
		}
		return v
	case n.Get("match") != nil:
		return r.matchValue(n, name, at)
	case n.Get("text") != nil:
		v := &TextValue{place: at}
		r.read(n, n.Range, name, "value_as_text", v)
		return v
	}
	r.Findings.Fail(n.Range, "wrong-shape", "a value is an expression, or a map with value, text, if or match", "Write the expression after the colon, or under value: with its cite.")
	return nil
}

func (r *Reader) matchValue(n *Node, name string, at place) Value {
	v := &MatchValue{place: at}
	f, whole := r.read(n, n.Range, name, "value_by_case", v)
	if !whole {
		return nil
	}
	cases, ok := matched(r, f, func(n *Node) Value { return r.value(n, name) })
	v.Cases, ok = cases, ok && v.On != nil
	if f["else"] != nil {
		v.Else = r.value(f["else"], name)
		ok = ok && v.Else != nil
	}
	if !ok || slices.ContainsFunc(cases, func(c Case[Value]) bool { return c.Do == nil }) {
		return nil
	}
	return v
}

// matched reads the cases of a match; ok is false after an error.
func matched[T any](r *Reader, f map[string]*Node, read func(*Node) T) (cases []Case[T], ok bool) {
	for _, e := range r.entries(f["cases"], "cases") {
		cases = append(cases, splitCases(e.Key, read(e.Value))...)
	}
	return cases, r.atMost(mostBranch, len(cases), f["cases"].Range, "cases")
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

func (r *Reader) ifStep(n *Node, at place) Step {
	s := &If{place: at}
	f, whole := r.read(n, at.at, "if", "if", s)
	if !whole || s.Cond == nil {
		return nil
	}
	for _, item := range r.further(f) {
		also := &If{place: place{item.Range}, Else: s.Else}
		if _, whole := r.read(item, item.Range, elseIf, "further_steps", also); !whole || also.Cond == nil {
			return nil
		}
		also.at = item.Entries[0].Key.Range
		s.Else = []Step{also}
	}
	return s
}

const elseIf = "else if"

// further returns the further conditions of a choice, the last first: each is a choice
// in the else of the one before it.
func (r *Reader) further(f map[string]*Node) []*Node {
	items := slices.Clone(r.items(f[elseIf], elseIf))
	if f[elseIf] != nil && !r.atMost(mostBranch, len(items), f[elseIf].Range, "conditions") {
		return nil
	}
	slices.Reverse(items)
	return items
}

func (r *Reader) matchStep(n *Node, at place) Step {
	s := &Match{place: at}
	f, whole := r.read(n, at.at, "match", "match", s)
	if !whole {
		return nil
	}
	var ok bool
	if s.Cases, ok = matched(r, f, r.steps); !ok || s.On == nil {
		return nil
	}
	return s
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
