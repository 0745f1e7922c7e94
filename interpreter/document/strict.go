package document

import (
	"bytes"

	"gopkg.in/yaml.v3"
)

// Decode reads a file of the product's own, whose shape is a Go type, into a value of
// it. A key that the type does not have is an error.
func Decode(data []byte, into any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	return decoder.Decode(into)
}
