package format

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/syntax"
)

// TestDeclaredKeysAreRead checks that the loaders read every declared key. It skips three
// kinds that are decoded into types, which reject unknown keys, and composed keys.
func TestDeclaredKeysAreRead(t *testing.T) {
	readers := ""
	for _, pattern := range []string{"../rules/*.go", "../tables/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("no files %s: %v", pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") {
				readers += string(text)
			}
		}
	}
	kinds, err := declarations.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	keys := 0
	for _, kind := range kinds {
		if slices.Contains([]string{"import.yaml", "plan.yaml", "law.yaml"}, kind.Name()) {
			continue
		}
		root, found := syntax.Parse(kind.Name(), Text(strings.TrimSuffix(kind.Name(), ".yaml")))
		if found.HasErrors() {
			t.Fatal(found.Error())
		}
		eachProperty(root, func(key *syntax.Node) {
			keys++
			name := key.Text
			if !built.MatchString(name) && !strings.Contains(readers, strconv.Quote(name)) {
				t.Errorf("%v: no loader reads %s", key.Range, name)
			}
		})
	}
	if keys < 150 {
		t.Errorf("%d keys found", keys)
	}
}

var built = regexp.MustCompile("^(month_..|fields_.+|en|de)$")

// eachProperty visits the keys of all properties below a node.
func eachProperty(n *syntax.Node, visit func(key *syntax.Node)) {
	for _, e := range n.Entries {
		if e.Key.Text == "properties" {
			for _, property := range e.Value.Entries {
				visit(property.Key)
			}
		}
		eachProperty(e.Value, visit)
	}
	for _, item := range n.Items {
		eachProperty(item, visit)
	}
}
