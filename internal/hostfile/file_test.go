package hostfile

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
