package pap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
)

// Limits of a file. The official plans have some 70 kB and ten levels.
const (
	maxFileSize = 4 << 20
	maxDepth    = 200
)

// Error is what a flow plan is refused for.
type Error struct {
	// Line is the line of the XML file, from 1; 0 where the file as a whole is meant.
	Line    int
	Message string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Message)
}

func errorAt(line int, format string, args ...any) error {
	return &Error{Line: line, Message: fmt.Sprintf(format, args...)}
}

// element is an element of the XML file, or a comment (its name is "").
type element struct {
	name       string
	line       int
	attributes map[string]string
	children   []*element
	comment    string
}

func (e *element) isComment() bool { return e.name == "" }

// attribute returns the first attribute that is given, by any of its names.
func (e *element) attribute(names ...string) (string, bool) {
	for _, name := range names {
		if value, ok := e.attributes[name]; ok {
			return value, true
		}
	}
	return "", false
}

// elements returns the children without the comments.
func (e *element) elements() []*element {
	var found []*element
	for _, child := range e.children {
		if !child.isComment() {
			found = append(found, child)
		}
	}
	return found
}

// readXML reads a file into its root element.
func readXML(data []byte) (*element, error) {
	if len(data) > maxFileSize {
		return nil, errorAt(0, "the file has more than %d MiB, which no flow plan has", maxFileSize>>20)
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
	open := []*element{top}
	for {
		line, _ := decoder.InputPos()
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, syntaxError(decoder, err)
		}
		parent := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			if len(open) > maxDepth {
				return nil, errorAt(line, "more than %d elements are nested", maxDepth)
			}
			child := &element{name: token.Name.Local, line: line, attributes: make(map[string]string)}
			for _, a := range token.Attr {
				if _, twice := child.attributes[a.Name.Local]; twice {
					return nil, errorAt(line, "<%s> has the attribute %s twice", child.name, a.Name.Local)
				}
				child.attributes[a.Name.Local] = a.Value
			}
			parent.children = append(parent.children, child)
			open = append(open, child)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.Comment:
			parent.children = append(parent.children, &element{line: line, comment: string(token)})
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				return nil, errorAt(line, "the text %q stands between elements", clip(text))
			}
		}
	}
	roots := top.elements()
	if len(roots) != 1 || roots[0].name != "PAP" {
		return nil, errorAt(0, "the file is no flow plan: its root element is not <PAP>")
	}
	return roots[0], nil
}

func syntaxError(decoder *xml.Decoder, err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return errorAt(syntax.Line, "the XML is broken: %s", syntax.Msg)
	}
	line, _ := decoder.InputPos()
	return errorAt(line, "the XML cannot be read: %v", err)
}

// clip shortens a text for a message.
func clip(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}
