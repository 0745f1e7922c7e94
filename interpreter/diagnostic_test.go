package interpreter

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/check"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestDiagnostics compares the finding of each file of testdata/diagnostics with its
// golden file. Each file has one mistake.
func TestDiagnostics(t *testing.T) {
	names, err := filepath.Glob("testdata/diagnostics/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files found: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".yaml"), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			list := findings(filepath.Base(name), data)
			if len(list.Sorted()) != 1 {
				t.Errorf("%d findings, want 1", len(list.Sorted()))
			}
			golden(t, strings.TrimSuffix(name, ".yaml")+".golden", shownFindings(list, data))
		})
	}
}

// findings reads, checks and compiles a file.
func findings(name string, data []byte) diagnostic.List {
	file, list := syntax.Read(name, data)
	if list.HasErrors() {
		return list
	}
	module, more := Load([]*syntax.File{file}, testLine)
	list.Extend(more)
	if module == nil {
		return list
	}
	for _, name := range module.ProgramNames {
		program, _ := module.Program(name)
		for _, mode := range []check.Mode{check.Silent, check.Traced, check.Counted} {
			if _, err := program.Compile(mode); err != nil {
				list.Append(diagnostic.Diagnostic{Severity: diagnostic.Error, Code: "not-compiled", Summary: err.Error()})
			}
		}
	}
	return list
}

func shownFindings(list diagnostic.List, data []byte) string {
	var out strings.Builder
	source := func(string) ([]byte, bool) { return data, true }
	if err := diagnostic.Write(&out, list, source, diagnostic.Options{Limit: -1}); err != nil {
		panic(err)
	}
	return out.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
