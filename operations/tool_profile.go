package operations

import (
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/types"
)

// profile describes a country's profile to agents, who pay for each word: its fields by their
// types in one text, each with what its name does not say. Only lists of several kinds have a
// schema, whose text says the fields of each kind.
func (r *Rendering) profile(s *Schema) *jsonSchema {
	j := &jsonSchema{Type: "object"}
	properties := writer{}
	properties.raw("{")
	groups := map[string][]string{}
	for i := range s.Properties {
		property := &s.Properties[i]
		if property.Schema.Items != nil && property.Schema.Items.Variants != nil {
			properties.members(property.Name, marshal(r.schema(property.Schema)))
			continue
		}
		group := property.group()
		groups[group] = append(groups[group], r.inWords(property))
	}
	var parts []string
	for _, group := range []string{"tool_choices", "tool_texts", "tool_numbers", "tool_percents", "tool_flags", "tool_dates"} {
		if len(groups[group]) > 0 {
			parts = append(parts, say(group, "fields", strings.Join(groups[group], ", ")).In(r.Language))
		}
	}
	if j.Description = strings.Join(parts, " "); len(properties.dst) > 1 {
		j.Properties = append(properties.dst, '}')
	}
	return j
}

// group is the message with the fields of the same type.
func (p *Property) group() string {
	switch s := p.Schema; {
	case len(s.choices()) > 0, s.labelledIntegers() != nil:
		return "tool_choices"
	case s.Kind == types.Boolean:
		return "tool_flags"
	case s.Kind == types.Date:
		return "tool_dates"
	case s.Percent():
		return "tool_percents"
	case s.Kind == types.Number:
		return "tool_numbers"
	}
	return "tool_texts"
}

// choices are the choices of a value or of a list's items, unless there are too many for a tool.
func (s *Schema) choices() []string {
	choices := s.Cases
	if s.Items != nil {
		choices = s.Items.Cases
	}
	if len(choices) > mostListed {
		return nil
	}
	return choices
}

// inWords is the name of a field, with its choices and its hint, or what its label adds to the name. What a
// year fills in speaks for itself.
func (r *Rendering) inWords(p *Property) string {
	s, text := p.Schema, p.Name
	hint := added(p.Name, s.Label.In(r.Language))
	if s.Hint != nil {
		hint = s.Hint.In(r.Language)
	}
	if hint != "" && !s.FilledIn {
		text += " (" + hint + ")"
	}
	var choices []string
	for _, choice := range s.choices() {
		if s.Default != nil && s.Default.Text == choice {
			choice += "*"
		}
		choices = append(choices, choice)
	}
	list := strings.Join(choices, "|")
	switch {
	case s.labelledIntegers() != nil:
		return text + " " + s.Min.String() + "–" + s.Max.String()
	case s.Items != nil:
		return text + " [" + list + "]"
	case list != "":
		return text + " " + list
	}
	return text
}

// added is what a label says beside the words of a name; empty where that is nothing of weight.
func added(name, label string) string {
	words := strings.Split(name, "_")
	rest := strings.Fields(strings.TrimSuffix(label, " (%)"))
	for _, word := range words {
		if len(rest) > 0 && spelling(rest[0]) == word {
			rest = rest[1:]
		}
	}
	if !slices.ContainsFunc(rest, func(word string) bool { return len(word) > 3 && !slices.Contains(words, spelling(word)) }) {
		return ""
	}
	said := strings.Join(rest, " ")
	if inner, open := strings.CutPrefix(said, "("); open && strings.HasSuffix(inner, ")") {
		said = strings.TrimSuffix(inner, ")")
	}
	return said
}

// kinds lists the kinds of a list's items with their fields, those of most kinds once.
func (r *Rendering) kinds(s *Schema) string {
	count := map[string]int{}
	for _, variant := range s.Variants {
		for _, property := range variant.Properties[1:] {
			count[property.inKind()]++
		}
	}
	var common, usual, others []string
	for _, property := range s.Variants[0].Properties[1:] {
		if name := property.inKind(); 2*count[name] > len(s.Variants) {
			common = append(common, name)
		}
	}
	for _, variant := range s.Variants {
		var all, own []string
		for _, property := range variant.Properties[1:] {
			all = append(all, property.inKind())
		}
		for _, name := range all {
			if !slices.Contains(common, name) {
				own = append(own, name)
			}
		}
		isUsual := len(all)-len(own) == len(common)
		if !isUsual {
			own = all
		}
		kind := variant.Properties[0].Schema.Cases[0]
		if len(own) > 0 {
			kind += " {" + strings.Join(own, ", ") + "}"
		}
		if isUsual {
			usual = append(usual, kind)
		} else {
			others = append(others, kind)
		}
	}
	text := say("tool_kinds", "fields", strings.Join(common, ", "), "kinds", strings.Join(usual, ", ")).In(r.Language)
	if len(others) > 0 {
		text += " " + say("tool_other_kinds", "kinds", strings.Join(others, ", ")).In(r.Language)
	}
	return text
}

// inKind is the name of a kind's field, with a question mark if it may be left out.
func (p *Property) inKind() string {
	if p.Required {
		return p.Name
	}
	return p.Name + "?"
}
