package rows

import (
	"bytes"
	"crypto/sha256"
	"fmt"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// digestHead begins the first line of an imported table, which ends with the digest of the rows below it.
const digestHead = "# digest: "

// WithDigest puts the SHA-256 digest of the text of a table in a comment above it, so that an edit
// of the imported rows is a finding.
func WithDigest(text []byte) []byte {
	return append([]byte(headOf(text)+"\n"), text...)
}

// headOf is the line that stands above the text of an imported table.
func headOf(text []byte) string { return fmt.Sprintf("%s%x", digestHead, sha256.Sum256(text)) }

// digested reports whether a text begins with a digest, and whether that is the one of its rows.
func digested(text []byte) (is, right bool) {
	head, table, _ := bytes.Cut(text, []byte("\n"))
	is = bytes.HasPrefix(head, []byte(digestHead))
	return is, is && string(head) == headOf(table)
}

// edited is the finding of a file that may have been edited since it was imported.
func edited(name, summary string) (found diagnostic.List) {
	first := diagnostic.Position{Line: 1, Column: 1}
	found.Warn(diagnostic.Range{File: name, Start: first, End: first}, "edited-rows", summary, "Import the publication again. If the rows are right, say why beside the table: accepted: …")
	return found
}
