package schema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/interpreter/declaration"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/types"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TestMain lets garbage gather: collecting it costs a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// keySets are the sets of keys that loaders accept in a map: the arguments of
// fields and Known, and the fields of structs that YAML is decoded into.
type keySets map[string]bool

func (s keySets) add(keys []string) {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	s[strings.Join(slices.Compact(keys), " ")] = true
}

// loaderKeys reads the sets of keys from the source of the loaders.
func loaderKeys(t *testing.T) keySets {
	t.Helper()
	sets := keySets{}
	var hostKeys []string
	for _, folder := range []string{"interpreter/law", "rules", "tables", "rulecheck", "rulecheck/pap", "rulecheck/travel"} {
		files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(folder), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		lists, words := map[string][]string{}, map[string]string{}
		var parsed []*ast.File
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, file)
			declaredLists(file, lists, words)
		}
		for _, file := range parsed {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					if keys := callKeys(n, lists, words); keys != nil {
						sets.add(keys)
					}
				case *ast.TypeSpec:
					if slices.Contains(decoded, n.Name.Name) {
						ast.Inspect(n, func(inner ast.Node) bool {
							if s, is := inner.(*ast.StructType); is {
								sets.add(structKeys(s))
							}
							return true
						})
					}
				}
				return true
			})
		}
		if folder == "rules" {
			hostKeys = lists["hostKeys"]
		}
	}
	var language object
	if err := yaml.Unmarshal(declaration.Format, &language); err != nil {
		t.Fatal(err)
	}
	sections := slices.Collect(maps.Keys(language["file"].(object)["properties"].(object)))
	delete(language, "file")
	sets.addMaps(language)
	sets.add(append(hostKeys, sections...))
	sets.add(append([]string{"places"}, sections...)) // trip rules, as tables reads them
	return sets
}

// decoded are the types that YAML is decoded into.
var decoded = []string{"Register", "planFile", "variableNote", "procedureNote", "SourceNote", "spec", "tableSpec", "columnSpec", "workbookSpec", "postalSpec", "gazetteerSpec"}

// declaredLists collects lists of texts and constant texts by name.
func declaredLists(file *ast.File, lists map[string][]string, words map[string]string) {
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for i, name := range spec.Names {
			if i >= len(spec.Values) {
				continue
			}
			if text, ok := literal(spec.Values[i]); ok {
				words[name.Name] = text
			}
			if list, ok := spec.Values[i].(*ast.CompositeLit); ok {
				for _, element := range list.Elts {
					if text, ok := literal(element); ok {
						lists[name.Name] = append(lists[name.Name], text)
					}
				}
			}
		}
		return true
	})
}

// callKeys are the keys that a call of fields or Known names; nil for other calls.
func callKeys(call *ast.CallExpr, lists map[string][]string, words map[string]string) []string {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != "fields" && selector.Sel.Name != "Known" {
		return nil
	}
	skip := map[string]int{"fields": 2, "Known": 1}[selector.Sel.Name]
	var keys []string
	for _, argument := range call.Args[min(skip, len(call.Args)):] {
		if text, ok := literal(argument); ok {
			keys = append(keys, text)
		} else if name, ok := argument.(*ast.Ident); ok {
			if text, known := words[name.Name]; known {
				keys = append(keys, text)
			}
			keys = append(keys, lists[name.Name]...)
		}
	}
	return keys
}

// structKeys are the keys that YAML is decoded into.
func structKeys(s *ast.StructType) []string {
	var keys []string
	for _, field := range s.Fields.List {
		for _, name := range field.Names {
			if !name.IsExported() {
				continue
			}
			key := strings.ToLower(name.Name)
			if field.Tag != nil {
				tag, _ := strconv.Unquote(field.Tag.Value)
				key = reflect.StructTag(tag).Get("yaml")
			}
			keys = append(keys, key)
		}
	}
	return keys
}

func literal(e ast.Expr) (string, bool) {
	basic, ok := e.(*ast.BasicLit)
	if !ok || basic.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(basic.Value)
	return text, err == nil
}

// addMaps adds the keys of all closed maps of a schema.
func (s keySets) addMaps(part any) {
	switch part := part.(type) {
	case object:
		if properties, is := part["properties"].(object); is && part["additionalProperties"] == false {
			s.add(slices.Collect(maps.Keys(properties)))
		}
		for _, value := range part {
			s.addMaps(value)
		}
	case []any:
		for _, item := range part {
			s.addMaps(item)
		}
	}
}

// schemaKeys are the sets of keys of all closed maps of the schemas.
func schemaKeys(t *testing.T) keySets {
	t.Helper()
	sets := keySets{}
	for _, k := range Kinds() {
		content, err := k.build()
		if err != nil {
			t.Fatal(err)
		}
		sets.addMaps(content)
	}
	return sets
}

