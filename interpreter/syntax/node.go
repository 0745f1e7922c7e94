package syntax

import "github.com/payslate/payslate/interpreter/diagnostic"

// NodeKind is the kind of a node. The zero value is invalid.
type NodeKind uint8

// The kinds of node.
const (
	Scalar NodeKind = iota + 1
	Mapping
	Sequence
)

// String returns the name of the kind in messages.
func (k NodeKind) String() string {
	switch k {
	case Scalar:
		return "value"
	case Mapping:
		return "map"
	case Sequence:
		return "list"
	default:
		return "nothing"
	}
}

// Node is a value of a file. It is immutable after Parse and safe for concurrent use.
type Node struct {
	Kind NodeKind
	// Quoted marks a scalar in quotes or in a block after | or >.
	Quoted bool
	// Null marks a scalar that is absent: an empty plain one, or null or ~.
	Null bool
	// Flow marks a map or list in braces or brackets.
	Flow bool
	// Range is the position of the node, including quotes and brackets.
	Range diagnostic.Range
	// Text is the text of a scalar, unquoted and unfolded: 0.10 stays "0.10".
	Text string
	// Entries are the keys and values of a map, in the order of the file.
	Entries []Entry
	// Items are the values of a list.
	Items []*Node

	style  style
	source *source
	offset int // of the node's first byte in the source
}

// Entry is a key of a map with its value; neither is nil, and the key is a scalar.
type Entry struct {
	Key   *Node
	Value *Node
}

// Get returns the value of a key, or nil if n is not a map or lacks the key.
func (n *Node) Get(key string) *Node {
	if entry, ok := n.Entry(key); ok {
		return entry.Value
	}
	return nil
}

// Entry returns a key with its value; false if n is not a map or lacks the key.
func (n *Node) Entry(key string) (Entry, bool) {
	if n == nil {
		return Entry{}, false
	}
	for _, entry := range n.Entries {
		if entry.Key.Text == key {
			return entry, true
		}
	}
	return Entry{}, false
}

// apart returns a copy for what outlives a tree that is dropped, so that it does not pin the
// rest. Elsewhere it returns the node itself: who changes a tree changes what was read of it.
func (n *Node) apart() *Node {
	if n == nil || n.source == nil || n.source.again == nil {
		return n
	}
	c := *n
	c.Entries, c.Items = nil, nil
	for _, e := range n.Entries {
		c.Entries = append(c.Entries, e.apart())
	}
	for _, item := range n.Items {
		c.Items = append(c.Items, item.apart())
	}
	return &c
}

func (e Entry) apart() Entry { return Entry{e.Key.apart(), e.Value.apart()} }

// Each calls visit for the node and all values below it, in the order of the file.
func (n *Node) Each(visit func(*Node)) {
	visit(n)
	for _, e := range n.Entries {
		e.Value.Each(visit)
	}
	for _, item := range n.Items {
		item.Each(visit)
	}
}

// Span returns the position in the file of the characters between two offsets of a
// scalar's Text.
func (n *Node) Span(from, to int) diagnostic.Range {
	if n.Kind != Scalar || n.source == nil {
		return n.Range
	}
	span := n.Range
	span.Start, span.End = n.places(from, to)
	return span
}
