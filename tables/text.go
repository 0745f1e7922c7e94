package tables

import (
	"slices"

	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/interpreter/wording"
)

// Text is a text for people, in every language that it is offered in.
type Text = wording.Text

// text reads a text; empty without one.
func (l *loader) text(n *document.Node) Text { return wording.ReadText(n, &l.Findings) }

// namedTexts reads the texts that a format declares by name, each with the values that it
// may show; the file may need to have all of them.
func (l *loader) namedTexts(n *document.Node, texts map[string]Text, declared *document.Format, all bool) {
	for _, text := range declared.Properties("texts") {
		name, value := text.Key.Text, n.Get(text.Key.Text)
		if value != nil {
			texts[name] = l.filledText(value, l.Words(text.Value.Get("shows")))
		}
		if all && text.Value.Get("further") == nil && wording.IsEmpty(texts[name]) {
			l.Fail(n.Range, "missing-text", "the text "+name+" is missing", "")
		}
	}
}

// filledText reads a text and holds it to what can be filled in.
func (l *loader) filledText(n *document.Node, allowed []string) Text {
	text := l.text(n)
	for _, name := range wording.Names(text) {
		if !slices.Contains(allowed, name) {
			l.Unknown(n.Range, "unknown-placeholder", "placeholder", name, allowed)
		}
	}
	return text
}
