package hostfile

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
)

// Remedy is a remedy beside a text of a service.
type Remedy struct {
	Label wording.Text
	set   []setting
}

// setting sets a field, or the one that the text is about if it is empty, to a value
// of the text, or leaves it out without one.
type setting struct{ field, value string }

// aboutField stands for the field that a refusal or warning is about.
const aboutField = "{field}"

// ReadRemedies reads the remedies of texts by their names; n may be nil. fields are those of a request.
func ReadRemedies(n *syntax.Node, texts map[string]wording.Text, fields []string, found *diagnostic.List) map[string][]Remedy {
	remedies := map[string][]Remedy{}
	if n == nil {
		return remedies
	}
	for _, entry := range n.Entries {
		name := entry.Key.Text
		if _, known := texts[name]; !known {
			found.Fail(entry.Key.Range, "unknown-text", "the text "+name+" is not declared", "Write a name that is declared under texts.")
		}
		items := []*syntax.Node{entry.Value}
		if entry.Value.Kind == syntax.Sequence {
			items = entry.Value.Items
		}
		for _, item := range items {
			declared := Remedy{Label: syntax.ReadText(item.Get("label"))}
			if set := item.Get("set"); set != nil {
				for _, e := range set.Entries {
					one := setting{e.Key.Text, e.Value.Plain()}
					if one.field == aboutField {
						one.field = ""
					} else if !slices.Contains(fields, one.field) {
						found.Suggest(e.Key.Range, "unknown-field", "requests have no field "+one.field, "Name a field of a request, or {field} for the one that the text is about.", diagnostic.Nearest(one.field, fields))
					}
					declared.set = append(declared.set, one)
				}
			}
			remedies[name] = append(remedies[name], declared)
		}
	}
	return remedies
}

// FillRemedies returns the remedies with values, pairs of a name and its value as for a text, for a
// field at a place. A remedy that sets a field to a value that is not among them, or nil, is
// left out.
func FillRemedies(declared []Remedy, field []any, values ...any) (list []remedy.Remedy) {
	for _, d := range declared {
		filled, whole := remedy.Remedy{Label: wording.Fill(d.Label, values...)}, true
		for _, set := range d.set {
			one := remedy.Setting{Loc: []any{set.field}}
			if set.field == "" {
				one.Loc = field
			}
			if set.value != "" {
				name := strings.Trim(set.value, "{}")
				at := slices.IndexFunc(values, func(v any) bool { return v == any(name) })
				if whole = whole && at >= 0 && at%2 == 0 && values[at+1] != nil; whole {
					one.Value = values[at+1]
				}
			}
			whole = whole && len(one.Loc) > 0
			filled.Set = append(filled.Set, one)
		}
		if whole {
			list = append(list, filled)
		}
	}
	return list
}
