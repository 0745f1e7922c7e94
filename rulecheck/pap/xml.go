package pap

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Limits of a file. Official plans have about 70 kB and ten levels.
const (
	maxFileSize = 4 << 20
	maxDepth    = 200
)

// Error is the error for a flow plan that is refused.
type Error struct {
	// At is the place in the XML file; zero for the file as a whole.
	At      diagnostic.Position
	Message string
	// Hint suggests a fix; it may be empty.
	Hint string
}

func (e *Error) Error() string {
	if e.At.IsZero() {
		return e.Message
	}
	return fmt.Sprintf("line %d: %s", e.At.Line, e.Message)
}

func errorAt(at diagnostic.Position, format string, args ...any) error {
	return &Error{At: at, Message: fmt.Sprintf(format, args...)}
}

// element is an element of the XML file, or a comment, which has no name.
type element struct {
	name       string
	at         diagnostic.Position
	attributes map[string]string
	children   []*element
	comment    string
}

func (e *element) isComment() bool { return e.name == "" }

// attribute returns the first attribute with one of the names.
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
	open := []*element{top}
	for {
		at := place(decoder)
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
				return nil, errorAt(at, "more than %d elements are nested", maxDepth)
			}
			child := &element{name: token.Name.Local, at: at, attributes: make(map[string]string)}
			for _, a := range token.Attr {
				if _, twice := child.attributes[a.Name.Local]; twice {
					return nil, errorAt(at, "<%s> has the attribute %s twice", child.name, a.Name.Local)
				}
				child.attributes[a.Name.Local] = a.Value
			}
			parent.children = append(parent.children, child)
			open = append(open, child)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.Comment:
			parent.children = append(parent.children, &element{at: at, comment: string(token)})
		case xml.CharData:
			if text := strings.TrimSpace(string(token)); text != "" {
				return nil, errorAt(at, "unexpected text %q between elements", clip(text))
			}
		}
	}
	roots := top.elements()
	if len(roots) != 1 || roots[0].name != "PAP" {
		return nil, errorAt(diagnostic.Position{}, "the file is not a flow plan: its root element is not <PAP>")
	}
	return roots[0], nil
}

func syntaxError(decoder *xml.Decoder, err error) error {
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return errorAt(diagnostic.Position{Line: syntax.Line, Column: 1}, "the XML is broken: %s", syntax.Msg)
	}
	return errorAt(place(decoder), "the XML cannot be read: %v", err)
}

func place(decoder *xml.Decoder) diagnostic.Position {
	line, column := decoder.InputPos()
	return diagnostic.Position{Line: line, Column: column}
}

func clip(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}
