package main

import (
	"io"
	"strings"
	"testing"
)

// TestExported: the page without a server has its rules and its description in each language.
func TestExported(t *testing.T) {
	files, version, err := exported(t.Context(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"rules/de/net.yaml", "answers/rules.json", "answers/openapi.en.json", "answers/openapi.de.json"} {
		if len(files[name]) == 0 {
			t.Errorf("%s is missing", name)
		}
	}
	if version == "" || !strings.Contains(string(files["answers/rules.json"]), version) {
		t.Errorf("version %q", version)
	}
}
