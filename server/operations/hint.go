package operations

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// hint is the Context with advice, which is also added to the message.
const hint = "hint"

func hintContext(message string, values ...any) []Context {
	return []Context{textContext(hint, say(message, values...))}
}

// WrappedArguments is the hint for arguments that are wrapped in an object.
func WrappedArguments(wrapper string) []Context {
	return hintContext("wrapped_arguments", "wrapper", wrapper)
}

// nameOthers tells the requests of a service which of the others have a field that they
// lack.
func (s *Service) nameOthers() {
	for _, operation := range s.Operations {
		operation.Input.elsewhere = map[string]string{}
		for _, other := range s.Operations {
			for i := range other.Input.Properties {
				name := other.Input.Properties[i].Name
				if operation.Input.elsewhere[name] == "" {
					operation.Input.elsewhere[name] = other.Method + " " + other.Path
				}
			}
		}
		if operation.Each != nil {
			operation.Each.Input.elsewhere = operation.Input.elsewhere
		}
	}
}

// meant is the hint for an unknown field, the last step of the current path: where a
// field of that name belongs, the operation that has it, or else the most similar name.
func (d *decoder) meant() []Context {
	last := len(d.path) - 1
	name := d.path[last].Name
	around := []enclosingObject{{d.root, ""}}
	schema, path := d.root, ""
	for _, step := range d.path[1:last] {
		if step.IsIndex {
			schema, path = schema.Items, path+strconv.Itoa(step.Index)+"."
		} else {
			schema, path = schema.Properties[schema.Index(step.Name)].Schema, path+step.Name+"."
		}
		if schema.Kind == rules.Object {
			around = append(around, enclosingObject{schema, path})
		}
	}
	for i := len(around) - 1; i >= 0; i-- {
		places := around[i].fields()[name]
		if len(places) == 0 {
			places = around[i].called(name)
		}
		if len(places) > 0 {
			return hintContext("field_meant", "field", eitherOf(d.ofCountry(places)))
		}
	}
	if operation := d.root.elsewhere[name]; operation != "" && last == 1 && len(d.root.Properties) > 0 {
		return hintContext("field_elsewhere", "field", name, "operation", operation)
	}
	fields := around[len(around)-1].fields()
	names := make([]string, 0, len(fields))
	for known := range fields {
		names = append(names, known)
	}
	if near := diagnostic.Nearest(name, names); near != "" {
		return hintContext("field_meant", "field", eitherOf(d.ofCountry(fields[near])))
	}
	return nil
}

// ofCountry leaves out the places in profiles of other countries than the one that was
// sent, if that is known and others remain.
func (d *decoder) ofCountry(places []string) []string {
	country := memberText(d.body, "country")
	profile := slices.IndexFunc(d.root.Properties, func(p Property) bool { return slices.Contains(p.Schema.countries, strings.ToUpper(country)) })
	if profile < 0 {
		return places
	}
	foreign := func(place string) bool {
		return slices.ContainsFunc(d.root.Properties, func(p Property) bool {
			return p.Schema.countries != nil && p.Name != d.root.Properties[profile].Name && slices.Contains(strings.Split(place, "."), p.Name)
		})
	}
	if kept := slices.DeleteFunc(slices.Clone(places), foreign); len(kept) > 0 {
		return kept
	}
	return places
}

// enclosingObject is an object of a request and the path of its members.
type enclosingObject struct {
	schema *Schema
	path   string
}

// fields lists where the object has its fields, and the objects in it theirs, by name.
func (o enclosingObject) fields() map[string][]string {
	all := map[string][]string{}
	o.each(func(property *Property, path string, within bool) {
		if !within || o.schema.Index(property.Name) < 0 {
			all[property.Name] = append(all[property.Name], path+property.Name)
		}
	})
	return all
}

// called lists the fields that people call by a name.
func (o enclosingObject) called(name string) (places []string) {
	o.each(func(property *Property, path string, _ bool) {
		same := func(other string) bool { return spelling(other) == spelling(name) }
		if slices.ContainsFunc(property.Schema.sentAs, same) || slices.ContainsFunc(property.Schema.AlsoCalled, same) {
			places = append(places, path+property.Name)
		}
	})
	return places
}

// each visits the fields of the object, and then those of the objects in it.
func (o enclosingObject) each(visit func(property *Property, path string, within bool)) {
	for i := range o.schema.Properties {
		visit(&o.schema.Properties[i], o.path, false)
	}
	for i := range o.schema.Properties {
		inner, path := o.schema.Properties[i].Schema, o.path+o.schema.Properties[i].Name+"."
		if inner.Kind == rules.Array {
			inner, path = inner.Items, path+"0."
		}
		for k := range inner.Properties {
			visit(&inner.Properties[k], path, true)
		}
	}
}

// eitherOf joins alternatives as a sentence does: a, b or c.
func eitherOf(places []string) rules.Text {
	last := len(places) - 1
	if last < 1 {
		return wording.Everywhere(strings.Join(places, ""))
	}
	return say("alternatives", "others", strings.Join(places[:last], ", "), "last", places[last])
}

var (
	formBody  = regexp.MustCompile(`^[\w.\[\]-]+=`)
	lastComma = regexp.MustCompile(`^,\s*[}\]]`)
)

// syntaxHint is the hint where a text stops being JSON.
func (d *decoder) syntaxHint(offset int) []Context {
	text := string(d.body)
	if offset == 0 && text != "" && (text[0] < ' ' || text[0] >= utf8.RuneSelf) {
		return hintContext("plain_text")
	}
	switch start := strings.TrimLeft(text, " \t\r\n"); {
	case strings.HasPrefix(start, "<"):
		return hintContext("xml_sent", "example", d.root.sample())
	case formBody.MatchString(start):
		return hintContext("form_sent", "example", d.root.sample())
	}
	before, after := text[:offset], text[offset:]
	switch rest := strings.TrimLeft(after, " \t\r\n"); {
	case numberHint(before, after) != nil:
		return numberHint(before, after)
	case strings.HasPrefix(rest, "True"), strings.HasPrefix(rest, "False"), strings.HasPrefix(rest, "None"):
		return hintContext("lower_case")
	case strings.HasPrefix(rest, "'"), rest != "" && strings.HasSuffix(strings.TrimRight(before, " \t\r\n"), "{"):
		return hintContext("double_quotes")
	case lastComma.MatchString(rest):
		return hintContext("last_comma")
	}
	return nil
}

// sample is an object with the required fields of the schema, or its first one.
func (s *Schema) sample() string {
	w := writer{}
	mark := "{"
	for i := range s.Properties {
		property := &s.Properties[i]
		if !property.Required || property.Schema.Example == nil {
			continue
		}
		w.text(mark, property.Name)
		w.raw(": ")
		w.value(*property.Schema.Example)
		mark = ", "
	}
	if mark == "{" && len(s.Properties) > 0 {
		w.text(mark, s.Properties[0].Name)
		w.raw(": …")
	}
	return string(w.dst) + "}"
}
