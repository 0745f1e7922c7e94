package interpreter

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestReadme runs every example of README.md: each replaces the line "# README" of a file
// of testdata/readme, which has the rest of the program and cases.
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

// inPlace replaces the line "# README" by an example, indented.
func inPlace(t *testing.T, around, example string) string {
	t.Helper()
	before, after, found := strings.Cut(around, "# README\n")
	if !found {
		t.Fatal("the file has no line # README")
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
