package coverage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
)

// Counts writes how many cases reach each item of some rule files, one item a
// line: what a service of these rules shows beside them. Version is that of the
// rules. The reasons of items that no case reaches are those of a report made of
// the model before.
func Counts(m *Model, sets []*Set, files fs.FS, version string) ([]byte, error) {
	among := func(name string) bool {
		_, err := fs.Stat(files, name)
		return err == nil
	}
	cases := 0
	for _, set := range sets {
		for _, name := range set.Years {
			if y := m.year(name); y != nil && among(y.Files[0].Name) {
				cases++
			}
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	var items [][]byte
	for _, item := range m.Items {
		if !among(item.At.File) {
			continue
		}
		text.Reset()
		if err := encoder.Encode(item); err != nil {
			return nil, err
		}
		items = append(items, bytes.Clone(bytes.TrimSpace(text.Bytes())))
	}
	head, err := json.Marshal(version)
	if err != nil {
		return nil, err
	}
	text.Reset()
	fmt.Fprintf(&text, "{\"rules_version\": %s, \"cases\": %d, \"items\": [\n%s\n]}\n", head, cases, bytes.Join(items, []byte(",\n")))
	return text.Bytes(), nil
}
