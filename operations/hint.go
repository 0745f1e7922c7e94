package operations

import (
	"slices"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// hint names the value that holds advice, which the message ends with too.
const hint = "hint"

// maxMeant is the longest name, in bytes, that is looked at for what was meant.
const maxMeant = 64

func hinted(message string, values ...any) []any { return []any{hint, say(message, values...)} }

// nameOthers tells the requests of a service which of the others have a field that they
// lack.
func (s *Service) nameOthers() {
	for _, operation := range s.Operations {
		operation.Input.elsewhere = map[string]string{}
		for _, other := range s.Operations {
			if other.Each != nil && other.Each.Name == operation.Name {
				operation.Input.batch = other.Method + " " + other.Path
			}
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

// meant adds to the failure of an unknown field, the last step of the current path, where a
// field of that name belongs, the operation that has it, or the most similar name.
func (d *decoder) meant(found *Detail) {
	last := len(d.path) - 1
	name := d.path[last].Name
	if len(name) > maxMeant {
		return
	}
	meant := func(places []string) {
		found.places, found.Values = places, hinted("field_meant", "field", eitherOf(places))
	}
	plain := spelling(name)
	objects := []around{{d.root, ""}}
	schema, path := d.root, ""
	for _, step := range d.path[1:last] {
		if step.IsIndex {
			schema, path = schema.Items, path+strconv.Itoa(step.Index)+"."
		} else {
			schema, path = schema.Properties[schema.Index(step.Name)].Schema, path+step.Name+"."
		}
		if schema.Kind == types.RecordKind {
			objects = append(objects, around{schema, path})
		}
	}
	same := func(other string) bool { return spelling(other) == plain }
	for _, object := range slices.Backward(objects) {
		for _, fits := range []func(*Property) bool{
			func(p *Property) bool { return p.Name == name },
			func(p *Property) bool {
				return slices.ContainsFunc(p.Schema.sentAs, same) || slices.ContainsFunc(p.Schema.AlsoCalled, same)
			},
		} {
			if places := d.places(object, fits); len(places) > 0 {
				meant(places)
				return
			}
		}
	}
	for _, object := range slices.Backward(objects) {
		for i := range object.schema.Properties {
			list := &object.schema.Properties[i]
			if list.Schema.Items == nil || list.Schema.Items.Variants == nil {
				continue
			}
			if kind := list.Schema.Items.Properties[0].Schema.meantChoice(name, false); kind != "" {
				found.Values = hinted("kind_meant", "field", object.path+list.Name, "kind", kind)
				return
			}
		}
	}
	if operation := d.root.elsewhere[name]; operation != "" && last == 1 && len(d.root.Properties) > 0 {
		found.Values = hinted("field_elsewhere", "field", name, "operation", operation)
		return
	}
	var names []string
	inner := objects[len(objects)-1]
	d.places(inner, func(p *Property) bool {
		names = append(names, p.Name)
		return false
	})
	if near := diagnostic.Nearest(name, names); near != "" {
		meant(d.places(inner, func(p *Property) bool { return p.Name == near }))
	}
}

// around is an object of a request, with the path to it.
type around struct {
	schema *Schema
	path   string
}

// places lists where an object, or the objects in it, have the fields that fit. It leaves
// out profiles of other countries than the one that was sent.
func (d *decoder) places(around around, fits func(*Property) bool) []string {
	if d.country == nil {
		// Once for a request, since each of its unknown fields asks.
		sent := strings.ToUpper(memberText(d.body, "country"))
		d.country = &sent
	}
	country := *d.country
	var places []string
	add := func(schema *Schema, path string) {
		for i := range schema.Properties {
			property := &schema.Properties[i]
			if !fits(property) || schema != around.schema && around.schema.Index(property.Name) >= 0 {
				continue
			}
			if !slices.ContainsFunc([][]string{schema.countries, property.Schema.countries}, func(of []string) bool {
				return of != nil && d.root.ofCountry(country) && !slices.Contains(of, country)
			}) {
				places = append(places, path+property.Name)
			}
		}
	}
	add(around.schema, around.path)
	for i := range around.schema.Properties {
		inner, path := around.schema.Properties[i].Schema, around.path+around.schema.Properties[i].Name+"."
		if inner.Kind == types.ListKind {
			inner, path = inner.Items, path+"0."
		}
		add(inner, path)
	}
	return places
}

// ofCountry reports whether a request has the profile of a country.
func (s *Schema) ofCountry(code string) bool {
	return slices.ContainsFunc(s.Properties, func(p Property) bool { return slices.Contains(p.Schema.countries, code) })
}

// eitherOf joins alternatives as a sentence does: a, b or c.
func eitherOf(places []string) rules.Text {
	last := len(places) - 1
	if last < 1 {
		return wording.Everywhere(strings.Join(places, ""))
	}
	return say("alternatives", "others", strings.Join(places[:last], ", "), "last", places[last])
}

// sample is an object with the required fields of the schema, or its first one.
func (s *Schema) sample() string {
	w := writer{}
	w.raw("{")
	for i := range s.Properties {
		property := &s.Properties[i]
		if !property.Required || property.Schema.Example == nil {
			continue
		}
		if len(w.dst) > 1 {
			w.raw(", ")
		}
		w.text(property.Name)
		w.raw(": ")
		w.value(*property.Schema.Example)
	}
	if len(w.dst) == 1 && len(s.Properties) > 0 {
		w.text(s.Properties[0].Name)
		w.raw(": …")
	}
	return string(w.dst) + "}"
}
