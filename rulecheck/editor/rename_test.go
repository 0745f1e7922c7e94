package editor

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/payslate/payslate/rules"
	"github.com/payslate/payslate/rules/names"
)

// TestRenameKeepsRulesValid renames some names of a country, all with PAYSLATE_FULL, and loads
// what comes out.
func TestRenameKeepsRulesValid(t *testing.T) {
	countries, share := []string{"se"}, 12
	if os.Getenv("PAYSLATE_FULL") != "" {
		countries, share = []string{"at", "ch", "nl", "no", "se", "uk", "us"}, 1
	}
	for _, country := range countries {
		root := t.TempDir()
		for _, name := range []string{country, "service.yaml"} {
			if err := copyAll(filepath.Join("..", "..", "rules", name), filepath.Join(root, name)); err != nil {
				t.Fatal(err)
			}
		}
		b, err := openBook(root)
		if err != nil {
			t.Fatal(err)
		}
		declared := map[names.Symbol]names.Occurrence{}
		for _, f := range b.names {
			for _, o := range f.Occurrences {
				if o.Declared {
					declared[o.Symbol] = o
				}
			}
		}
		renamed := 0
		for s, o := range declared {
			if rand.IntN(share) > 0 {
				continue
			}
			edit, err := b.rename(o.At.File, o.At.Start, "another_name_for_"+s.Name)
			if err != nil { // the service reads it
				continue
			}
			renamed++
			after := &book{root: b.root, files: b.files, names: b.names}
			for uri, edits := range edit.(workspaceEdit).Changes {
				name, _ := b.name(uri)
				after.set(name, applied(b.files[name], edits))
			}
			if _, found, _ := rules.Validate(after.part(country), rules.Options{}); found.HasErrors() {
				t.Errorf("%s %s of %s, at %s: %v", s.Kind, s.Name, s.Scope, o.At, found[0])
			}
		}
		if renamed < len(declared)/share/3 {
			t.Errorf("%s: %d of %d names were renamed", country, renamed, len(declared))
		}
	}
}

// applied applies the edits of a rename, the last first.
func applied(data []byte, edits []textEdit) []byte {
	slices.SortFunc(edits, func(x, y textEdit) int {
		if x.Range.Start.before(y.Range.Start) {
			return 1
		}
		return -1
	})
	for _, e := range edits {
		data = edited(data, []change{{&e.Range, e.NewText}})
	}
	return data
}
