package web_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestPageInABrowser runs the tests of page/test in Chromium against the program.
// PAYSLATE_SHOTS names a folder for screenshots.
func TestPageInABrowser(t *testing.T) {
	if os.Getenv("PAYSLATE_CHROMIUM") == "" {
		t.Skip("needs Chromium, Node, and page/node_modules by npm ci: set PAYSLATE_CHROMIUM=1")
	}
	program := filepath.Join(t.TempDir(), "server")
	if output, err := exec.CommandContext(t.Context(), "go", "build", "-o", program, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	stories, err := filepath.Glob(filepath.Join("page", "test", "*.test.mjs"))
	if err != nil || len(stories) == 0 {
		t.Fatalf("no stories: %v", err)
	}
	for i, story := range stories {
		stories[i], _ = filepath.Rel("page", story)
	}
	node := exec.CommandContext(t.Context(), "node", append([]string{"--test", "--test-force-exit", "--test-concurrency=1", "--test-timeout=600000"}, stories...)...)
	node.Dir = "page"
	node.Env = append(os.Environ(), "PAYSLATE_PROGRAM="+program)
	output, err := node.CombinedOutput()
	t.Logf("%s", output)
	if err != nil {
		t.Fatal(err)
	}
}
