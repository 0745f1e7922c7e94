package operations

import (
	"encoding/json"
	"slices"
	"strings"

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
		Name: summaryArgument, Schema: &Schema{Field: rules.Field{Kind: rules.Boolean, About: say("summary_about")}},
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
	if s.Kind == rules.Array {
		return s.Items.holds(name)
	}
	return s.Kind == rules.Object && (s.Name == name || slices.ContainsFunc(s.Properties, func(p Property) bool { return p.Schema.holds(name) }))
}

// shorten appends the summary of an answer to dst, which the answer may follow in memory:
// its totals and warnings, and one line for each item of a list.
func (s *declaredSummary) shorten(dst, answer []byte) ([]byte, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(answer, &members); err != nil {
		return dst, err
	}
	var short []byte
	for _, name := range s.Fields {
		value, has := members[name]
		if !has {
			continue
		}
		value, err := s.shortened(name, value)
		if err != nil {
			return dst, err
		}
		short = append(append(appendString(append(short, ','), name), ':'), value...)
	}
	short[0] = '{'
	return append(append(dst, short...), '}'), nil
}

// shortened is the value of a member in a summary.
func (s *declaredSummary) shortened(name string, value json.RawMessage) (json.RawMessage, error) {
	form := s.Each[name]
	switch {
	case form != "":
		var items []map[string]json.RawMessage
		if err := json.Unmarshal(value, &items); err != nil {
			return nil, err
		}
		lines := make([]string, len(items))
		for i, item := range items {
			lines[i] = form
			for name, member := range item {
				text := string(member)
				_ = json.Unmarshal(member, &text) // what is no text stays as it is
				lines[i] = strings.ReplaceAll(lines[i], "{"+name+"}", text)
			}
		}
		return json.Marshal(lines)
	case value[0] == '{':
		var members map[string]json.RawMessage
		if err := json.Unmarshal(value, &members); err != nil {
			return nil, err
		}
		for name, member := range members {
			var err error
			if members[name], err = s.shortened(name, member); err != nil {
				return nil, err
			}
		}
		return json.Marshal(members)
	}
	return value, nil
}
