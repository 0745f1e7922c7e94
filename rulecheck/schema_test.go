package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/rules"
)

func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := schemaJSON()
	if err != nil {
		t.Fatal(err)
	}
	content, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(schemaFile, content); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// asJSON reads YAML as JSON has it: days are texts.
func asJSON(t *testing.T, text []byte) any {
	t.Helper()
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	var plain func(n *yaml.Node)
	plain = func(n *yaml.Node) {
		if n.Tag == "!!timestamp" {
			n.Tag = "!!str"
		}
		for i, child := range n.Content {
			plain(child)
			if n.Kind == yaml.MappingNode && i%2 == 0 {
				child.Tag = "!!str"
			}
		}
	}
	plain(&root)
	var content any
	if err := root.Decode(&content); err != nil {
		t.Fatal(err)
	}
	return content
}

// TestSchemaAcceptsTheRules: editors find nothing wrong with the files that are
// right.
func TestSchemaAcceptsTheRules(t *testing.T) {
	compiled := compiledSchema(t)
	err := fs.WalkDir(rules.Embedded(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".yaml" || name == "service.yaml" || name == planNames {
			return err
		}
		text, err := fs.ReadFile(rules.Embedded(), name)
		if err != nil {
			return err
		}
		if err := compiled.Validate(asJSON(t, text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestSchemaRefusesSlips(t *testing.T) {
	compiled := compiledSchema(t)
	for name, text := range map[string]string{
		"unknown key":        "parametres: {}",
		"comma in a number":  "parameters: {a: {value: \"12,5\", unit: percent, label: A, source: s, cite: c}}",
		"no source":          "parameters: {a: {value: 12, unit: percent, label: A, cite: c}}",
		"no value":           "parameters: {a: {unit: percent, label: A, source: s, cite: c}}",
		"no English":         "parameters: {a: {value: 12, unit: percent, label: {de: A}, source: s, cite: c}}",
		"day turned round":   "valid: {from: 01.01.2026, to: 2026-12-31}",
		"program that is no": "programs: {a: {out: {x: EUR}}}",
		"list of parameters": "parameters: [a]",
	} {
		if err := compiled.Validate(asJSON(t, []byte(text))); err == nil {
			t.Errorf("%s is accepted: %s", name, text)
		}
	}
}

// TestSchemaIsCurrent: rules/schema.json is what the command writes.
func TestSchemaIsCurrent(t *testing.T) {
	text, err := schemaJSON()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("..", "rules", schemaFile)
	if *update {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(committed, text) {
		t.Errorf("run: rulecheck schema --out rules (%v)", err)
	}
}

// TestSchemaKnowsEveryKey: the keys that the reader of parameters, sources,
// programs and variables takes are in the schema.
func TestSchemaKnowsEveryKey(t *testing.T) {
	text, err := schemaJSON()
	if err != nil {
		t.Fatal(err)
	}
	keys := 0
	for _, name := range []string{"parameter.go", "program.go", "variable.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "interpreter", "declaration", name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		check := func(e ast.Expr) {
			if key, ok := literalText(e); ok && key != "" && !strings.Contains(key, " ") {
				keys++
				if !bytes.Contains(text, []byte(`"`+key+`": `)) && !strings.Contains(" of add numbers ", " "+key+" ") {
					t.Errorf("%s: the schema does not know the key %s", name, key)
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if called, ok := n.Fun.(*ast.SelectorExpr); ok && called.Sel.Name == "fields" {
					for _, argument := range n.Args[2:] {
						check(argument)
					}
				}
			case *ast.ValueSpec:
				if n.Names[0].Name == "variableKeys" {
					for _, element := range n.Values[0].(*ast.CompositeLit).Elts {
						check(element)
					}
				}
			}
			return true
		})
	}
	if keys < 40 {
		t.Errorf("%d keys found: the search for them is broken", keys)
	}
}

// TestRuleFilesNameTheirSchema: editors find it by the first line. Files that an
// import writes are not edited.
func TestRuleFilesNameTheirSchema(t *testing.T) {
	err := fs.WalkDir(rules.Embedded(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".yaml" || name == "service.yaml" || name == planNames {
			return err
		}
		text, err := fs.ReadFile(rules.Embedded(), name)
		want := "# yaml-language-server: $schema=" + strings.Repeat("../", strings.Count(name, "/")) + schemaFile + "\n"
		if err == nil && !bytes.HasPrefix(text, []byte(want)) && !bytes.Contains(text, []byte("imported: true")) {
			t.Errorf("%s does not begin with %s", name, want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
