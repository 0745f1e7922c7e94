package syntax

import (
	_ "embed"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// RuleSchema declares the maps of a rule file by name, as JSON Schema written as YAML: their
// keys, the values and the descriptions for editors, and under "missing" the findings for
// required keys that are absent.
//
//go:embed rules.yaml
var RuleSchema []byte

// shape is what the reader takes from the declaration of a map.
type shape struct {
	keys     []string // in all alternatives, or the words of an enum
	required []string
	missing  *Node
}

var shapes = sync.OnceValue(func() map[string]shape {
	all := map[string]shape{}
	for _, declared := range NewSchema("rules.yaml", RuleSchema, nil).root.Entries {
		all[declared.Key.Text] = shapeOf(declared.Value)
	}
	return all
})

func shapeOf(n *Node) shape {
	s := shape{missing: n.Get("missing")}
	if required := n.Get("required"); required != nil {
		s.required = Texts(required.Items)
	}
	if properties := n.Get("properties"); properties != nil {
		for _, property := range properties.Entries {
			s.keys = append(s.keys, property.Key.Text)
		}
	} else if words := n.Get("enum"); words != nil {
		s.keys = Texts(words.Items)
	} else if whole := n.Get("then"); whole != nil {
		return shapeOf(whole)
	} else if several := n.Get("oneOf"); several != nil {
		for _, one := range several.Items {
			s.keys = append(s.keys, shapeOf(one).keys...)
		}
	}
	return s
}

// fields returns the values of a map by key. It reports keys that neither RuleSchema
// declares for the named map nor further has, and returns nil if the node is not a map.
func (r *Reader) fields(n *Node, what, name string, further ...string) map[string]*Node {
	allowed := shapes()[name].keys
	if len(further) > 0 {
		allowed = slices.Concat(further, allowed)
	}
	if n.Kind != Mapping {
		r.Findings.Fail(n.Range, "wrong-shape", what+" must be a map of keys and values", "Its keys are "+strings.Join(allowed, ", ")+".")
		return nil
	}
	found := make(map[string]*Node, len(n.Entries))
	unknown := 0
	for _, e := range n.Entries {
		if !slices.Contains(allowed, e.Key.Text) {
			if unknown++; !r.atMost(mostUnknown, unknown, e.Key.Range, "unknown keys of "+what) {
				break
			}
			r.unknownKey(e.Key, what, allowed)
			continue
		}
		found[e.Key.Text] = e.Value
	}
	return found
}

// read reads a map into a struct, as decode does, and returns the values by key. It
// reports required keys that are absent, at a position; whole is false if there are any,
// or the node is not a map.
func (r *Reader) read(n *Node, at diagnostic.Range, what, name string, into any) (f map[string]*Node, whole bool) {
	if f = r.fields(n, what, name); f == nil {
		return nil, false
	}
	s := shapes()[name]
	whole = true
	for _, key := range s.required {
		if f[key] != nil {
			continue
		}
		whole = false
		if len(f) == len(n.Entries) { // else an unknown key may be a misspelling of it
			r.lacks(at, what, name, key)
		}
	}
	r.decodeFields(func(key string) *Node { return f[key] }, n, "", reflect.ValueOf(into).Elem())
	if about := f["about"]; about != nil {
		if _, read := reflect.TypeOf(into).Elem().FieldByName("About"); !read {
			r.text(about, "about") // it is checked, but for people who read the file
		}
	}
	return f, whole
}

// lacks reports that a map lacks a key.
func (r *Reader) lacks(at diagnostic.Range, what, name, key string) {
	lack := shapes()[name].missing.Get(key)
	r.Findings.Fail(at, lack.Get("code").Text, strings.ReplaceAll(lack.Get("text").Text, "{what}", what), lack.Get("remedy").Plain())
}
