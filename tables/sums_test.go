package tables

import (
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"
)

// TestCutTables cuts table files between two lines of their rows: none loads.
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
			files := fstest.MapFS{}
			err := fs.WalkDir(Embedded(), ".", func(at string, entry fs.DirEntry, err error) error {
				if err == nil && !entry.IsDir() && path.Base(at) != "postal_codes.yaml" {
					data, _ := fs.ReadFile(Embedded(), at)
					files[at] = &fstest.MapFile{Data: data}
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			files[name] = &fstest.MapFile{Data: []byte(cut)}
			book, list, _ := Open(files, Options{})
			found := false
			for _, d := range list {
				found = found || d.Code == "wrong-sum" && d.Subject.File == name
			}
			if book != nil || !found {
				t.Errorf("%s without its last %d lines loads, or nothing is said of its sum", name, len(lines)/share)
			}
		}
	}
}
