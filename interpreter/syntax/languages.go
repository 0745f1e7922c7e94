package syntax

import (
	"github.com/payslate/payslate/interpreter/wording"
)

// readText reads a text: a value for every language, or a map by language tags. read reads the
// value in one language.
func readText[T any](n *Node, read func(*Node) T) (t wording.Of[T]) {
	if n == nil {
		return t
	}
	if n.Kind != Mapping {
		return wording.Everywhere(read(n))
	}
	for _, e := range n.Entries {
		if language, err := wording.Parse(e.Key.Text); err == nil {
			t.Set(language, read(e.Value))
		}
	}
	return t
}

// ReadText reads a text without values; empty if n is nil.
func ReadText(n *Node) wording.Text { return readText(n, (*Node).Plain) }
