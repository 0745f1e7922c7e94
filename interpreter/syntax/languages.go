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
		if isTag(e.Key.Text) {
			language, _ := wording.Parse(e.Key.Text)
			t.Set(language, read(e.Value))
		}
	}
	return t
}

// isTag reports whether a key is a language tag; most of those beside them are longer words.
func isTag(key string) bool {
	_, err := wording.Parse(key)
	return err == nil
}

// ReadText reads a text without values; empty if n is nil.
func ReadText(n *Node) wording.Text { return readText(n, (*Node).Plain) }
