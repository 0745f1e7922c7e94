package syntax

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadFile checks that irregular files are refused and that a file that is too large
// is not read to its end.
func TestReadFile(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("plain.yaml", "a: 1\n")
	write("large.yaml", "a: 1\n")
	if err := os.Truncate(filepath.Join(folder, "large.yaml"), 1<<40); err != nil {
		t.Skipf("no sparse files: %v", err)
	}
	if err := os.Mkdir(filepath.Join(folder, "folder.yaml"), 0o700); err != nil {
		t.Fatal(err)
	}
	files := os.DirFS(folder)
	if data, err := ReadFile(files, "plain.yaml"); string(data) != "a: 1\n" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	data, err := ReadFile(files, "large.yaml")
	if err != nil || len(data) != MaxSize+1 {
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	if _, found := Parse("large.yaml", data); !found.HasErrors() || found[0].Code != "file-too-large" {
		t.Errorf("%v", found)
	}
	if err := os.Symlink(os.DevNull, filepath.Join(folder, "device.yaml")); err != nil {
		t.Skipf("no links: %v", err)
	}
	for _, name := range []string{"folder.yaml", "device.yaml"} {
		if _, err := ReadFile(files, name); err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadFile(files, "nothing.yaml"); !os.IsNotExist(err) {
		t.Errorf("nothing.yaml: %v", err)
	}
}
