package tables

import (
	"io/fs"

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

func newLoader(files fs.FS) *loader {
	return &loader{Folder: document.NewFolder(files, embedded, "missing-key")}
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
