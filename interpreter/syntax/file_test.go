package syntax

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/payslate/payslate/internal/race"
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

func TestCutOff(t *testing.T) {
	const whole = "a: 1 # one\nb: 2\n# end\n"
	for data, want := range map[string]bool{
		"": true, "a: 1": true, "a: 1 # one\n": true, "a: 1 # one\nb: ": true, "a: 1 # one\nb:\n": false, "a: 1 # one\n\n": true,
		"a: 1 # one\nb: 2": false, "a: 1 # one\nb: 2\n": false, whole: false, "a: 2\n": false, whole + "c: 3\n": false, "a: 1 # one\n# no more\n": false,
	} {
		if got := CutOff([]byte(data), []byte(whole)); got != want {
			t.Errorf("%q: %v", data, got)
		}
	}
	if CutOff([]byte("a: x"), []byte("a: x # y\n")) || !CutOff([]byte("a: x"), []byte("a: x#y\n")) {
		t.Error("the rest of a line was ignored as a comment, or a comment was not")
	}
}

// TestCutFiles cuts every file of the rules and tables at every line, which must be noticed.
func TestCutFiles(t *testing.T) {
	race.Skip(t)
	cuts := 0
	for _, root := range []string{"../../rules", "../../tables"} {
		err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			kind := filepath.Ext(name)
			if err != nil || entry.IsDir() || kind != ".yaml" && kind != ".txt" || strings.Contains(name, "testdata") {
				return err
			}
			whole, err := os.ReadFile(name)
			last, end := 0, 0 // the last line that matters begins at last
			for line := range bytes.Lines(whole) {
				if text := bytes.TrimSpace(line); len(text) > 0 && text[0] != '#' {
					last = end
				}
				end += len(line)
			}
			for at := 0; at <= last; at += bytes.IndexByte(whole[at:], '\n') + 1 {
				cuts++
				if !CutOff(whole[:at], whole) {
					t.Errorf("%s, cut after byte %d, is taken for whole", name, at)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d cuts", cuts)
}
