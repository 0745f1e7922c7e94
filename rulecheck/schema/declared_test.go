package schema

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/syntax"
)

// TestDeclaredKeysAreRead checks that the loaders read every declared key. It skips two
// kinds that are decoded into types, which reject unknown keys, and composed keys.
func TestDeclaredKeysAreRead(t *testing.T) {
	for _, root := range []string{"../../rules/", "../../tables/"} {
		readers := ""
		for _, name := range files(t, root+"*.go") {
			if !strings.HasSuffix(name, "_test.go") {
				readers += contents(t, name)
			}
		}
		keys := 0
		for _, name := range files(t, root+"format/*.yml") {
			if slices.Contains([]string{"import.yml", "plan.yml"}, filepath.Base(name)) {
				continue
			}
			declared, found := syntax.Parse(name, []byte(contents(t, name)))
			if found.HasErrors() {
				t.Fatal(found.Error())
			}
			eachProperty(declared, func(key *syntax.Node) {
				keys++
				if !built.MatchString(key.Text) && !regexp.MustCompile(`[".]`+key.Text+`[",.]`).MatchString(readers) {
					t.Errorf("%v: no loader reads %s", key.Range, key.Text)
				}
			})
		}
		if keys < 50 {
			t.Errorf("%s: %d keys found", root, keys)
		}
	}
}

func files(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	return names
}

func contents(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var built = regexp.MustCompile("^(month_..|fields_.+|town.*_standard|en|de)$")

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
