package hostfile

import (
	"slices"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/remedy"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/interpreter/wording"
)

// ReadWarnings reads a map of the names of texts that warn to their warnings, with the code and the
// field of the request, possibly none, that decides otherwise; n may be nil. fields are those of a
// request.
func ReadWarnings(n *syntax.Node, texts map[string]wording.Text, fields []string, found *diagnostic.List) map[string]remedy.Warning {
	warnings := map[string]remedy.Warning{}
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
		warnings[name] = remedy.Warning{Code: code, Field: field.Plain()}
	}
	return warnings
}
