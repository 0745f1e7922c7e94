package operations

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/payslate/payslate/rules"
)

// SummaryArgument is the argument of a tool that asks for a short answer.
const SummaryArgument = "summary"

// ToolSchema writes the JSON Schema of the arguments of an operation as a tool of its
// service. It is short: an object that an earlier tool describes is named by that tool.
func (s *Service) ToolSchema(of *Operation, language rules.Language) []byte {
	arguments := *of.Input
	if len(of.summary.Fields) > 0 {
		summary := &Schema{Field: rules.Field{Kind: rules.Boolean, About: say("summary_about")}}
		arguments.Properties = append(slices.Clip(arguments.Properties), Property{Name: SummaryArgument, Schema: summary})
	}
	return arguments.JSONSchema(Rendering{Language: language, Form: ForTools, Reference: func(part *Schema) string {
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

// CutSummary takes the argument summary out of a tool's arguments. The error is an
// *Invalid.
func (o *Operation) CutSummary(arguments []byte) (rest []byte, short bool, err error) {
	members, malformed := membersOf(arguments)
	at := slices.IndexFunc(members, func(m jsonMember) bool { return m.name == SummaryArgument })
	if malformed != nil || at < 0 || len(o.summary.Fields) == 0 {
		return arguments, false, nil // for the decoder to judge
	}
	value := members[at].value
	if text := string(value); text != "true" && text != "false" && text != "null" {
		asked := Schema{Field: rules.Field{Kind: rules.Boolean}}
		return nil, false, &Invalid{Details: []Detail{{
			Type: typeBoolean, Location: []Step{{Name: o.root}, {Name: SummaryArgument}}, Input: echo(value), Context: asked.slip(value),
		}}}
	}
	rest = []byte("{")
	for i, m := range slices.Delete(slices.Clone(members), at, at+1) {
		if i > 0 {
			rest = append(rest, ',')
		}
		rest = append(append(appendString(rest, m.name), ':'), m.value...)
	}
	return append(rest, '}'), string(value) == "true", nil
}

// Summary shortens an answer of the operation: its totals and warnings, and one line for
// each item of a list. An operation without a summary answers in full.
func (o *Operation) Summary(answer []byte) ([]byte, error) {
	if len(o.summary.Fields) == 0 {
		return answer, nil
	}
	members, err := membersOf(answer)
	if err != nil {
		return nil, err
	}
	dst := []byte("{")
	for _, name := range o.summary.Fields {
		at := slices.IndexFunc(members, func(m jsonMember) bool { return m.name == name })
		if at < 0 {
			continue
		}
		dst = append(appendString(dst, name), ':')
		if dst, err = o.summary.append(dst, members[at]); err != nil {
			return nil, err
		}
		dst = append(dst, ',')
	}
	return append(dst[:len(dst)-1], '}'), nil
}

// append appends the value of a member, with a text for each item of a list that has one.
func (s *declaredSummary) append(dst []byte, m jsonMember) ([]byte, error) {
	form := s.Each[m.name]
	switch {
	case form != "":
		tokens := jsontext.NewDecoder(bytes.NewReader(m.value))
		if _, err := tokens.ReadToken(); err != nil {
			return nil, err
		}
		mark := byte('[')
		for tokens.PeekKind() == '{' {
			item, err := tokens.ReadValue()
			if err != nil {
				return nil, err
			}
			members, err := membersOf(item)
			if err != nil {
				return nil, err
			}
			text := form
			for _, member := range members {
				text = strings.ReplaceAll(text, "{"+member.name+"}", member.text())
			}
			dst, mark = appendString(append(dst, mark), text), ','
		}
		if mark == '[' {
			dst = append(dst, mark)
		}
		return append(dst, ']'), nil
	case m.value[0] != '{':
		return append(dst, m.value...), nil
	}
	members, err := membersOf(m.value)
	if err != nil {
		return nil, err
	}
	mark := byte('{')
	for _, member := range members {
		dst, mark = append(appendString(append(dst, mark), member.name), ':'), ','
		if dst, err = s.append(dst, member); err != nil {
			return nil, err
		}
	}
	if mark == '{' {
		dst = append(dst, mark)
	}
	return append(dst, '}'), nil
}

// jsonMember is a member of an object as JSON text.
type jsonMember struct {
	name  string
	value []byte
}

// text is a member's value as a person reads it.
func (m jsonMember) text() string {
	if m.value[0] == '"' {
		if text, err := jsontext.AppendUnquote(nil, m.value); err == nil {
			return string(text)
		}
	}
	return string(m.value)
}

// membersOf takes an object apart.
func membersOf(object []byte) (members []jsonMember, err error) {
	tokens := jsontext.NewDecoder(bytes.NewReader(object))
	if _, err := tokens.ReadToken(); err != nil {
		return nil, err
	}
	for tokens.PeekKind() == '"' {
		name, err := tokens.ReadToken()
		if err != nil {
			return nil, err
		}
		m := jsonMember{name: name.String()}
		value, err := tokens.ReadValue()
		if err != nil {
			return nil, err
		}
		m.value = bytes.Clone(value)
		members = append(members, m)
	}
	return members, nil
}