// TestSchemasHaveTheKeysOfTheLoaders: no key is known to one of them alone.
func TestSchemasHaveTheKeysOfTheLoaders(t *testing.T) {
	loaders, schemas := loaderKeys(t), schemaKeys(t)
	if len(loaders) < 40 {
		t.Errorf("%d sets of keys found: the search for them is broken", len(loaders))
	}
	// Maps of one key that decides what it is, lines and texts that are built of
	// what the loaders declare, and patterns, which are read as steps are.
	for _, built := range [][]string{{"line"}, {"if", "then", "else"}, {"call"}, {"where", "steps"}} {
		delete(schemas, "")
		set := keySets{}
		set.add(built)
		for keys := range set {
			delete(schemas, keys)
		}
	}
	for _, derived := range [][]string{lineKeys(rules.PayslipLine()), lineKeys(tables.TripLine()), slices.Collect(maps.Keys(tables.LookupTexts())), slices.Collect(maps.Keys(tables.RegimeTexts())), slices.Collect(maps.Keys(tables.TripTexts()))} {
		set := keySets{}
		set.add(derived)
		for keys := range set {
			delete(schemas, keys)
		}
	}
	for keys := range loaders {
		if keys != "" && !schemas[keys] {
			t.Errorf("a loader accepts these keys, and no schema does: %s", keys)
		}
	}
	for keys := range schemas {
		if !loaders[keys] {
			t.Errorf("a schema accepts these keys, and no loader does: %s", keys)
		}
	}
}

// lineKeys are the keys of a line with given fields.
func lineKeys(fields []types.LineField) []string {
	keys := []string{"when"}
	for _, f := range fields {
		keys = append(keys, f.Name)
	}
	return keys
}

// TestMisspeltKeys misspells a key of the rule files at a time: what the loader
// does not know the schema refuses, and what the schema refuses the loader does.
func TestMisspeltKeys(t *testing.T) {
	race.Skip(t)
	const perFile = 10
	schemas := byKind(t)
	known := []string{"country", "aliases", "name", "status", "currency", "languages", "periods", "days", "conformance", "thresholds", "year", "label", "valid", "archive", "made_of", "places"}
	tried := 0
	eachFile(t, func(root, name string, text []byte) {
		kind := KindOf(root, name)
		if kind.Name != "rules" && kind.Name != "trip_rules" {
			return
		}
		tree := yamlTree(t, text)
		lines := strings.SplitAfter(string(text), "\n")
		found := mapKeys(tree.Content[0], known)
		for i := 0; i < len(found); i += 1 + len(found)/perFile {
			key := found[i]
			if key.Style != 0 {
				continue // in quotes
			}
			tried++
			at := len([]byte(string([]rune(lines[key.Line-1])[:key.Column-1]))) + len(key.Value)
			right, line := key.Value, lines[key.Line-1]
			key.Value, lines[key.Line-1] = right+"9", line[:at]+"9"+line[at:]
			_, list := declaration.Read(name, []byte(strings.Join(lines, "")), known...)
			refused := schemas[kind.Name].Validate(asJSON(t, tree)) != nil
			key.Value, lines[key.Line-1] = right, line
			unknown := slices.ContainsFunc(list, func(d diagnostic.Diagnostic) bool { return d.Code == "unknown-key" })
			if unknown && !refused || refused && !list.HasErrors() {
				t.Errorf("%s:%d: %s9 is refused by the schema: %t, by the loader: %v", name, key.Line, right, refused, list.Error())
			}
		}
	})
	if tried < 300 {
		t.Errorf("%d keys were misspelt", tried)
	}
}

var bandNames = []string{"name"}

// mapKeys lists the keys of all maps below a node, without what lies below the
// keys that hosts of the language read: those given, and the fields of lines. A
// misspelt name of a band is one of its columns, which only a whole year refuses.
func mapKeys(n *yaml.Node, hosts []string) []*yaml.Node {
	var list []*yaml.Node
	for i := 0; i+1 < len(n.Content) && n.Kind == yaml.MappingNode; i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if slices.Contains(hosts, key.Value) {
			continue
		}
		list = append(list, key)
		switch {
		case key.Value == "line":
		case key.Value == "bands", slices.Equal(hosts, bandNames):
			list = append(list, mapKeys(value, bandNames)...)
		default:
			list = append(list, mapKeys(value, nil)...)
		}
	}
	for _, item := range n.Content {
		if n.Kind == yaml.SequenceNode {
			list = append(list, mapKeys(item, hosts)...)
		}
	}
	return list
}
