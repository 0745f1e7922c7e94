package documents

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"strings"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/operations"
)

// schemas gathers the components of an OpenAPI description, in the order in which they
// are referred to.
type schemas struct {
	*description
	form       operations.Form
	names      bool
	components []component
	named      map[string]bool
}

// component is a JSON Schema with a name.
type component struct{ Name, Text string }

// content is a JSON body: its schema, and examples of it.
type content struct {
	Schema   string
	Examples []example
}

// register adds the functions of the template.
func (s *schemas) register(functions map[string]any) {
	functions["lower"] = strings.ToLower
	functions["sentence"] = func(text string) string { return strings.TrimSuffix(text, ".") }
	functions["request"] = func(schema *operations.Schema) string { return refer(s.component(schema, false)) }
	functions["answer"] = func(schema *operations.Schema) string { return refer(s.component(schema, true)) }
	functions["failed"] = func(status int) string {
		return refer(operations.SchemaPath + map[bool]string{true: "HTTPValidationError", false: "ErrorBody"}[status == http.StatusUnprocessableEntity])
	}
	functions["members"] = s.members
	functions["parameter"] = func(schema *operations.Schema) string {
		return string(schema.JSONSchema(operations.Rendering{Language: s.Language, Form: s.form, Names: s.names}))
	}
	functions["listed"] = func(schema *operations.Schema) bool { return schema.Kind == types.ListKind }
	functions["body"] = func(schema string, examples []example) content { return content{schema, examples} }
	functions["components"] = func() []component { return s.components }
}

func refer(path string) string { return `{"$ref":"` + path + `"}` }

// component is the path of the component that describes a schema, written the first time.
func (s *schemas) component(schema *operations.Schema, answer bool) string {
	words := strings.Fields(schema.Name)
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	name := strings.Join(words, "")
	if !s.named[name] {
		s.named[name] = true
		at := len(s.components)
		s.components = append(s.components, component{Name: name})
		s.components[at].Text = string(cmp.Or(s.Schemas[schema.Name], schema).JSONSchema(operations.Rendering{
			Language: s.Language, Form: s.form, Names: s.names, Answer: answer,
			Reference: func(part *operations.Schema) string { return s.component(part, answer) },
		}))
	}
	return operations.SchemaPath + name
}

// members describes the further members of an error. Those whose schema the catalogue
// lacks cannot occur.
func (s *schemas) members() (all []component) {
	for _, member := range s.Members {
		described := maps.Clone(member.Schema)
		schema := s.Schemas[cmp.Or(member.Of, member.ListOf)]
		switch {
		case described != nil:
		case schema == nil:
			continue
		case member.Of != "":
			described = map[string]any{"allOf": []any{json.RawMessage(refer(s.component(schema, true)))}}
		default:
			described = map[string]any{"type": "array", "items": json.RawMessage(refer(s.component(schema, true)))}
		}
		described["description"] = member.About.In(s.Language)
		all = append(all, component{member.Name, toJSON(described)})
	}
	return all
}
