package interpreter

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/payslate/payslate/interpreter/declaration"
)

// TestReadme runs every example of README.md: each takes the place of the
// line "# README" of a file of testdata/readme, which has what it leaves out,
// and cases.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(readme), "```yaml\n")[1:]
	if len(blocks) < 10 {
		t.Fatalf("only %d examples found", len(blocks))
	}
	for i, block := range blocks {
		example, _, closed := strings.Cut(block, "```")
		if !closed {
			t.Fatalf("example %d has no end", i+1)
		}
		name := fmt.Sprintf("%02d.yaml", i+1)
		t.Run(name, func(t *testing.T) {
			around, err := os.ReadFile("testdata/readme/" + name)
			if err != nil {
				t.Fatal(err)
			}
			runCases(t, name, []byte(inPlace(t, string(around), example)))
		})
	}
}

// TestReadmeNamesEveryKey holds the README to the declaration of the format.
func TestReadmeNamesEveryKey(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var format map[string]any
	if err := yaml.Unmarshal(declaration.Format, &format); err != nil {
		t.Fatal(err)
	}
	keys := 0
	var walk func(part any)
	walk = func(part any) {
		switch part := part.(type) {
		case []any:
			for _, item := range part {
				walk(item)
			}
		case map[string]any:
			if properties, is := part["properties"].(map[string]any); is {
				for key := range properties {
					keys++
					if !regexp.MustCompile("`" + key + "`|\\b" + key + ":").Match(readme) {
						t.Errorf("the README does not say what %s is", key)
					}
				}
			}
			for _, item := range part {
				walk(item)
			}
		}
	}
	for name, part := range format {
		if name != "file" {
			walk(part)
		}
	}
	if keys < 100 {
		t.Errorf("%d keys were found", keys)
	}
}

// inPlace puts an example, indented, where "# README" stands.
func inPlace(t *testing.T, around, example string) string {
	t.Helper()
	before, after, found := strings.Cut(around, "# README\n")
	if !found {
		t.Fatal("the file does not say where the example goes")
	}
	indent := before[strings.LastIndexByte(before, '\n')+1:]
	var out strings.Builder
	for line := range strings.Lines(example) {
		if strings.TrimSpace(line) != "" {
			out.WriteString(indent)
		}
		out.WriteString(line)
	}
	return strings.TrimSuffix(before, indent) + out.String() + after
}
