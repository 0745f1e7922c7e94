package expression

import (
	"reflect"
	"slices"
	"strconv"
)

// Walk visits a node and its descendants, parents first, in the order of the text. If
// visit returns false, the descendants of that node are skipped.
func Walk(n Node, visit func(Node) bool) {
	if !visit(n) {
		return
	}
	for _, child := range Children(n) {
		Walk(child, visit)
	}
}

// Children returns the children of a node in the order of the text.
func Children(n Node) []Node {
	switch n := n.(type) {
	case *Field:
		return []Node{n.Of}
	case *Index:
		return []Node{n.Of, n.At}
	case *Unary:
		return []Node{n.X}
	case *Binary:
		return []Node{n.L, n.R}
	case *Call:
		return n.Args
	case *List:
		return n.Items
	default:
		return nil
	}
}

// Names returns the distinct names that an expression reads, in the order of the text,
// without names of fields and functions.
func Names(n Node) []string {
	var names []string
	Walk(n, func(n Node) bool {
		if name, ok := n.(*Name); ok && !slices.Contains(names, name.Name) {
			names = append(names, name.Name)
		}
		return true
	})
	return names
}

// FieldOf returns the field of a name that a node reads: rate for p.rate and the name p.
func FieldOf(n Node, name string) (field string, ok bool) {
	if read, is := n.(*Field); is {
		of, is := read.Of.(*Name)
		return read.Name, is && of.Name == name
	}
	return "", false
}

// Fields returns the fields of a name that an expression reads, in the order of
// the text.
func Fields(n Node, name string) (fields []string) {
	Walk(n, func(n Node) bool {
		if field, is := FieldOf(n, name); is {
			fields = append(fields, field)
		}
		return true
	})
	return fields
}

// Parameters is the name whose fields are the parameters of the year.
const Parameters = "p"

// Same reports whether two trees are equal, ignoring positions.
func Same(a, b Node) bool { return SameRoot(a, b) && slices.EqualFunc(Children(a), Children(b), Same) }

// SameRoot reports whether two nodes are equal, ignoring positions and children.
func SameRoot(a, b Node) bool { return reflect.TypeOf(a) == reflect.TypeOf(b) && label(a) == label(b) }

// label returns the text of a node without its children.
func label(n Node) string {
	switch n := n.(type) {
	case *Number:
		return n.Text
	case *Text:
		return n.Value
	case *Boolean:
		return strconv.FormatBool(n.Value)
	case *Name:
		return n.Name
	case *Field:
		return n.Name
	case *Unary:
		return n.Op.String()
	case *Binary:
		return n.Op.String()
	case *Call:
		return n.Func
	default:
		return ""
	}
}
