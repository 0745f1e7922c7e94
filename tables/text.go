package tables

import (
	"slices"

	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/wording"
)

// Text is a text for people, in every language that it is offered in.
type Text = wording.Text

// text reads a text; empty without one.
func (l *loader) text(n *document.Node) Text {
	if n == nil {
		return Text{}
	}
	t, list := wording.ReadText(n, "the text")
	l.Findings.Extend(list)
	return t
}

// filledText reads a text and holds it to what can be filled in.
func (l *loader) filledText(n *document.Node, allowed []string) Text {
	text := l.text(n)
	for _, name := range wording.Names(text) {
		if !slices.Contains(allowed, name) {
			l.unknown(n.Range, "unknown-placeholder", "placeholder", name, allowed)
		}
	}
	return text
}
