package tables

import (
	"bytes"
	"path"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/tables/format"
)

// TestCutFiles loads each file without its second half, which must be reported.
func TestCutFiles(t *testing.T) {
	for name, file := range embeddedFiles(t, func(name string) bool { return path.Ext(name) != ".json" }) {
		half := file.Data[:bytes.LastIndexByte(file.Data[:len(file.Data)/2], '\n')+1]
		l := newLoader(fstest.MapFS{name: {Data: half}})
		switch {
		case path.Ext(name) == ".txt":
			l.Read(name)
		case path.Base(name) == rulesFile:
			l.tripRules(&Regime{ID: path.Dir(name), service: &service{days: 1}})
		default:
			l.Map(name, format.Of("edition")) // any kind: the file is cut
		}
		if !slices.ContainsFunc(l.Findings, func(d diagnostic.Diagnostic) bool { return d.Code == "cut-file" && d.Subject.File == name }) {
			t.Errorf("%s loads without its second half", name)
		}
	}
}
