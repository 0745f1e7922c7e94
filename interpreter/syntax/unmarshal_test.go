package syntax

import (
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/wording"
)

// TestUnmarshal reads files of the program by the Go types that they are for.
func TestUnmarshal(t *testing.T) {
	type content struct {
		Count int
		Label wording.Text
		Other any `key:"further"`
	}
	for text, want := range map[string]string{
		"count: 3\nlabel: {en: three, de: drei}\nfurther: {a: [1, true, \"2\"]}\n": "",
		"cont: 3\n":              "f.yaml:1:1",
		"count: three\n":         "not a whole number",
		"label: {de: drei}\n":    "lacks its English text",
		"label: {en: a, eng: b}": "has no key",
		"count: [\n":             "f.yaml",
	} {
		var read content
		err := Unmarshal("f.yaml", []byte(text), &read)
		if want == "" && (err != nil || read.Count != 3 || read.Label.English != "three" || read.Other.(map[string]any)["a"].([]any)[1] != true) {
			t.Errorf("%q: %+v, %v", text, read, err)
		} else if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
