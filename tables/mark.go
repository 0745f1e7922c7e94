package tables

import (
	"fmt"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/document"
)

// markKey marks a part of an edition that nobody has compared with its
// publication yet.
const markKey = "to_check"

// mark is a part of an edition that is to be checked.
type mark struct {
	edition, part string
	at            diagnostic.Range // of the part's name
}

// marked notes the marks in parts of an edition.
func (l *loader) marked(edition *document.Node, name string, parts ...string) {
	for _, part := range parts {
		entry, there := edition.Entry(part)
		if !there {
			continue
		}
		if set := entry.Value.Get(markKey); set != nil && !set.Null && set.Text != "false" {
			l.marks = append(l.marks, mark{name, part, entry.Key.Range})
		}
	}
}

// keyRange is the place of a key, or of the map that lacks it.
func keyRange(n *document.Node, key string) diagnostic.Range {
	if entry, there := n.Entry(key); there {
		return entry.Key.Range
	}
	return n.Range
}

// accepts reports whether tables may be used in spite of their marks, and reports
// the marks if not, once for each file.
func (l *loader) accepts(options Options) bool {
	if options.AllowUnchecked || len(l.marks) == 0 {
		return true
	}
	count := map[string]int{}
	for _, m := range l.marks {
		count[m.at.File]++
	}
	for _, m := range l.marks {
		n := count[m.at.File]
		if n == 0 {
			continue // told with the first mark of the file
		}
		count[m.at.File] = 0
		marks := "1 mark"
		if n > 1 {
			marks = fmt.Sprintf("%d marks", n)
		}
		l.Fail(m.at, "to-check", "edition "+m.edition+" has "+marks+" to be checked, the first: "+m.part,
			"Import the publication in its place, or compare it and remove each to_check; --allow-unchecked accepts it as it is.")
	}
	return false
}
