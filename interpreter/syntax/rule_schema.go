package syntax

import (
	_ "embed"
	"sync"
)

// RuleSchema declares the maps of a rule file by name, as JSON Schema written as YAML: their
// keys, the values and the descriptions for editors.
//
//go:embed rules.yaml
var RuleSchema []byte

// format has the keys of each map of RuleSchema, and the values of each enum.
var format = sync.OnceValue(func() map[string][]string {
	root, list := Parse("rules.yaml", RuleSchema)
	if list.HasErrors() {
		panic(list.Error())
	}
	keys := map[string][]string{}
	for _, declared := range root.Entries {
		keys[declared.Key.Text] = keysOf(declared.Value)
	}
	return keys
})

// keysOf returns the keys of a map, in all its alternatives, or the values of an enum.
func keysOf(shape *Node) (keys []string) {
	if properties := shape.Get("properties"); properties != nil {
		for _, property := range properties.Entries {
			keys = append(keys, property.Key.Text)
		}
		return keys
	}
	if words := shape.Get("enum"); words != nil {
		return Texts(words.Items)
	}
	if whole := shape.Get("then"); whole != nil {
		return keysOf(whole)
	}
	if shapes := shape.Get("oneOf"); shapes != nil {
		for _, one := range shapes.Items {
			keys = append(keys, keysOf(one)...)
		}
	}
	return keys
}
