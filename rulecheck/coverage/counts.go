package coverage

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Counts writes how many cases reach each item, one item a line: what a service
// of these rules shows beside them. Version is that of the rules.
func Counts(m *Model, report *Report, version string) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	items := make([]json.RawMessage, len(m.Items))
	for i, item := range m.Items {
		text.Reset()
		if err := encoder.Encode(item); err != nil {
			return nil, err
		}
		items[i] = bytes.Clone(bytes.TrimSpace(text.Bytes()))
	}
	head, err := json.Marshal(version)
	if err != nil {
		return nil, err
	}
	text.Reset()
	fmt.Fprintf(&text, "{\"rules_version\": %s, \"cases\": %d, \"items\": [\n", head, report.Cases)
	for i, item := range items {
		text.Write(item)
		if i < len(items)-1 {
			text.WriteByte(',')
		}
		text.WriteByte('\n')
	}
	text.WriteString("]}\n")
	return text.Bytes(), nil
}
