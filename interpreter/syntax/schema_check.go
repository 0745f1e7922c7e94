package syntax

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/interpreter/wording"
)

// checker compares values with a schema. Readers of the values need no checks of their own: they
// leave out what is bad.
type checker struct {
	schema *Schema
	found  diagnostic.List
	// bad has the values that are not whole, true for those that cannot be read at all.
	bad map[*Node]bool
}

// path is a map on the way to a value.
type path struct {
	outer *path
	key   *Node // nil for a whole file
	shape *shape
}

// of is the path of a key, which the map need not have.
func (p *path) of(key string) *path { return &path{outer: p, key: &Node{Text: key}} }

// String is what messages call the map: a name, or its keys and the name of what they belong to.
func (p *path) String() string {
	switch {
	case p.shape != nil && p.shape.Called != "":
		called := p.shape.Called
		if p.key != nil {
			called = strings.ReplaceAll(called, "{key}", p.key.Text)
		}
		for outer := p.outer; outer != nil && outer.key != nil && strings.Contains(called, "{of}"); outer = outer.outer {
			if outer.shape.Called != "" {
				called = strings.ReplaceAll(called, "{of}", outer.key.Text)
			}
		}
		return called
	case p.key == nil:
		return "the file"
	}
	keys := p.key.Text
	for outer := p.outer; outer != nil && outer.key != nil && outer.shape.names == nil; outer = outer.outer {
		if outer.shape.Called != "" {
			if of := outer.String(); of != keys {
				keys += " of " + of
			}
			break
		}
		if keys != outer.key.Text { // else an item of a list
			keys = outer.key.Text + "." + keys
		}
	}
	return keys
}

// kindsOf are the kinds of nodes that a type of JSON Schema has.
var kindsOf = map[string]NodeKind{"object": Mapping, "array": Sequence}

// fits reports whether a shape, or one of its alternatives, is for a node of that kind.
func (s *shape) fits(n *Node) bool {
	if s == nil {
		return true
	}
	if s.any != nil {
		return slices.ContainsFunc(s.any, func(one *shape) bool { return one.fits(n) })
	}
	if len(s.Types) == 0 {
		return len(s.Words) == 0 || n.Kind == Scalar && slices.Contains(s.Words, n.Text)
	}
	for _, t := range s.Types {
		kind := max(kindsOf[t], Scalar)
		if n.Kind == kind || n.Kind == Scalar && t == "array" { // a single value counts as a list
			return true
		}
	}
	return false
}

// check compares a value with its shape. It is the value of a key in a map, or an item of the
// list that is.
func (c *checker) check(n *Node, s *shape, outer *path, key *Node, item bool) {
	for s != nil && s.any != nil {
		at := slices.IndexFunc(s.any, func(one *shape) bool { return one.fits(n) })
		if at > 0 && n.Kind == Scalar && s.any[0] != nil && s.any[0].Words != nil { // which are all that it can be
			at = -1
		}
		if at < 0 {
			c.wrongKind(n, s, &path{outer, key, s})
			return
		}
		s = s.any[at]
	}
	switch {
	case s == nil || len(c.found) > maxFindings:
	case n.Null && (s.Types != nil || s.Words != nil):
		if s.Types != nil && kindsOf[s.Types[0]] != 0 { // an empty map or list
			return
		}
		if n.Text == "" || !slices.Contains(s.Types, "null") {
			c.fail(n, n.Range, "missing-value", (&path{outer, key, s}).String()+" is empty", "Write a value after the colon, or remove the key.")
		}
	case len(s.Types) > 0 && !s.fits(n), s.Types == nil && s.Words != nil && n.Kind != Scalar:
		c.wrongKind(n, s, &path{outer, key, s})
	case s.byKey != nil:
		c.chosen(n, s, outer, key)
	default:
		switch n.Kind {
		case Mapping:
			c.checkMap(n, s, &path{outer, key, s}, item)
		case Sequence:
			if c.counted(n, len(n.Items), "items", s, outer, key) {
				for _, one := range n.Items {
					c.check(one, s.items, outer, key, true)
				}
			}
		case Scalar:
			if s.items != nil {
				c.check(n, s.items, outer, key, true)
			} else {
				c.checkScalar(n, s, outer, key)
			}
		}
		if s.when != nil && s.when.holds(n) {
			c.check(n, s.then, outer, key, item)
		} else if s.when != nil {
			c.check(n, s.otherwise, outer, key, item)
		}
		for _, one := range s.all {
			c.check(n, one, outer, key, item)
		}
	}
}

