// Package remedy has the changes of a request that answer a refusal or a warning: rules
// declare them in programs (remedy:, beside refuse and note), hosts beside their own texts.
package remedy

import (
	"slices"
	"strconv"

	"github.com/payslate/payslate/interpreter/wording"
)

// Remedy is a change of a request that answers a refusal or a warning.
type Remedy struct {
	// Label says what the change does, as a button says it; it is empty where the fields say
	// it.
	Label wording.Text
	Set   []Setting
}

// Setting sets one field of the request.
type Setting struct {
	// Loc leads to the field: names, and an int for the index in a list.
	Loc []any
	// Value is a string, []string, bool, int or number.Decimal; nil leaves the field out, or takes the item out of its list.
	Value any
}

// Path is the dotted path to a field, such as de.components[0].rate.
func Path(loc []any) string {
	path := ""
	for _, step := range loc {
		switch step := step.(type) {
		case int:
			path += "[" + strconv.Itoa(step) + "]"
		case string:
			if path != "" {
				path += "."
			}
			path += step
		}
	}
	return path
}

// In returns the remedy for a request that has the fields within steps.
func (r Remedy) In(steps ...any) Remedy {
	inside := Remedy{Label: r.Label, Set: slices.Clone(r.Set)}
	for i := range inside.Set {
		inside.Set[i].Loc = slices.Concat(steps, inside.Set[i].Loc)
	}
	return inside
}
