package syntax

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
)

// Schema is the declaration of a kind of file, a JSON Schema written as YAML: the keys
// of its maps, their values, and their descriptions for editors.
type Schema struct {
	root   *Node
	shared *Schema // may be nil
}

// NewSchema reads an embedded declaration and panics if it is invalid. References are
// resolved in its $defs, then in the shared schema, which may be nil, and its own.
func NewSchema(name string, declared []byte, shared *Schema) *Schema {
	root, found := Parse(name, declared)
	if found.HasErrors() {
		panic(found.Error())
	}
	return &Schema{root, shared}
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

// Check reports the keys of a file that its schema does not have, the keys that it lacks, by
// a code, and values that are none of the words that it has for them.
func (f *Schema) Check(root *Node, missing string) diagnostic.List {
	c := schemaCheck{Schema: f, missing: missing}
	c.check(root, f.root, "")
	return c.found
}

// CheckValues is Check for a file with other top-level keys, which it ignores.
func (f *Schema) CheckValues(root *Node, missing string) diagnostic.List {
	c := schemaCheck{Schema: f, missing: missing}
	c.require(root, f.root, "")
	for _, property := range f.Properties() {
		c.check(root.Get(property.Key.Text), property.Value, property.Key.Text)
	}
	return c.found
}

type schemaCheck struct {
	*Schema
	missing string
	found   diagnostic.List
}

// check checks a value at a path of keys; either may be nil.
func (c *schemaCheck) check(n, shape *Node, path string) {
	if n == nil || shape == nil {
		return
	}
	whole := shape.Get("needs") != nil
	shape = c.shape(shape, n.Kind)
	if n.Kind != Mapping && !n.Null && shape.Get("type").is("object") {
		c.found.Fail(n.Range, "wrong-shape", path+" must be a map of names to values", NameEach)
	}
	if whole {
		c.requireAll(n, shape, path)
	}
	if n.Kind == Mapping && shape.Get("propertyNames") == nil { // else a text, whose reader checks it
		c.require(n, shape, path)
	}
	if words := shape.Get("enum"); words != nil && n.Kind == Scalar && !n.Null && !slices.Contains(Texts(words.Items), n.Text) {
		known := Texts(words.Items)
		c.found.Suggest(n.Range, "unknown-word", path+" must be "+either(known), "Write one of them.", diagnostic.Nearest(n.Text, known))
	}
	if least := shape.Get("minimum"); least != nil {
		got, err := number.Parse(n.Text)
		if want, _ := number.Parse(least.Text); err == nil && got.Cmp(want) < 0 {
			c.found.Fail(n.Range, "bad-number", path+" must be at least "+least.Text, "Write "+least.Text+" or more.")
		}
	}
	rest := shape.Get("additionalProperties")
	for _, e := range n.Entries {
		property := shape.Get("properties").Get(e.Key.Text)
		switch {
		case property != nil:
			c.check(e.Value, property, joined(path, e.Key.Text))
		case rest == nil:
		case rest.Text == "false":
			c.unknown(e.Key, shape)
		default:
			c.check(e.Value, rest, joined(path, e.Key.Text))
		}
	}
	items := n.Items
	if shape.Get("type").is("array") && n.Kind == Scalar && !n.Null {
		items = []*Node{n} // a single value counts as a list
	}
	for _, item := range items {
		c.check(item, shape.Get("items"), path)
	}
}

// either joins words: a, b or c.
func either(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// require reports keys that a map lacks.
func (c *schemaCheck) require(n, shape *Node, path string) {
	if required := shape.Get("required"); required != nil {
		for _, key := range required.Items {
			c.need(n, key.Text, path)
		}
	}
	condition, then := shape.Get("if"), "else"
	if condition != nil && holds(n, condition) {
		then = "then"
	}
	if then := shape.Get(then); condition != nil && then != nil {
		c.require(n, then, path)
	}
}

// requireAll reports keys that a map lacks, except those that are "further".
func (c *schemaCheck) requireAll(n, shape *Node, path string) {
	for _, property := range shape.Get("properties").Entries {
		if property.Value.Get("further") == nil {
			c.need(n, property.Key.Text, path)
		}
	}
}

func (c *schemaCheck) need(n *Node, key, path string) {
	if value := n.Get(key); value == nil || value.Null {
		c.found.Fail(n.Range, c.missing, "the key "+joined(path, key)+" is missing", "Add "+key+": … to the map.")
	}
}

// holds reports whether a map has the keys and values of a condition.
func holds(n, condition *Node) bool {
	if several := condition.Get("anyOf"); several != nil {
		return slices.ContainsFunc(several.Items, func(one *Node) bool { return holds(n, one) })
	}
	for _, key := range condition.Get("required").Items {
		if n.Get(key.Text) == nil {
			return false
		}
	}
	if properties := condition.Get("properties"); properties != nil {
		for _, property := range properties.Entries {
			if n.Get(property.Key.Text).Plain() != property.Value.Get("const").Plain() {
				return false
			}
		}
	}
	return true
}

// unknown reports an unknown key of a map. The keyword "entries" of its shape is the noun
// for its keys in messages.
func (c *schemaCheck) unknown(key, shape *Node) {
	what := "key"
	if entries := shape.Get("entries"); entries != nil {
		what = entries.Text
	}
	var known []string
	for _, property := range shape.Get("properties").Entries {
		known = append(known, property.Key.Text)
	}
	c.found.Suggest(key.Range, "unknown-"+what, "unknown "+what+" "+key.Text, "The "+what+"s are "+strings.Join(known, ", ")+".", diagnostic.Nearest(key.Text, known))
}

// shape follows references and chooses the alternative for a kind of node.
func (f *Schema) shape(declared *Node, kind Kind) *Node {
	if to := declared.Get("$ref"); to != nil {
		name := strings.TrimPrefix(to.Text, "#/$defs/")
		definition := f.root.Get("$defs").Get(name)
		for shared := f.shared; definition == nil && shared != nil; shared = shared.shared {
			definition = shared.root.Get(name)
		}
		return f.shape(definition, kind)
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
