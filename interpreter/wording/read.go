package wording

import (
	"fmt"
	"maps"
	"slices"
)

// UnmarshalYAML reads a value for every language, or a map of language tags that includes
// English.
func (o *Of[T]) UnmarshalYAML(decode func(any) error) error {
	var everywhere T
	if decode(&everywhere) == nil {
		*o = Everywhere(everywhere)
		return nil
	}
	var values map[string]T
	if err := decode(&values); err != nil {
		return err
	}
	*o = Of[T]{}
	for _, tag := range slices.Sorted(maps.Keys(values)) {
		language, err := Parse(tag)
		if err != nil {
			return err
		}
		o.Set(language, values[tag])
	}
	if _, english := values[English.Tag()]; !english {
		return fmt.Errorf("a text must have an English version: %v", values)
	}
	return nil
}
