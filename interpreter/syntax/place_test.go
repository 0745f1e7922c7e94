package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

func TestSpan(t *testing.T) {
	tests := []struct {
		name, text string
		from, to   int
		want       string
	}{
		{"plain", "k: ä𝄞 + b", 5, 6, "1:9-1:10"},
		{"plain whole", "k: a + b", 0, 5, "1:4-1:9"},
		{"beyond the end", "k: a + b", 5, 99, "1:9-1:9"},
		{"before the start", "k: a + b", -1, 1, "1:4-1:5"},
		{"backwards", "k: a + b", 2, 1, "1:6-1:6"},
		{"plain over lines", "k: a +\n    b\n    c", 4, 7, "2:5-3:6"},
		{"the blank of a fold", "k: a +\n    b", 3, 4, "1:7-1:7"},
		{"plain with a blank line", "k: a\n\n   b", 1, 3, "1:5-3:5"},
		{"single quotes", "k: 'a + b'", 4, 5, "1:9-1:10"},
		{"a quote in single quotes", "k: 'a''b + c'", 1, 3, "1:6-1:9"},
		{"after a quote in single quotes", "k: 'a''b + c'", 6, 7, "1:12-1:13"},
		{"single quotes over lines", "k: 'a\n  b\n\n  c'", 4, 5, "4:3-4:4"},
		{"double quotes", `k: "a + b"`, 4, 5, "1:9-1:10"},
		{"escaped quotes", `k: "s == \"SN\" or b"`, 13, 14, "1:20-1:21"},
		{"escapes of each length", `k: "\x41\u00e4\U0001D11E\n+ b"`, 4, 5, "1:27-1:28"},
		{"double quotes over lines", "k: \"a\n  b \\\n  c\"", 3, 5, "2:4-3:4"},
		{"double quotes with a blank line", "k: \"a\n\n  b\"", 2, 3, "3:3-3:4"},
		{"literal", "k: |\n  a +\n   b", 4, 6, "3:1-3:5"},
		{"literal with blank lines", "k: |\n\n  a\n\n  b\n", 4, 5, "5:3-5:4"},
		{"literal with indicator", "k: |2-\n    a\n  b\n", 4, 5, "3:3-3:4"},
		{"folded", "k: >-\n  a +\n  b\n", 4, 5, "3:3-3:4"},
		{"folded with blank lines", "k: >\n  a\n\n\n  b\n", 3, 4, "5:3-5:4"},
		{"folded with an indented line", "k: >\n  a\n    b\n  c\n", 4, 5, "3:5-3:6"},
		{"carriage returns", "k: |\r\n  a\r\n  b\r\n", 2, 3, "3:3-3:4"},
		{"after a byte order mark", "\ufeffk: a + b", 4, 5, "1:8-1:9"},
		{"in a list on one line", "k: [a, {x: 'b + c'}]", 0, 0, "1:4-1:21"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root, found := Parse("a.yaml", []byte(test.text))
			if len(found) > 0 {
				t.Fatal(found)
			}
			span := root.Get("k").Span(test.from, test.to)
			got := fmt.Sprintf("%d:%d-%d:%d", span.Start.Line, span.Start.Column, span.End.Line, span.End.Column)
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if at := root.Get("k").Span(test.from, test.from).Start; at != span.Start {
				t.Errorf("At gives %v, Span %v", at, span.Start)
			}
			checkTree(t, []byte(test.text), root)
		})
	}
}

// TestHostileFiles parses files that are designed to exhaust the library. Its time limit
// is that of the test.
func TestHostileFiles(t *testing.T) {
	tests := []struct{ name, text, code string }{
		{"too large", strings.Repeat("#", MaxSize+1), "file-too-large"},
		{"largest", strings.Repeat(" ", MaxSize), ""},
		{"lists", strings.Repeat("[", MaxSize), "file-too-large"},
		{"maps", strings.Repeat("{", MaxSize), "file-too-large"},
		{"lists that hide from the first guard", strings.Repeat("[\"\n]\", ", 100_000), "yaml-syntax"},
		{"deepest", strings.Repeat("[", MaxNesting-1) + "a" + strings.Repeat("]", MaxNesting-1), ""},
		{"lists by indentation", strings.Repeat("- ", 100_000), "yaml-syntax"},
		{"lists too deep by indentation", strings.Repeat("- ", MaxNesting+1) + "a", "nesting-too-deep"},
		{"entries", strings.Repeat("- a\n", MaxEntries), "file-too-large"},
		{"repeated keys", "{" + strings.Repeat("a: 1, ", 10_000) + "}", "duplicate-key"},
		{"aliases", "a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a]\nc: [*b,*b,*b,*b]\n", "anchor"},
		{"brackets in quotes", `a: "` + strings.Repeat("[", 1000) + `"`, ""},
		{"blanks in quotes", `a: "` + strings.Repeat(" ", MaxSize-6) + `x"`, ""},
		{"brackets in a comment", "a: 1 # " + strings.Repeat("[", 1000), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, found := Parse("a.yaml", []byte(test.text))
			switch {
			case test.code == "" && len(found) > 0:
				t.Errorf("refused: %v", found[0])
			case test.code != "" && (len(found) == 0 || found[0].Code != test.code):
				t.Errorf("found %d, want %s first", len(found), test.code)
			case len(found) > maxFindings:
				t.Errorf("%d findings", len(found))
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("a: {b: min(c, d), e: [1, 'x''y', \"z\\n\\u00e4\"]}\nf: |\n  g\n   h\n"))
	f.Add([]byte("- >2-\n   a\n\n  b\n- ? x\n  : y\n- \"a \\\n  b\"\n- !!str &a *b\n"))
	f.Add([]byte("\ufeffa:\r\n- b # c\r\n-\r\n  d: e\r\n     f\r\n"))
	f.Add([]byte("? ^"))
	f.Add([]byte("- >2-\n   \n  b"))
	f.Add([]byte("): ! \"###R\""))
	for _, path := range files(f, "testdata/*.yaml") {
		f.Add(contents(f, path))
	}
	archive, err := txtar.ParseFile(refusals)
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range archive.Files {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root, found := Parse("a.yaml", data)
		for _, d := range found {
			if d.Code == "" || d.Summary == "" || d.Severity != diagnostic.Error {
				t.Errorf("the finding is incomplete: %+v", d)
			}
		}
		if root == nil && !found.HasErrors() {
			t.Error("neither a tree nor a finding")
		}
		if len(found) == 0 {
			checkTree(t, data, root)
		}
	})
}
