package rules

import (
	"bytes"
	"path"
	"testing"
	"testing/fstest"
)

// TestCutFiles loads each file without its second half, which must be reported.
func TestCutFiles(t *testing.T) {
	for name, file := range bookFiles(t) {
		if path.Ext(name) != ".yaml" {
			continue
		}
		half := file.Data[:bytes.LastIndexByte(file.Data[:len(file.Data)/2], '\n')+1]
		l := newLoader(fstest.MapFS{name: {Data: half}})
		l.file(name)
		if !findingAt(l.Findings, name, "[cut-file]") {
			t.Errorf("%s loads without its second half", name)
		}
	}
}
