package coverage

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/payslate/payslate/conformance"
)

// Counts writes coverage.json: the number of cases that reach each item of some rule files,
// one item per line, and the kinds of the cases of each year. Version is that of the rules.
// NewReport must have set the reasons of items that no case reaches.
func Counts(m *Model, sets []*Set, files fs.FS, version string) ([]byte, error) {
	among := func(name string) bool {
		_, err := fs.Stat(files, name)
		return err == nil
	}
	cases, kinds := 0, map[string]map[conformance.Kind]int{}
	for _, set := range sets {
		for _, name := range set.Years {
			if y := m.year(name); y != nil && among(y.Files[0].Name) {
				cases++
				if kinds[name] == nil {
					kinds[name] = map[conformance.Kind]int{}
				}
				kinds[name][set.CountedAs()]++
			}
		}
	}
	var text bytes.Buffer
	fmt.Fprintf(&text, "{\"rules_version\": %q, \"cases\": %d, \"kinds\": ", version, cases)
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(kinds)
	text.Truncate(text.Len() - 1) // the newline that Encode appends
	text.WriteString(", \"items\": [")
	separator := "\n"
	for _, item := range m.Items {
		if among(item.At.File) {
			text.WriteString(separator)
			err = errors.Join(err, encoder.Encode(item))
			text.Truncate(text.Len() - 1)
			separator = ",\n"
		}
	}
	text.WriteString("\n]}\n")
	return text.Bytes(), err
}