func (c *checker) checkMap(n *Node, s *shape, here *path, item bool) {
	if !c.counted(n, len(n.Entries), "entries", s, here.outer, here.key) {
		return
	}
	unknown := 0
	for _, e := range n.Entries {
		at := slices.IndexFunc(s.properties, func(p property) bool { return p.key == e.Key.Text })
		if at < 0 && s.names != nil {
			c.check(e.Key, s.names, here, e.Key, false)
		}
		switch {
		case e.Value.absent() && slices.Contains(s.Required, e.Key.Text):
		case at >= 0:
			c.check(e.Value, s.properties[at].shape, here, e.Key, false)
		case !s.closed:
			c.check(e.Value, s.rest, here, e.Key, false)
		case s.spoken != nil && isTag(e.Key.Text):
			c.check(e.Value, s.spoken, here, e.Key, false)
		default:
			if unknown++; unknown > mostUnknown {
				c.tooMany(n, unknown, "unknown keys of "+here.String(), mostUnknown, e.Key.Range)
				return
			}
			c.unknownKey(e.Key, n, s, here, item)
		}
	}
	at := n.Range
	if s.Called != "" && !item && here.key != nil {
		at = here.key.Range
	}
	for _, key := range s.Required {
		if value := n.Get(key); (value == nil || value.absent()) && (s.names == nil || s.Missing[key] != nil) {
			c.note(n, false)
			if unknown == 0 { // else it may be misspelt
				c.found.Append(c.schema.lacks(s, key, here, at))
			}
		}
	}
	held := 0
	for _, one := range s.one {
		if one.holds(n) {
			held++
		}
	}
	some := s.some == nil || slices.ContainsFunc(s.some, func(one *condition) bool { return one.holds(n) })
	if (s.one != nil && held != 1 || !some) && unknown == 0 {
		c.declared(n, at, s.Wrong, "missing-value", here.String()+" needs one of "+either(needed(append(s.one, s.some...))), "Write exactly one of them.", here.String())
	}
}

// needed lists the keys that conditions require.
func needed(conditions []*condition) (keys []string) {
	for _, one := range conditions {
		keys = append(keys, strings.Join(one.required, " and "))
	}
	return keys
}

// chosen checks a map whose first key chooses what it is.
func (c *checker) chosen(n *Node, s *shape, outer *path, key *Node) {
	if len(n.Entries) == 0 {
		c.wrongKind(n, s, &path{outer, key, s})
		return
	}
	first, keywords := n.Entries[0].Key, s.keys()
	if of := s.byKey[first.Text]; of != nil || slices.Contains(keywords, first.Text) {
		c.check(n, of, outer, first, false)
		return
	}
	if len(n.Entries) == 1 {
		c.check(n, s.otherwise, outer, key, true)
		return
	}
	c.mark(n)
	for _, e := range n.Entries {
		if slices.Contains(keywords, e.Key.Text) {
			c.found.Fail(e.Key.Range, "wrong-shape", e.Key.Text+" must be the first key of its step", "Begin another step with a dash, or put it first.")
			return
		}
	}
	if meant := diagnostic.Nearest(first.Text, keywords); meant != "" {
		c.found.Suggest(first.Range, "unknown-key", "no step begins with "+first.Text, "It sets one name, or begins with "+strings.Join(keywords, ", ")+".", meant)
		return
	}
	c.found.Fail(n.Entries[1].Key.Range, "wrong-shape", "a step sets only one name", "Begin the second step with its own dash.")
}

func (s *shape) keys() []string {
	return diagnostic.Names(s.properties, func(p property) string { return p.key })
}

func (c *checker) checkScalar(n *Node, s *shape, outer *path, key *Node) {
	what := func() string { return (&path{outer, key, s}).String() }
	switch {
	case s.Format == "date" && !isDate(n.Text):
		c.fail(n, n.Range, "bad-date", n.Text+" is not a date", "Write 2026-01-31: year, month, day.")
	case s.Format == "language":
		_, err := wording.Parse(n.Text)
		switch {
		case err == nil:
		case n == key:
			c.mark(n)
			c.found.Suggest(n.Range, "unknown-key", fmt.Sprintf("%s has no key %q", outer, n.Text), "Its keys are language tags, such as "+wording.English.Tag()+".", diagnostic.Nearest(n.Text, wording.Tags()))
		default:
			c.fail(n, n.Range, "unknown-word", err.Error(), "Write language tags: "+what()+": [en, de].")
		}
	case s.Words != nil && !slices.Contains(s.Words, n.Text):
		c.mark(n)
		c.found.Suggest(n.Range, "unknown-word", what()+" must be "+either(s.Words), "Write one of them.", diagnostic.Nearest(n.Text, s.Words))
	case s.not != nil && slices.Contains(s.not.Words, n.Text):
		c.declared(n, n.Range, s.not.Wrong, "wrong-shape", what()+" cannot be "+n.Text, "Write another one.", what())
	case s.pattern != nil && !s.pattern.MatchString(n.Text):
		c.declared(n, n.Range, s.Wrong, "wrong-shape", what()+" cannot be "+strconv.Quote(n.Text), "Write it so that it matches "+s.pattern.String()+".", what())
	case s.counts[1] >= 0 && utf8.RuneCountInString(n.Text) > s.counts[1]:
		c.tooMany(n, utf8.RuneCountInString(n.Text), "characters of "+what(), s.counts[1], n.Range)
	case len(s.Types) == 1:
		c.checkNumber(n, s, what)
	}
}

