package syntax

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestTree compares the tree of every accepted file with its golden text.
func TestTree(t *testing.T) {
	for _, path := range files(t, "testdata/*.yaml") {
		data := contents(t, path)
		root, found := Parse(filepath.Base(path), data)
		if len(found) > 0 {
			t.Errorf("%s: %v", path, found)
			continue
		}
		var out strings.Builder
		outline(&out, root, "")
		compareGolden(t, strings.TrimSuffix(path, ".yaml")+".golden", out.String())
		checkTree(t, data, root)
	}
}

// refusals is the archive of files that are refused, each with the findings below it.
const refusals = "testdata/refused.txtar"

// TestRefusals compares the findings of every refused file with its golden text.
func TestRefusals(t *testing.T) {
	archive, err := txtar.ParseFile(refusals)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		file, want := archive.Files[i], &archive.Files[i+1]
		_, found := Parse(file.Name, file.Data)
		if !found.HasErrors() {
			t.Errorf("%s is accepted", file.Name)
		}
		var out strings.Builder
		source := func(string) ([]byte, bool) { return file.Data, true }
		if err := diagnostic.Write(&out, found, source); err != nil {
			t.Fatal(err)
		}
		if got := out.String(); *update {
			want.Data = []byte(got)
		} else if got != string(want.Data) {
			t.Errorf("%s: got:\n%s\nwant:\n%s", file.Name, got, want.Data)
		}
	}
	if *update {
		if err := os.WriteFile(refusals, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func files(t testing.TB, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	return paths
}

func contents(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func compareGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(contents(t, path)); got != want {
		t.Errorf("%s: got:\n%s\nwant:\n%s", path, got, want)
	}
}

// outline writes a node with its position, then its children.
func outline(out *strings.Builder, n *Node, indent string) {
	span := fmt.Sprintf("%d:%d-%d:%d", n.Range.Start.Line, n.Range.Start.Column, n.Range.End.Line, n.Range.End.Column)
	fmt.Fprintf(out, "%s%s %s", indent, span, n.Kind)
	for _, mark := range []struct {
		text string
		set  bool
	}{{" flow", n.Flow}, {" null", n.Null}, {" quoted", n.Quoted}} {
		if mark.set {
			out.WriteString(mark.text)
		}
	}
	if n.Kind == Scalar {
		fmt.Fprintf(out, " %q", n.Text)
	}
	out.WriteString("\n")
	for _, entry := range n.Entries {
		outline(out, entry.Key, indent+"  ")
		outline(out, entry.Value, indent+"    ")
	}
	for _, item := range n.Items {
		outline(out, item, indent+"  - ")
	}
}

// checkTree checks that every node is within its parent and after its previous sibling,
// and that the characters of every scalar are at their positions.
func checkTree(t *testing.T, data []byte, root *Node) {
	t.Helper()
	lines := strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n")
	var visit func(parent, n *Node)
	visit = func(parent, n *Node) {
		if n.Range.End.Compare(n.Range.Start) < 0 {
			t.Fatalf("%v ends before it begins: %v", n.Range, n.Range.End)
		}
		if parent != nil && (n.Range.Start.Compare(parent.Range.Start) < 0 || n.Range.End.Compare(parent.Range.End) > 0) {
			t.Fatalf("%v lies outside %v to %v", n.Range, parent.Range, parent.Range.End)
		}
		children := slices.Clone(n.Items)
		for _, entry := range n.Entries {
			children = append(children, entry.Key, entry.Value)
		}
		last := n.Range.Start
		for _, child := range children {
			if child.Range.Start.Compare(last) < 0 {
				t.Fatalf("%v overlaps the previous node", child.Range)
			}
			last = child.Range.End
			visit(n, child)
		}
		if n.Kind == Scalar {
			checkPlaces(t, lines, n)
		}
	}
	visit(nil, root)
}

func checkPlaces(t *testing.T, lines []string, n *Node) {
	t.Helper()
	if n.Null && n.Text == "" {
		return
	}
	if _, known := n.walk(func(cursor, cursor) bool { return true }); !known {
		if n.style != doubleQuoted || n.Range.Start.Line == n.Range.End.Line {
			t.Fatalf("%v: the places of %q are not known", n.Range, n.Text)
		}
		return
	}
	characters := []rune(n.Text)
	previous := n.Range.Start
	for i := 0; i < len(characters); i += 1 + len(characters)/200 { // each goes through the text once more
		r, at := characters[i], n.Span(i, i).Start
		if at.Compare(previous) < 0 {
			t.Fatalf("%v: character %d of %q is before the previous one", n.Range, i, n.Text)
		}
		previous = at
		line := []rune(lines[at.Line-1])
		inFile := rune('\n')
		if at.Column <= len(line) {
			inFile = line[at.Column-1]
		}
		isFolded := r == ' ' || r == '\n'
		isEscaped := inFile == '\\' && n.style == doubleQuoted
		if inFile != r && !isFolded && !isEscaped {
			t.Fatalf("%v: character %d of %q is placed on %q", n.Range, i, n.Text, inFile)
		}
	}
	if end := n.Span(len(characters), len(characters)).Start; end.Compare(n.Range.End) > 0 {
		t.Fatalf("%v: %q ends at %v, after %v", n.Range, n.Text, end, n.Range.End)
	}
}

func TestParseEmpty(t *testing.T) {
	for _, text := range []string{"", "\n", "# nothing\n", "---\n", "\ufeff"} {
		root, found := Parse("a.yaml", []byte(text))
		if len(found) > 0 || root == nil || !root.Null {
			t.Errorf("%q: %+v, %v", text, root, found)
		}
	}
}
