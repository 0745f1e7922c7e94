package pap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Limits of a file. Official plans have about 70 kB and ten levels.
const (
	maxFileSize = 4 << 20
	maxDepth    = 200
)

// errorAt is the error of a flow plan that is refused: a diagnostic.List with one finding.
func errorAt(at diagnostic.Position, format string, args ...any) error {
	return refusal(at, fmt.Sprintf(format, args...), "Import the official file without changes; what is new in it, the importer must learn.")
}

func refusal(at diagnostic.Position, summary, detail string) error {
	var list diagnostic.List
	list.Fail(diagnostic.Range{Start: at, End: at}, "", summary, detail)
	return list
}

// element is an element of the XML file.
type element struct {
	name       string
	at         diagnostic.Position
	attributes map[string]string
	parent     *element
	children   []*element
	// comment is the text of the comments before the element.
	comment string
}

// attribute returns the first attribute with one of the names, or "".
func (e *element) attribute(names ...string) string {
	for _, name := range names {
		if value := strings.TrimSpace(e.attributes[name]); value != "" {
			return value
		}
	}
	return ""
}

// child returns the child with a name, or nil.
func (e *element) child(name string) *element {
	at := slices.IndexFunc(e.children, func(child *element) bool { return child.name == name })
	if at < 0 {
		return nil
	}
	return e.children[at]
}

// all returns the elements with a name inside an element, in their order.
func (e *element) all(name string) (found []*element) {
	for _, child := range e.children {
		if child.name == name {
			found = append(found, child)
		}
		found = append(found, child.all(name)...)
	}
	return found
}

var statements = []string{"EVAL", "EXECUTE", "IF"}

// contents lists the elements that an element may contain.
var contents = map[string][]string{
	"":          {"PAP"},
	"PAP":       {"VARIABLES", "CONSTANTS", "METHODS"},
	"VARIABLES": {"INPUTS", "OUTPUTS", "INTERNALS", "INPUT", "OUTPUT", "INTERNAL"},
	"INPUTS":    {"INPUT"}, "OUTPUTS": {"OUTPUT"}, "INTERNALS": {"INTERNAL"},
	"CONSTANTS": {"CONSTANT"},
	"METHODS":   {"MAIN", "METHOD"},
	"MAIN":      statements, "METHOD": statements, "THEN": statements, "ELSE": statements,
	"IF": {"THEN", "ELSE"},
}

// needed lists the attributes that an element must have.
var needed = map[string][]string{
	"INPUT": {"name", "type"}, "OUTPUT": {"name", "type"}, "INTERNAL": {"name", "type"}, "CONSTANT": {"name", "type", "value"},
	"METHOD": {"name"}, "EVAL": {"exec"}, "EXECUTE": {"method"}, "IF": {"expr"},
}

// append adds an element to the one that it belongs to. A plan of 2015 has an <ELSE> after
// its <IF>, and statements inside an <IF> after its branches. As in the Java of the
// published generator, the <ELSE> belongs to that <IF>, and the statements follow it.
func (e *element) append(child *element) error {
	switch last := len(e.children) - 1; {
	case e.name == "IF" && e.child("THEN") != nil && slices.Contains(statements, child.name):
		e = e.parent
	case e.name != "IF" && child.name == "ELSE" && last >= 0 && e.children[last].name == "IF":
		e = e.children[last]
	}
	if !slices.Contains(contents[e.name], child.name) {
		return unknownElement(child, e)
	}
	if e.name == "IF" && (e.child(child.name) != nil || child.name == "ELSE" && e.child("THEN") == nil) {
		return errorAt(child.at, "an <IF> has one <THEN> and after it at most one <ELSE>")
	}
	for _, name := range needed[child.name] {
		if child.attribute(name) == "" {
			return errorAt(child.at, "<%s> has no attribute %q", child.name, name)
		}
	}
	child.parent = e
	e.children = append(e.children, child)
	return nil
}

func unknownElement(e, parent *element) error {
	if parent.name == "" {
		return errorAt(diagnostic.Position{}, "the file is not a flow plan: its root element is not <PAP>")
	}
	hint := "<" + parent.name + "> cannot contain other elements."
	if may := contents[parent.name]; len(may) > 0 {
		hint = "<" + parent.name + "> may contain <" + strings.Join(may, ">, <") + ">."
	}
	if slices.Equal(contents[parent.name], statements) {
		hint += " A choice between several cases is an <IF> with another <IF> in its <ELSE>."
	}
	return refusal(e.at, "unknown element <"+e.name+"> in <"+parent.name+">", hint)
}

// readXML reads a file into its root element.
func readXML(data []byte) (*element, error) {
	if len(data) > maxFileSize {
		return nil, errorAt(diagnostic.Position{}, "the file has more than %d MiB, too large for a flow plan", maxFileSize>>20)
	}
	decoder := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	decoder.CharsetReader = func(label string, input io.Reader) (io.Reader, error) {
		charset, err := htmlindex.Get(label)
		if err != nil {
			return nil, fmt.Errorf("the encoding %q is unknown", label)
		}
		return charset.NewDecoder().Reader(input), nil
	}
	top := &element{}
	open, comment := []*element{top}, ""
	for {
		line, column := decoder.InputPos()
		at := diagnostic.Position{Line: line, Column: column}
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, errorAt(at, "the XML cannot be read: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if len(open) > maxDepth {
				return nil, errorAt(at, "more than %d elements are nested", maxDepth)
			}
			child := &element{name: token.Name.Local, at: at, attributes: make(map[string]string), comment: comment}
			for _, a := range token.Attr {
				if _, twice := child.attributes[a.Name.Local]; twice {
					return nil, errorAt(at, "<%s> has the attribute %s twice", child.name, a.Name.Local)
				}
				child.attributes[a.Name.Local] = a.Value
			}
			if err := open[len(open)-1].append(child); err != nil {
				return nil, err
			}
			open, comment = append(open, child), ""
		case xml.EndElement:
			open, comment = open[:len(open)-1], ""
		case xml.Comment:
			comment += string(token)
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				return nil, errorAt(at, "unexpected text %q between elements", clip(text))
			}
		}
	}
	if len(top.children) != 1 {
		return nil, unknownElement(top, top)
	}
	return top.children[0], nil
}

func clip(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}
