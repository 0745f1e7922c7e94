package tables

import (
	"strings"
	"testing"
	"testing/fstest"
)

// changed returns the small tables with a text of an edition replaced.
func changed(t *testing.T, old, text string) fstest.MapFS {
	t.Helper()
	files := smallTables(t)
	before := string(files["north/2026.yaml"].Data)
	if strings.Count(before, old) != 1 {
		t.Fatalf("the edition has %q %d times", old, strings.Count(before, old))
	}
	files["north/2026.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(before, old, text, 1))}
	return files
}

// TestMarks requires that marked editions are refused unless marks are allowed, and that
// a mark of false does not count.
func TestMarks(t *testing.T) {
	for _, c := range []struct{ old, text, want string }{
		{"rates:\n", "rates:\n  to_check: true\n", "north/2026.yaml:9:1: error: edition 2026 has 1 mark to be checked, the first: rates [to-check]"},
		{"rates:\n", "rates:\n  to_check: the German names\n", "edition 2026 has 1 mark"},
		{"rates:\n", "rates:\n  to_check: false\n", ""},
		{"source:\n", "source:\n  to_check: true\n", "the first: source [to-check]"},
		{"rates:\n", "to_check: true\nrates:\n", `has no key "to_check"`},
	} {
		files := changed(t, c.old, c.text)
		book, findings, _ := Open(files, Options{})
		if (book == nil) != (c.want != "") || !strings.Contains(findings.Error(), c.want) {
			t.Errorf("%q: a book %t, findings %v, want %q", c.text, book != nil, findings.Error(), c.want)
		}
		allowed, _, _ := Open(files, Options{AllowUnchecked: true})
		if marked := strings.HasSuffix(c.want, "[to-check]") || strings.Contains(c.want, "mark"); marked && allowed == nil {
			t.Errorf("%q: refused although marks are allowed", c.text)
		}
	}
}
