package schema

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

// TestMain collects garbage less often, which saves a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

var update = flag.Bool("update", false, "rewrite the committed schemas")

// compiled compiles a schema.
func compiled(t *testing.T, text []byte, err error) *jsonschema.Schema {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	content, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	const name = "https://payslate.example/all.json"
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(name, content); err != nil {
		t.Fatal(err)
	}
	made, err := compiler.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// byKind returns the schemas of all kinds.
func byKind(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	made := map[string]*jsonschema.Schema{}
	for _, k := range Kinds {
		text, err := k.JSON()
		made[k.Name] = compiled(t, text, err)
	}
	return made
}

// yamlTree parses YAML with dates as strings, as in JSON.
func yamlTree(t *testing.T, text []byte) *yaml.Node {
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
	return &root
}

func asJSON(t *testing.T, root *yaml.Node) any {
	t.Helper()
	var content any
	if err := root.Decode(&content); err != nil {
		t.Fatal(err)
	}
	return content
}

// eachFile visits all YAML files of both roots.
func eachFile(t *testing.T, visit func(root, name string, text []byte)) {
	t.Helper()
	for root, files := range map[string]fs.FS{rulesRoot: rules.Embedded(), tablesRoot: tables.Embedded()} {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(name) != ".yaml" {
				return err
			}
			text, err := fs.ReadFile(files, name)
			visit(root, name, text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestFilesFollowTheirSchemas validates all files, and checks that their first lines name
// the schemas.
func TestFilesFollowTheirSchemas(t *testing.T) {
	schemas := byKind(t)
	text, err := All()
	all := compiled(t, text, err)
	seen := map[string]int{}
	eachFile(t, func(root, name string, text []byte) {
		kind := KindOf(root, name)
		seen[kind.Name]++
		content := asJSON(t, yamlTree(t, text))
		if err := schemas[kind.Name].Validate(content); err != nil {
			t.Errorf("%s/%s: %v", root, name, err)
		}
		if err := all.Validate(content); err != nil {
			t.Errorf("%s/%s matches no schema: %v", root, name, err)
		}
		if want := LineOf(root, name); !bytes.HasPrefix(text, []byte(want)) {
			t.Errorf("%s/%s does not begin with %s", root, name, want)
		}
	})
	for _, k := range Kinds {
		if seen[k.Name] == 0 {
			t.Errorf("there is no file of kind %s", k.Name)
		}
	}
}

// TestSchemasAreCurrent compares the committed schemas, and the tables of the README,
// with the generated ones.
func TestSchemasAreCurrent(t *testing.T) {
	for _, k := range Kinds {
		text, err := k.JSON()
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join("..", "..", filepath.FromSlash(k.File()))
		if *update {
			if err := os.WriteFile(name, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if committed, err := os.ReadFile(name); err != nil || !bytes.Equal(committed, text) {
			t.Errorf("%s is out of date; run go test -update (%v)", k.File(), err)
		}
	}
	name := filepath.Join("..", "..", readme)
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	made := withTables(page)
	if *update {
		if err := os.WriteFile(name, made, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(made, page) {
		t.Errorf("%s is out of date; run: go test ./rulecheck/schema -update", readme)
	}
}

// TestSchemasRefuseSlips checks that schemas reject typical mistakes beside misspelt keys.
func TestSchemasRefuseSlips(t *testing.T) {
	schemas := byKind(t)
	program := func(steps string) string { return "programs: {a: {do: [" + steps + "]}}" }
	year := "country: DE\nyear: 2026\nlabel: \"2026\"\n"
	edition := "edition: \"2027\"\nvalid: {from: 2027-01-01}\ndata_as_of: 2026-12-01\nsource: {name: A, url: u, license: l}\nrates: {columns: a, rows: b}\n"
	for _, c := range []struct{ kind, slip, right string }{
		{"rules", "parameters: {a: {value: \"12,5\", unit: percent, label: A, source: s, cite: c}}", "parameters: {a: {value: 12.5, unit: percent, label: A, source: s, cite: c}}"},
		{"rules", "parameters: {a: {unit: percent, source: s}}", "parameters: {a: {unit: percent, label: A, source: s}}"},
		{"rules", "parameters: {a: {value: 12, text: b}}", "parameters: {a: {value: 12}}"},
		{"rules", "parameters: {a: 12 EUR}", "parameters: {a: 12}"},
		{"rules", "parameters: {a: {value: 12, unit: percent, label: {de: A}, source: s, cite: c}}", ""},
		{"rules", "parameters: [a]", ""},
		{"rules", year + "valid: {from: 01.01.2026, to: 2026-12-31}", year + "valid: {from: 2026-01-01, to: 2026-12-31}"},
		{"rules", "year: 2026\nvalid: {from: 2026-01-01, to: 2026-12-31}", ""},
		{"rules", "country: AT\nname: Austria\ncurrency: EUR\nstatus: ready", "country: AT\nname: Austria\ncurrency: EUR\nstatus: planned"},
		{"rules", "country: AT\nname: Austria\nstatus: planned", ""},
		{"rules", "programs: {a: {out: {x: EUR}}}", "programs: {a: {do: [], out: {x: EUR}}}"},
		{"rules", "grammars: {a: {forms: {x: [x]}, otherwise: {error: e, message: m}}}", "grammars: {a: {forms: {x: x}, otherwise: {error: e, message: m}}}"},
		{"rules", program("{x: 1, y: 2}"), program("{x: 1}, {y: 2}")},
		{"rules", program("{if: x}"), program("{if: x, then: []}")},
		{"rules", program("{if: x, then: [], else: 3}"), program("{if: x, then: [], else: [{a: 3}]}")},
		{"rules", program("{match: x, cases: [a]}"), program("{match: x, cases: {a: []}}")},
		{"rules", program("{for: day, do: []}"), program("{for: day in days, do: []}")},
		{"rules", program("{note: {text: a}, when: b}"), program("{note: {text: a, when: b}}")},
		{"rules", program("{refuse: {error: a}}"), program("{refuse: {error: a, message: b}}")},
		{"rules", program("{line: {key: a, payer: boss, group: tax, label: a, amount: a, rule: a, source: a}}"), ""},
		{"rules", program("{x: {if: a, then: 1}}"), program("{x: {if: a, then: 1, else: 2}}")},
		{"rules", program("{x: [1]}"), ""},
		{"rules", program("{else: 1}"), ""},
		{"rules", program("nothing"), program("{note: {text: a}}")},
		{"trip_rules", program("{line: {kind: meal}}"), program("{line: {kind: meals, date: a, location: a, amount: a, currency: a, rule: a, source: a}}")},
		{"plan", "program: a\nsource: {id: b}\ntabels: {}", "program: a\nsource: {id: b}\ntables: {}"},
		{"plan", "program: a\nsource: {id: b}\ntables: {A: [two]}", "program: a\nsource: {id: b}\ntables: {A: two}"},
		{"plan", "program: a\nsource: {id: b}\npatterns: [{if: a, then: {B: c}}]", "program: a\nsource: {id: b}\npatterns: [{if: a, B: c}]"},
		{"edition", edition + "rate: {}", edition},
		{"edition", strings.Replace(edition, "valid: {from: 2027-01-01}", "valid: {from: 01.01.2027}", 1), ""},
		{"edition", strings.Replace(edition, "columns:", "colums:", 1), ""},
		{"edition", strings.Replace(edition, ", url: u", "", 1), ""},
		{"destinations", "treatments: {}", "treatments: {}\ndestinations: {columns: a, rows: b}"},
		{"postal_codes", "postal_code: {columns: a, rows: b}", "postal_codes: {columns: a, rows: b}"},
		{"regime", "regime: a\nname: a\nstatus: supported\ncountry: DE", "regime: a\nname: a\nstatus: planned\ncountry: DE"},
		{"regime", "regime: a\nname: {en: a}\nstatus: planned\ncountry: DE", ""},
		{"import", "a: {edition: {name: a, form: b}, source: {name: {en: a, de: b}, url: u, license: l}, tables: []}", "a: {edition: {name: a, from: b}, source: {name: {en: a, de: b}, url: u, license: l}, tables: []}"},
		{"countries", "contries: {columns: a, rows: b}", "countries: {columns: a, rows: b}"},
		{"cities", "cities: []", "cities: {columns: a, rows: b}"},
		{"lookups", "texts: {}", ""},
		{"trips", "limits: {days: many}\ntexts: {}", ""},
		{"service", "year: {min: 1}", ""},
	} {
		if schemas[c.kind].Validate(asJSON(t, yamlTree(t, []byte(c.slip)))) == nil {
			t.Errorf("%s: accepted: %s", c.kind, c.slip)
		}
		if c.right == "" {
			continue
		}
		if err := schemas[c.kind].Validate(asJSON(t, yamlTree(t, []byte(c.right)))); err != nil {
			t.Errorf("%s: refused: %s: %v", c.kind, c.right, err)
		}
	}
}
