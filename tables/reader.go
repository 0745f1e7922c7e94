package tables

import (
	"io/fs"
	"strconv"
	"strings"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
)

// loader reads table files and collects what is wrong with them.
type loader struct {
	document.Folder
	// sharedErrors says that what all regimes share has errors.
	sharedErrors bool
	// marks are the parts of editions that nobody has compared with their
	// publication yet.
	marks []mark
}

func newLoader(files fs.FS) *loader { return &loader{Folder: document.NewFolder(files, embedded)} }

// fail reports an error.
func (l *loader) fail(at diagnostic.Range, code, summary, detail string) {
	l.Findings.Fail(at, code, summary, detail)
}

// unknown reports a word that is not one of those known.
func (l *loader) unknown(at diagnostic.Range, code, what, word string, known []string) {
	l.Findings.Suggest(at, code, "unknown "+what+" "+word, "Known: "+strings.Join(known, ", ")+".", diagnostic.Nearest(word, known))
}

// need returns the value of a key that must be there; nil after an error.
func (l *loader) need(n *document.Node, key string) *document.Node {
	value := n.Get(key)
	if value == nil || value.Null {
		l.fail(n.Range, "missing-key", "the key "+key+" is missing", "")
		return nil
	}
	return value
}

// scalar returns the text of a key that must be there.
func (l *loader) scalar(n *document.Node, key string) string {
	value := l.need(n, key)
	if value == nil {
		return ""
	}
	return value.Text
}

// optional returns the text of a key, empty without it.
func optional(n *document.Node, key string) string {
	if value := n.Get(key); value != nil && !value.Null {
		return value.Text
	}
	return ""
}

// words reads a list of scalars.
func (l *loader) words(n *document.Node) []string {
	if n == nil {
		return nil
	}
	if n.Kind != document.Sequence {
		l.fail(n.Range, "wrong-shape", "a list is expected", "")
	}
	var words []string
	for _, item := range n.Items {
		words = append(words, item.Text)
	}
	return words
}

// texts reads a list of texts.
func (l *loader) texts(n *document.Node) []Text {
	if n == nil {
		return nil
	}
	var texts []Text
	for _, item := range n.Items {
		texts = append(texts, l.text(item))
	}
	return texts
}

// count reads a whole number of a key that must be there.
func (l *loader) count(n *document.Node, key string) int {
	value := l.need(n, key)
	if value == nil {
		return 0
	}
	count, err := strconv.Atoi(value.Text)
	if err != nil || count < 0 {
		l.fail(value.Range, "bad-number", value.Text+" is not a whole number", "Write digits, such as 15000.")
	}
	return count
}

// day reads a calendar day, YYYY-MM-DD; empty after an error.
func (l *loader) day(n *document.Node) string {
	if n == nil {
		return ""
	}
	if !isDay(n.Text) {
		l.fail(n.Range, "bad-date", n.Text+" is not a calendar day", "Write a day as YYYY-MM-DD.")
		return ""
	}
	return n.Text
}
