package tables

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// embeddedWith returns the embedded tables with a file added or replaced.
func embeddedWith(t *testing.T, name, text string) fstest.MapFS {
	t.Helper()
	files := embeddedFiles(t, func(string) bool { return true })
	files[name] = &fstest.MapFile{Data: []byte(text)}
	return files
}

// embeddedFiles returns a copy of the embedded files to keep.
func embeddedFiles(t *testing.T, keep func(name string) bool) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(Embedded(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !keep(name) {
			return err
		}
		data, err := fs.ReadFile(Embedded(), name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestCutTables truncates table files between rows; none may load.
func TestCutTables(t *testing.T) {
	if testing.Short() {
		t.Skip("opens the tables many times")
	}
	for _, name := range []string{"cities.yaml", "countries.yaml", "gazetteer.txt", "us-federal-foreign/2026-04.yaml", "de-federal/destinations.yaml"} {
		text, err := fs.ReadFile(Embedded(), name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(text), "\n")
		for _, share := range []int{4, 2} {
			cut := strings.Join(lines[:len(lines)-len(lines)/share], "")
			files := embeddedWith(t, name, cut)
			delete(files, "us-federal/postal_codes.yaml") // slow to read; what is cut is said all the same
			book, list, _ := Open(files, Options{})
			found := false
			for _, d := range list {
				found = found || d.Code == "wrong-sum" && d.Subject.File == name
			}
			if book != nil || !found {
				t.Errorf("%s without its last %d lines loads, or its sum is not reported", name, len(lines)/share)
			}
		}
	}
}
