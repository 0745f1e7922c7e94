package mcp_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type listedTool struct {
	Name, Title, Description  string
	InputSchema, OutputSchema schema
	Annotations               struct{ ReadOnlyHint, DestructiveHint, IdempotentHint, OpenWorldHint *bool }
}

type schema struct {
	Type        any
	Description string
	Properties  map[string]schema
	Items       *schema
	Required    []string
}

func TestToolsAreDescribed(t *testing.T) {
	f := newFixture(t)
	list := read[struct{ Tools []listedTool }](t, read[response](t, f.post(listTools).Body.Bytes()).Result)
	described := make(map[string]bool)
	for _, tool := range list.Tools {
		if calls[tool.Name] == "" && tool.Name != "list_salary_countries" {
			t.Errorf("unexpected tool %s", tool.Name)
		}
		if tool.Title == "" || !strings.Contains(tool.Description, "Use it") || described[tool.Description] {
			t.Errorf("%s: %q: %q", tool.Name, tool.Title, tool.Description)
		}
		described[tool.Description] = true
		hints := tool.Annotations
		if hints.ReadOnlyHint == nil || !*hints.ReadOnlyHint || hints.IdempotentHint == nil || !*hints.IdempotentHint ||
			hints.DestructiveHint == nil || *hints.DestructiveHint || hints.OpenWorldHint == nil || *hints.OpenWorldHint {
			t.Errorf("%s: annotations %+v", tool.Name, hints)
		}
		if tool.InputSchema.Type != "object" || tool.OutputSchema.Type != "object" {
			t.Errorf("%s: the schemas must be of objects: %+v", tool.Name, tool)
		}
		described := func(path string, s schema) {
			if s.Description == "" && (s.Type != "object" || !strings.Contains(tool.InputSchema.Description, " as in ")) {
				t.Errorf("%s has no description", path)
			}
		}
		tool.InputSchema.each(tool.Name+" in", described)
		if _, has := tool.InputSchema.Properties["summary"]; !has {
			t.Errorf("%s has no summary", tool.Name)
		}
	}
	if len(list.Tools) != len(calls) {
		t.Errorf("%d tools", len(list.Tools))
	}
}

// each visits the fields of a schema.
func (s schema) each(path string, visit func(string, schema)) {
	for name, property := range s.Properties {
		visit(path+"."+name, property)
		property.each(path+"."+name, visit)
	}
	if s.Items != nil {
		s.Items.each(path+"[]", visit)
	}
}

// TestGoldenTexts compares the texts that agents read. The schemas are tested in package
// operations.
func TestGoldenTexts(t *testing.T) {
	f := newFixture(t)
	var texts strings.Builder
	introduction := read[struct{ Instructions string }](t, read[response](t, f.post(initialize).Body.Bytes()).Result)
	fmt.Fprintf(&texts, "%s\n", introduction.Instructions)
	list := read[struct{ Tools []listedTool }](t, read[response](t, f.post(listTools).Body.Bytes()).Result)
	for _, tool := range list.Tools {
		fmt.Fprintf(&texts, "\n%s (%s)\n%s\n", tool.Name, tool.Title, tool.Description)
	}
	golden(t, "texts.golden.txt", texts.String())
}
