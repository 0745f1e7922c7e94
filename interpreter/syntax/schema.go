package syntax

import (
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Schema is the declaration of a kind of file, a JSON Schema written as YAML: the keys
// of its maps, their values, and their descriptions for editors.
type Schema struct {
	root, shared *Node
}

// NewSchema reads an embedded declaration and panics if it is invalid. References are
// resolved in its $defs, then in the shared format, which may be nil.
func NewSchema(name string, declared []byte, shared *Schema) *Schema {
	root, found := Parse(name, declared)
	if found.HasErrors() {
		panic(found.Error())
	}
	f := &Schema{root: root}
	if shared != nil {
		f.shared = shared.root
	}
	return f
}

// Properties returns the keys that the map at a path of keys may have, with their
// declarations.
func (f *Schema) Properties(path ...string) []Entry {
	shape := f.root
	for _, key := range path {
		shape = f.shape(shape.Get("properties").Get(key), Mapping)
	}
	if properties := shape.Get("properties"); properties != nil {
		return properties.Entries
	}
	return nil
}

// Check reports the keys of a file that the format does not have.
func (f *Schema) Check(root *Node) (found diagnostic.List) {
	f.check(root, f.root, &found)
	return found
}

// CheckValues is Check for a file with other top-level keys, which it ignores.
func (f *Schema) CheckValues(root *Node) (found diagnostic.List) {
	for _, property := range f.Properties() {
		f.check(root.Get(property.Key.Text), property.Value, &found)
	}
	return found
}

func (f *Schema) check(n, shape *Node, found *diagnostic.List) {
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

// unknown reports an unknown key of a map. The keyword "entries" of the map is the noun
// for its keys in messages.
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

// shape follows references and chooses the alternative for a kind of node.
func (f *Schema) shape(declared *Node, kind Kind) *Node {
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
