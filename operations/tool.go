package operations

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
)

// summaryArgument is the argument of a tool that asks for a short answer.
const summaryArgument = "summary"

// AsTool is the operation as a tool: where it has a summary, it takes an argument that asks
// for it.
func (o *Operation) AsTool() *Operation { return o.tool }

func (o *Operation) withSummary() *Operation {
	if len(o.summary.Fields) == 0 {
		return o
	}
	tool, arguments := *o, *o.Input
	arguments.Properties = append(slices.Clip(arguments.Properties), Property{
		Name: summaryArgument, Schema: &Schema{Field: rules.Field{Type: types.Type{Kind: types.Boolean}, About: say("summary_about")}},
	})
	tool.Input, tool.summarises = &arguments, true
	return &tool
}

// ToolSchema is the JSON Schema of the arguments of an operation as a tool of its
// service. It is short: an object that an earlier tool describes is named by that tool.
func (s *Service) ToolSchema(of *Operation, language rules.Language) json.RawMessage {
	return of.AsTool().Input.JSONSchema(Rendering{Language: language, Form: ForTools, Reference: func(part *Schema) string {
		for _, tool := range s.Operations {
			if tool == of {
				break
			}
			if !tool.RESTOnly && tool.Input.holds(part.Name) {
				return tool.Tool
			}
		}
		return ""
	}})
}

// holds reports whether the schema is, or has in it, the object of a name.
func (s *Schema) holds(name string) bool {
	if s.Kind == types.ListKind {
		return s.Items.holds(name)
	}
	return s.Kind == types.RecordKind && (s.Name == name || slices.ContainsFunc(s.Properties, func(p Property) bool { return p.Schema.holds(name) }))
}

// shorten appends the summary of an answer to dst: its totals and warnings, and one line for each
// item of a list.
func (s *declaredSummary) shorten(dst []byte, out any) []byte {
	w := writer{dst: append(dst, '{')}
	answer := maps.Collect(Members(reflect.ValueOf(out).Elem()))
	for _, name := range s.Fields {
		if value, has := answer[name]; has {
			s.shortened(&w, name, value)
		}
	}
	return append(w.dst, '}')
}

// shortened writes a member of a summary.
func (s *declaredSummary) shortened(w *writer, name string, value reflect.Value) {
	w.begin(name)
	switch form := s.Each[name]; {
	case form != "":
		lines := make([]string, value.Len())
		for i := range lines {
			lines[i] = form
			for name, member := range Members(value.Index(i)) {
				text := member.String()
				if member.Kind() != reflect.String {
					inner := writer{}
					inner.encode(member)
					text = string(inner.dst)
				}
				lines[i] = strings.ReplaceAll(lines[i], "{"+name+"}", text)
			}
			lines[i] = strings.Join(strings.Fields(lines[i]), " ") // without what is empty
		}
		w.value(lines)
	case value.Kind() == reflect.Struct && !value.Type().Implements(marshaler):
		w.raw("{")
		for name, member := range Members(value) {
			s.shortened(w, name, member)
		}
		w.raw("}")
	default:
		w.encode(value)
	}
}
