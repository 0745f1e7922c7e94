package document

import (
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Format declares a kind of file in the terms of JSON Schema, as YAML: the keys of its maps,
// what each holds, and what editors say of it.
type Format struct {
	root, shared *Node
}

// NewFormat reads a declaration, which is part of the program. What it refers to is under
// its own $defs or among those that several formats share; shared may be nil.
func NewFormat(name string, declared []byte, shared *Format) *Format {
	root, found := Parse(name, declared)
	if found.HasErrors() {
		panic(found.Error())
	}
	f := &Format{root: root}
	if shared != nil {
		f.shared = shared.root
	}
	return f
}

// Properties are the keys that the map at a path of keys may have, each with what is
// declared of it.
func (f *Format) Properties(path ...string) []Entry {
	shape := f.root
	for _, key := range path {
		shape = f.shape(shape.Get("properties").Get(key), Mapping)
	}
	if properties := shape.Get("properties"); properties != nil {
		return properties.Entries
	}
	return nil
}

// Check finds the keys of a file that the format does not have.
func (f *Format) Check(root *Node) (found diagnostic.List) {
	f.check(root, f.root, &found)
	return found
}

// CheckValues is Check for a file that has further keys, which others read.
func (f *Format) CheckValues(root *Node) (found diagnostic.List) {
	for _, property := range f.Properties() {
		f.check(root.Get(property.Key.Text), property.Value, &found)
	}
	return found
}

func (f *Format) check(n, shape *Node, found *diagnostic.List) {
	if n == nil || shape == nil {
		return
	}
	shape = f.shape(shape, n.Kind)
	rest := shape.Get("additionalProperties")
	for _, e := range n.Entries {
		property := shape.Get("properties").Get(e.Key.Text)
		switch {
		case property != nil:
			f.check(e.Value, property, found)
		case rest == nil:
		case rest.Text == "false":
			shape.unknown(e.Key, found)
		default:
			f.check(e.Value, rest, found)
		}
	}
	for _, item := range n.Items {
		f.check(item, shape.Get("items"), found)
	}
}

// unknown reports a key that a map lacks. Its keyword "entries" says what the keys are, if
// they are not just keys.
func (n *Node) unknown(key *Node, found *diagnostic.List) {
	what := "key"
	if entries := n.Get("entries"); entries != nil {
		what = entries.Text
	}
	var known []string
	for _, property := range n.Get("properties").Entries {
		known = append(known, property.Key.Text)
	}
	found.Suggest(key.Range, "unknown-"+what, "unknown "+what+" "+key.Text, "The "+what+"s are "+strings.Join(known, ", ")+".", diagnostic.Nearest(key.Text, known))
}

// shape follows references, and picks the shape for a kind of node among several.
func (f *Format) shape(declared *Node, kind Kind) *Node {
	if to := declared.Get("$ref"); to != nil {
		name := strings.TrimPrefix(to.Text, "#/$defs/")
		if own := f.root.Get("$defs").Get(name); own != nil {
			return f.shape(own, kind)
		}
		return f.shape(f.shared.Get(name), kind)
	}
	if several := declared.Get("oneOf"); several != nil && declared.Get("properties") == nil {
		for _, one := range several.Items {
			if one = f.shape(one, kind); one.Get("type").is("object") == (kind == Mapping) {
				return one
			}
		}
	}
	return declared
}

func (n *Node) is(text string) bool { return n != nil && n.Text == text }
