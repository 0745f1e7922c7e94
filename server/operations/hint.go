package operations

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/rules"
)

// hint is the Context with advice, which is also added to the message.
const hint = "hint"

func hintContext(message string, values ...any) Context {
	return textContext(hint, say(message, values...))
}

// WrappedArguments is the hint for arguments that are wrapped in an object.
func WrappedArguments(wrapper string) Context {
	return hintContext("wrapped_arguments", "wrapper", wrapper)
}

// meant is the hint for an unknown field, the last step of the current path: where a
// field of that name belongs, or else the most similar name.
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
		if places := around[i].fields()[name]; len(places) > 0 {
			return []Context{hintContext("field_meant", "field", eitherOf(places))}
		}
	}
	fields := around[len(around)-1].fields()
	names := make([]string, 0, len(fields))
	for known := range fields {
		names = append(names, known)
	}
	if near := diagnostic.Nearest(name, names); near != "" {
		return []Context{hintContext("field_meant", "field", eitherOf(fields[near]))}
	}
	return nil
}

// enclosingObject is an object of a request and the path of its members.
type enclosingObject struct {
	schema *Schema
	path   string
}

// fields lists where the object has its fields, and the objects in it theirs, by
// name.
func (o enclosingObject) fields() map[string][]string {
	all := map[string][]string{}
	for i := range o.schema.Properties {
		name := o.schema.Properties[i].Name
		all[name] = []string{o.path + name}
	}
	for i := range o.schema.Properties {
		inner, path := o.schema.Properties[i].Schema, o.path+o.schema.Properties[i].Name+"."
		if inner.Kind == rules.Array {
			inner, path = inner.Items, path+"0."
		}
		for k := range inner.Properties {
			name := inner.Properties[k].Name
			if o.schema.Index(name) < 0 {
				all[name] = append(all[name], path+name)
			}
		}
	}
	return all
}

// eitherOf joins alternatives as a sentence does: a, b or c.
func eitherOf(places []string) rules.Text {
	last := len(places) - 1
	if last < 1 {
		return wording.Everywhere(strings.Join(places, ""))
	}
	return say("alternatives", "others", strings.Join(places[:last], ", "), "last", places[last])
}

const decimalDigits = "0123456789"

// separators are what people write between the decimalDigits of a number, and around it.
const separators = ".,'’_+- \u00a0\u202f"

// Numbers as a hint shows them.
const (
	exampleInteger = "5000"
	exampleNumber  = "5000.50"
)

// plainNumber is the hint for a text that is meant as a number.
func plainNumber(text, example string) []Context {
	if strings.Trim(text, decimalDigits+separators) != "" || !strings.ContainsAny(text, decimalDigits) {
		return nil
	}
	return []Context{hintContext("plain_number", "example", example)}
}

// syntaxHint is the hint where a text stops being JSON: at the start, if it is compressed
// or has a byte order mark, or within a number with separators, such as 5.000,50.
func syntaxHint(text string, offset int) []Context {
	if offset == 0 && text != "" && (text[0] < ' ' || text[0] >= utf8.RuneSelf) {
		return []Context{hintContext("plain_text")}
	}
	before := strings.TrimRight(text[:offset], separators)
	after := strings.TrimLeft(text[offset:], separators)
	if before == "" || after == "" || !strings.Contains(decimalDigits, before[len(before)-1:]) || !strings.Contains(decimalDigits, after[:1]) {
		return nil
	}
	return []Context{hintContext("plain_number", "example", exampleNumber)}
}
