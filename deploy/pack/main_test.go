package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/payslate/payslate/interpreter/syntax"
)

// TestPackedFilesAreTheSame: embedded files are unchanged by packing and unpacking.
func TestPackedFilesAreTheSame(t *testing.T) {
	for name, files := range archives {
		file := filepath.Join(t.TempDir(), filepath.Base(name))
		if err := pack(file, files); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		unpacked, count := syntax.Unpacked(data), [2]int{}
		for i, from := range []fs.FS{files, unpacked} {
			err := fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() {
					return err
				}
				count[i]++
				want, wantErr := fs.ReadFile(files, name)
				got, err := syntax.ReadFile(unpacked, name)
				if wantErr != nil || err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s differs once unpacked: %v %v", name, wantErr, err)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if count[0] != count[1] || count[0] < 10 {
			t.Errorf("%s: %d files, of %d", name, count[1], count[0])
		}
	}
}
