package syntax

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Findings that are made in several places, or of what a schema declares.

// NameEach is the remedy where a map is needed.
const NameEach = "Write NAME: value, each on a line of its own."

func (c *checker) fail(n *Node, at diagnostic.Range, code, summary, detail string) {
	c.mark(n)
	c.found.Fail(at, code, summary, detail)
}

// declared reports what a schema declares for a mistake, or the finding that it is otherwise.
func (c *checker) declared(n *Node, at diagnostic.Range, said *finding, code, summary, detail, what string) {
	c.mark(n)
	if said != nil {
		fill := strings.NewReplacer("{what}", what, "{text}", n.Text).Replace
		code, summary, detail = said.Code, fill(said.Text), fill(said.Remedy)
	}
	c.found.Fail(at, code, summary, detail)
}

// wrongKind reports a value that is a list instead of a map, or the like.
func (c *checker) wrongKind(n *Node, s *shape, here *path) {
	summary, detail := here.String(), "Write one value after the colon, in quotes if it has a colon or # in it."
	switch {
	case s.Types == nil || s.Types[0] != "object" && s.Types[0] != "array":
		summary += " must be a text"
	case s.Types[0] == "array":
		summary, detail = summary+" must be a list", "Write [first, second], or each value on a line of its own after a dash."
	case s.closed:
		summary, detail = summary+" must be a map of keys and values", "Its keys are "+strings.Join(s.keys(), ", ")+"."
	default:
		summary, detail = summary+" must be a map of names to values", NameEach
	}
	said := s.Wrong
	if s.one != nil || s.some != nil { // of which it says that they do not hold
		said = nil
	}
	c.declared(n, n.Range, said, "wrong-shape", summary, detail, here.String())
}

// unknownKey reports a key that a map does not have, which may be an item of a list.
func (c *checker) unknownKey(key, n *Node, s *shape, here *path, item bool) {
	keys, noun, what := s.keys(), cmp.Or(s.Entries, "key"), here.String()
	if len(keys) == 1 && n.Get(keys[0]) != nil {
		c.found.Fail(key.Range, "wrong-shape", key.Text+" does not belong next to "+keys[0], "Indent it further, below "+keys[0]+":.")
		return
	}
	if item && s.Called == "" {
		what = "an item of " + what
	}
	c.found.Suggest(key.Range, "unknown-"+noun, fmt.Sprintf("%s has no %s %q", what, noun, key.Text), "Its "+noun+"s are "+strings.Join(keys, ", ")+".", diagnostic.Nearest(key.Text, keys))
}

// lacks is the finding for a key that a map lacks.
func (f *Schema) lacks(s *shape, key string, here *path, at diagnostic.Range) diagnostic.Diagnostic {
	said := s.Missing[key]
	if said == nil {
		said = &finding{f.missing, "the key " + here.of(key).String() + " is missing", "Add " + key + ": … to the map."}
	}
	return diagnostic.Diagnostic{Severity: diagnostic.Error, Code: said.Code, Summary: strings.ReplaceAll(said.Text, "{what}", here.String()), Detail: said.Remedy, Subject: at}
}

func (c *checker) tooMany(n *Node, count int, noun string, most int, at diagnostic.Range) {
	c.fail(n, at, "too-many", fmt.Sprintf("%d %s: at most %d are allowed", count, noun, most), "Split them up.")
}

// either joins words: a, b or c.
func either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
