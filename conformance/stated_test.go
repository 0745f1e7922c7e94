package conformance

import (
	"bytes"
	"encoding/csv"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/payslate/payslate/interpreter/document"
	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/tables"
)

var update = flag.Bool("update", false, "copy what the files state")

// TestStatedIsWhole checks that the copy has every statement of the files.
func TestStatedIsWhole(t *testing.T) {
	embeddedSubject(t) // makes the languages known
	for of, files := range map[string]fs.FS{StatedRules: rules.Embedded(), StatedTables: tables.Embedded()} {
		var copied bytes.Buffer
		w := csv.NewWriter(&copied)
		_ = w.Write([]string{"case", "exp_text"})
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || path.Ext(name) != ".yaml" {
				return err
			}
			data, err := fs.ReadFile(files, name)
			if err != nil {
				return err
			}
			root, _ := document.Parse(name, data)
			texts := textsOf(root)
			for _, place := range slices.Sorted(maps.Keys(texts)) {
				_ = w.Write([]string{name + ": " + place, texts[place]})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		w.Flush()
		file := "cases/stated/" + of + ".csv"
		if *update {
			if err := os.WriteFile(file, copied.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		have, stated := strings.Split(string(want), "\n"), strings.Split(copied.String(), "\n")
		for i := range min(len(have), len(stated)) {
			if have[i] != stated[i] {
				t.Fatalf("%s:%d: %s: the files state %s: if this is intended, run go test ./conformance -run Stated -update", file, i+1, have[i], stated[i])
			}
		}
		if !slices.Equal(have, stated) {
			t.Errorf("%s has %d lines, the files state %d: rewrite the copy with go test ./conformance -run Stated -update", file, len(have), len(stated))
		}
	}
}
