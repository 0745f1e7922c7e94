package interpreter

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/payslate/payslate/interpreter/compile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestDiagnostics compares the findings of the files in testdata/diagnostics, each with one
// mistake, with the golden files below them.
func TestDiagnostics(t *testing.T) {
	for _, name := range archives(t) {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(archive.Files); i += 2 {
			file, want := archive.Files[i], &archive.Files[i+1]
			t.Run(strings.TrimSuffix(file.Name, ".yaml"), func(t *testing.T) {
				list := findings(file.Name, file.Data)
				if len(list.Sorted()) != 1 {
					t.Errorf("%d findings, want 1", len(list.Sorted()))
				}
				for _, d := range list {
					if d.Detail == "" {
						t.Errorf("no remedy: %v", d)
					}
				}
				if got := shownFindings(list, file.Data); *update {
					want.Data = []byte(got)
				} else if got != string(want.Data) {
					t.Errorf("got\n%s\nwant\n%s", got, want.Data)
				}
			})
		}
		if *update {
			if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// archives lists the files of testdata/diagnostics.
func archives(t testing.TB) []string {
	t.Helper()
	names, err := filepath.Glob("testdata/diagnostics/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files found: %v", err)
	}
	return names
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
	list.Extend(module.CheckTables())
	for _, name := range module.ProgramNames {
		program, _ := module.Program(name)
		for _, mode := range []compile.Mode{compile.Silent, compile.Traced, compile.Counted} {
			if _, err := compile.Program(program, mode); err != nil {
				list.Append(diagnostic.Diagnostic{Severity: diagnostic.Error, Code: "not-compiled", Summary: err.Error()})
			}
		}
	}
	return list
}

func shownFindings(list diagnostic.List, data []byte) string {
	var out strings.Builder
	source := func(string) ([]byte, bool) { return data, true }
	if err := diagnostic.Write(&out, list, source); err != nil {
		panic(err)
	}
	return out.String()
}
