package syntax

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

// Limits of a file, which may come from an untrusted source.
const (
	// MaxSize is the most bytes of a file.
	MaxSize = 16 << 20
	// MaxNesting is the largest depth of nested maps and lists.
	MaxNesting = 64
	// MaxEntries bounds the number of nodes, estimated by their separators: a node
	// takes much more memory than its text.
	MaxEntries = 2_000_000
)

// Parse reads a file of one YAML document; file is its name in positions. The
// node is nil if the text is not YAML; otherwise it is the whole tree, even if the
// list has errors about parts of it. An empty file is a null.
func Parse(file string, data []byte) (*Node, diagnostic.List) {
	text := &source{file: file, data: bytes.TrimPrefix(data, byteOrderMark)}
	if found := text.checkBytes(); found.HasErrors() {
		return nil, found
	}
	root, err := decode(text.data)
	if err != nil {
		return nil, diagnostic.List{text.syntaxError(err)}
	}
	if root == nil {
		return &Node{Kind: Scalar, Null: true, Range: text.span(0, 0), source: text}, nil
	}
	b := builder{source: text}
	node := b.build(root, 0)
	return node, b.found
}

// decode returns the content of the only document, nil if there is none.
func decode(data []byte) (root *yaml.Node, err error) {
	defer func() {
		// The library panics on some inputs that are not YAML.
		if failure := recover(); failure != nil {
			root, err = nil, fmt.Errorf("yaml: %v", failure)
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var first, second yaml.Node
	if err := decoder.Decode(&first); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := decoder.Decode(&second); err == nil {
		return nil, secondDocument{line: second.Line}
	} else if !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(first.Content) == 0 {
		return nil, nil
	}
	return first.Content[0], nil
}

// secondDocument is the error of a file with more than one document.
type secondDocument struct{ line int }

func (secondDocument) Error() string { return "second document" }
