package tables

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/syntax"
	"github.com/payslate/payslate/tables/format"
)

// TestCutFiles truncates every file at every line, which must be recognized, and loads
// one truncated version of each, which must be reported.
func TestCutFiles(t *testing.T) {
	race.Skip(t)
	tried := 0
	err := fs.WalkDir(embedded, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) == ".json" {
			return err
		}
		whole, err := fs.ReadFile(embedded, name)
		if err != nil {
			return err
		}
		last := 0 // after the last line that matters
		for at := 0; at < len(whole); {
			line, _, _ := bytes.Cut(whole[at:], []byte("\n"))
			at += len(line) + 1
			if text := bytes.TrimSpace(line); len(text) > 0 && text[0] != '#' {
				last = at
			}
		}
		for at := 0; at < last; {
			tried++
			if !syntax.CutOff(whole[:at], whole) {
				t.Errorf("%s, truncated after byte %d, is taken to be complete", name, at)
			}
			at += bytes.IndexByte(whole[at:], '\n') + 1
		}
		middle := bytes.LastIndexByte(whole[:last/2], '\n') + 1
		l := newLoader(fstest.MapFS{name: {Data: whole[:middle]}})
		if path.Ext(name) == ".txt" {
			l.Read(name)
		} else if path.Base(name) == rulesFile {
			l.tripRules(&Regime{ID: path.Dir(name), service: &service{days: 1}})
		} else {
			l.Map(name, format.Of("edition")) // any kind: the file is cut
		}
		if !slices.ContainsFunc(l.Findings, func(d diagnostic.Diagnostic) bool { return d.Code == "cut-file" && d.Subject.File == name }) {
			t.Errorf("%s loads without its second half", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d cuts", tried)
}
