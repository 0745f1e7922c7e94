package hostfile

import (
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
)

// Warning says that a text of a service warns of an assumption: by which code, and which
// field of the request, possibly none, decides otherwise.
type Warning struct{ Code, Field string }

// ReadWarnings reads a map of the names of texts to their warnings; n may be nil. fields
// are those of a request.
func ReadWarnings(n *syntax.Node, texts map[string]wording.Text, fields []string, found *diagnostic.List) map[string]Warning {
	warnings := map[string]Warning{}
	if n == nil {
		return warnings
	}
	for _, entry := range n.Entries {
		name, code, field := entry.Key.Text, entry.Value.Get("code").Plain(), entry.Value.Get("field")
		if _, known := texts[name]; !known {
			found.Fail(entry.Key.Range, "unknown-text", "the text "+name+" is not declared", "Write a name that is declared under texts.")
		}
		if field != nil && !slices.Contains(fields, field.Text) {
			found.Suggest(field.Range, "unknown-field", "requests have no field "+field.Text, "Name the field that a request can send instead.", diagnostic.Nearest(field.Text, fields))
		}
		warnings[name] = Warning{code, field.Plain()}
	}
	return warnings
}
