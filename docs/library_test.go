package docs

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// TestLibraryExamples: the Go code of the library's page compiles, and its first example
// prints what the page shows.
func TestLibraryExamples(t *testing.T) {
	page, err := os.ReadFile("library.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(page, -1)
	shown := regexp.MustCompile("(?s)```text\n(.*?)```").FindSubmatch(page)
	if len(code) != 3 || shown == nil {
		t.Fatalf("the page has %d examples, and its output: %t", len(code), shown != nil)
	}
	folder := filepath.Join(repository, "_library") // always the same, so go run keeps the linked program
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	program := fmt.Sprintf(`package main

import (
	"context"
	"fmt"
	"log"

	"github.com/payslate/payslate/interpreter/number"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/operations"
)

func main() {
%s}

func profile(book *rules.Book, country *rules.Country) (*rules.Result, error) {
%s	return payslip, err
}

func asService(ctx context.Context, book *rules.Book, country *rules.Country) ([]byte, error) {
%s	return answer, err
}
`, code[0][1], code[1][1], code[2][1])
	if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", "./"+filepath.Base(folder))
	run.Dir, run.Stderr = repository, os.Stderr
	got, err := run.Output()
	if err != nil || string(got) != string(shown[1]) {
		t.Errorf("%v: the example prints\n%s", err, got)
	}
}
