package schema

import (
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	rulesformat "github.com/payslate/payslate/rules/format"
	tablesformat "github.com/payslate/payslate/tables/format"
)

// TestMain collects garbage less often, which saves a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// TestMisspeltKeys misspells one key of the rule files at a time and checks that the
// schema and the loader agree.
func TestMisspeltKeys(t *testing.T) {
	race.Skip(t)
	const perFile = 4
	schemas := byKind(t)
	tried := 0
	eachFile(t, func(root, name string, text []byte) {
		kind := KindOf(root, name)
		if kind.Name != "rules" && kind.Name != "trip_rules" {
			return
		}
		tree := yamlTree(t, text)
		lines := strings.SplitAfter(string(text), "\n")
		found := mapKeys(tree.Content[0], false)
		for i := 0; i < len(found); i += 1 + len(found)/perFile {
			key := found[i]
			if key.Style != 0 {
				continue // in quotes
			}
			tried++
			at := len([]byte(string([]rune(lines[key.Line-1])[:key.Column-1]))) + len(key.Value)
			right, line := key.Value, lines[key.Line-1]
			key.Value, lines[key.Line-1] = right+"9", line[:at]+"9"+line[at:]
			host := rulesformat.Of
			if root == tablesRoot {
				host = tablesformat.Of
			}
			_, list := syntax.Read(name, []byte(strings.Join(lines, "")), host(kind.Name))
			refused := schemas[kind.Name].Validate(asJSON(t, tree)) != nil
			key.Value, lines[key.Line-1] = right, line
			unknown := slices.ContainsFunc(list, func(d diagnostic.Diagnostic) bool { return d.Code == "unknown-key" })
			if unknown && !refused || refused && !list.HasErrors() {
				t.Errorf("%s:%d: %s9 is refused by the schema: %t, by the loader: %v", name, key.Line, right, refused, list.Error())
			}
		}
	})
	if tried < 130 {
		t.Errorf("%d keys were misspelt", tried)
	}
}

// mapKeys returns the keys of all maps below a node, except for the fields of lines, which
// the host checks, languages, and names of bands: a misspelt one is a column, which only
// the checks of a whole year report.
func mapKeys(n *yaml.Node, inBands bool) []*yaml.Node {
	var list []*yaml.Node
	for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if inBands && key.Value == "name" || slices.Contains([]string{"en", "de", "nl", "sv", "nb"}, key.Value) {
			continue
		}
		list = append(list, key)
		if key.Value != "line" {
			list = append(list, mapKeys(value, inBands || key.Value == "bands")...)
		}
	}
	for _, item := range n.Content {
		if n.Kind == yaml.SequenceNode {
			list = append(list, mapKeys(item, inBands)...)
		}
	}
	return list
}
