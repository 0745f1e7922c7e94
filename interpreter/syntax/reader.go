package syntax

import (
	"fmt"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// unknownKey reports a key that a map does not have.
func (r *Reader) unknownKey(key *Node, what string, keys []string) {
	r.Findings.Suggest(key.Range, "unknown-key", fmt.Sprintf("%s has no key %q", what, key.Text), "Its keys are "+strings.Join(keys, ", ")+".", diagnostic.Nearest(key.Text, keys))
}

// NameEach is the remedy where a map is needed.
const NameEach = "Write NAME: value, each on a line of its own."

// entries returns the entries of a map with arbitrary keys; none if n is nil.
func (r *Reader) entries(n *Node, what string) []Entry {
	if n == nil {
		return nil
	}
	if n.Kind == Mapping {
		return n.Entries
	}
	if !n.Null {
		r.Findings.Fail(n.Range, "wrong-shape", what+" must be a map of names to values", NameEach)
	}
	return nil
}

// items returns the values of a list; a single value counts as a list.
func (r *Reader) items(n *Node, what string) []*Node {
	switch {
	case n == nil:
	case n.Kind == Sequence:
		return n.Items
	case n.Kind == Scalar && !n.Null:
		return []*Node{n}
	case !n.Null:
		r.Findings.Fail(n.Range, "wrong-shape", what+" must be a list", "Write [first, second], or each value on a line of its own after a dash.")
	}
	return nil
}

// few returns the entries of a map that may have at most so many.
func (r *Reader) few(most int, n *Node, what string) []Entry {
	if n != nil {
		r.atMost(most, len(n.Entries), n.Range, what)
	}
	return r.entries(n, what)
}

// declared reads the entries of a map of names; what is the noun for one of them. read
// returns nil after an error.
func declared[T any](r *Reader, entries []Entry, what string, read func(e Entry, name string) *T) (list []*T) {
	for _, e := range entries {
		if name := r.name(e.Key, what); name != "" {
			if one := read(e, name); one != nil {
				list = append(list, one)
			}
		}
	}
	return list
}

// words returns the texts of a list.
func (r *Reader) words(n *Node, what string) []string {
	var words []string
	for _, item := range r.items(n, what) {
		words = append(words, r.Word(item, what))
	}
	return words
}

// atMost reports a count above a limit. The limits keep quadratic algorithms fast.
func (r *Reader) atMost(most, count int, at diagnostic.Range, what string) bool {
	if count <= most {
		return true
	}
	r.Findings.Fail(at, "too-many", fmt.Sprintf("%d %s: at most %d are allowed", count, what, most), "Split them up.")
	return false
}

// Limits.
const (
	mostCases   = 5000 // of an enumeration
	mostBranch  = 1000 // cases of a match
	mostBands   = 1000
	mostColumns = 64
	mostDays    = 366
	mostNumbers = 10_000 // of a table
	mostNames   = 1000   // inputs, outputs, … of a program; fields of a record
	mostParts   = 64     // of a grammar and of each of its forms
	mostWords   = 500    // of a part

	mostCharacters = 10_000 // of a text with values in it
	mostUnknown    = 100    // keys of a map that it does not have
)

// name returns the text of a scalar that must be a name.
func (r *Reader) name(n *Node, what string) string {
	text := r.Word(n, what)
	if text == "" {
		return ""
	}
	if !IsName(text) {
		r.Findings.Fail(n.Range, "bad-name", fmt.Sprintf("%q cannot be a name", text), "A name has letters, digits and _, and begins with a letter.")
		return ""
	}
	if IsReserved(text) {
		r.Findings.Fail(n.Range, "reserved-name", fmt.Sprintf("%q is a reserved word", text), "Choose another name.")
		return ""
	}
	return text
}

// IsReserved reports whether a text is a reserved word.
func IsReserved(text string) bool { return slices.Contains(shapes()["reserved"].keys, text) }

// IsName reports whether a text can be a name.
func IsName(text string) bool {
	for i, c := range text {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return text != "" && text != "_"
}

// expression reads a scalar as an expression; nil after an error.
func (r *Reader) expression(n *Node, what string) *Expression {
	if n == nil {
		return nil
	}
	if n.Kind != Scalar {
		r.Findings.Fail(n.Range, "wrong-shape", what+" must be an expression", "Write one after the colon, such as min(gross, p.ceiling).")
		return nil
	}
	if n.Null && n.Text == "" {
		r.Findings.Fail(n.Range, "missing-value", what+" is empty", "Write an expression after the colon.")
		return nil
	}
	return r.parsed(n, n.Text, 0)
}

// parsed reads a part of a scalar, from an offset on, as an expression; nil after an error.
func (r *Reader) parsed(n *Node, text string, offset int) *Expression {
	tree, err := ParseExpression(text)
	if err != nil {
		r.Findings.Append(err.Diagnostic(n.Span(offset+err.From, offset+err.To)))
		return nil
	}
	return &Expression{Tree: tree, node: n, offset: offset}
}