func isDate(text string) bool {
	_, is := number.ParseDate(text)
	return is
}

// absent reports whether nothing is written after a key.
func (n *Node) absent() bool { return n.Null && n.Text == "" }

// checkNumber checks a number, a whole number or a boolean.
func (c *checker) checkNumber(n *Node, s *shape, what func() string) {
	switch s.Types[0] {
	case "boolean":
		if n.Text != "true" && n.Text != "false" {
			c.fail(n, n.Range, "bad-flag", what()+" must be true or false", "Write true or false without quotes.")
		}
		return
	case "number", "integer":
	default:
		return
	}
	value, err := number.Parse(n.Text)
	_, wrong := strconv.Atoi(n.Text)
	switch {
	case n.Quoted:
		c.mark(n)
		c.found.Suggest(n.Range, "wrong-type", what()+" must be a number", "Write digits with a decimal point and without quotes.", meantNumber(n.Text))
	case s.Types[0] == "integer" && (wrong != nil || len(n.Text) > mostDigits):
		c.fail(n, n.Range, "bad-number", what()+" must be a whole number of at most "+strconv.Itoa(mostDigits)+" digits", "Write digits, such as 15000.")
	case err != nil:
		c.mark(n)
		c.found.Suggest(n.Range, "bad-number", fmt.Sprintf("%s is not a number: %.80s", what(), n.Text), "Write digits and a decimal point, such as 1230.50.", meantNumber(n.Text))
	case s.least != nil && value.Cmp(*s.least) < 0:
		c.fail(n, n.Range, "bad-number", what()+" must be at least "+s.least.String(), "Write "+s.least.String()+" or more.")
	case s.above != nil && value.Cmp(*s.above) <= 0:
		c.fail(n, n.Range, "bad-number", what()+" must be more than "+s.above.String(), "Write a number above "+s.above.String()+".")
	case s.most != nil && value.Cmp(*s.most) > 0:
		c.fail(n, n.Range, "bad-number", what()+" must be at most "+s.most.String(), "Write "+s.most.String()+" or less.")
	}
}

// mostUnknown bounds the findings about keys that a map does not have.
const mostUnknown = 100

// mostDigits bounds whole numbers.
const mostDigits = 7

// meantNumber returns the number that a text such as 101.400,00, 101_400 or 18.6 % most
// likely means; empty if that is not clear.
func meantNumber(text string) string {
	text = strings.NewReplacer("_", "", " ", "", "'", "").Replace(strings.TrimSuffix(text, "%"))
	if whole, cents, found := strings.Cut(text, ","); found && len(cents) < 3 {
		text = strings.ReplaceAll(whole, ".", "") + "." + cents
	}
	if _, err := number.Parse(text); err != nil {
		return ""
	}
	return text
}

// counted reports a list or map with too few or too many entries. The limits keep quadratic
// algorithms fast.
func (c *checker) counted(n *Node, count int, noun string, s *shape, outer *path, key *Node) bool {
	switch here := (&path{outer, key, s}); {
	case s.counts[1] == 0 && count > 0:
		c.declared(n, n.Range, s.Wrong, "too-many", here.String()+" must be empty", "Write [].", here.String())
	case s.counts[1] >= 0 && count > s.counts[1]:
		c.tooMany(n, count, noun+" of "+here.String(), s.counts[1], n.Range)
	case count < s.counts[0]:
		c.declared(n, n.Range, s.Wrong, "wrong-shape", fmt.Sprintf("%s must have at least %s", here, diagnostic.Counted(s.counts[0], "entry")), "Write it, or remove the key.", here.String())
	default:
		return true
	}
	return false
}

// mark notes that a value cannot be read.
func (c *checker) mark(n *Node) { c.note(n, true) }

// note notes that a value is not whole, or cannot be read at all.
func (c *checker) note(n *Node, unreadable bool) {
	if c.bad == nil {
		c.bad = map[*Node]bool{}
	}
	c.bad[n] = c.bad[n] || unreadable
}
