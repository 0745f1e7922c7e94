package review

import (
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/rules"
)

// today is a day that the rule book covers.
var today = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

// filesOf returns the rules of the country of a file.
func filesOf(t *testing.T, file string) fstest.MapFS {
	t.Helper()
	files, err := ruletext.Read(rules.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	country, _, _ := strings.Cut(file, "/")
	return files.OneCountry(country).FS()
}

// edited returns the rules of one country with a text of one file replaced.
func edited(t *testing.T, file, old, text string) fs.FS {
	t.Helper()
	files := filesOf(t, file)
	edit(t, files, file, old, text)
	return files
}

// edit replaces a text of a file.
func edit(t *testing.T, files fstest.MapFS, name, old, text string) {
	t.Helper()
	data := string(files[name].Data)
	if !strings.Contains(data, old) {
		t.Fatalf("%s has no %q", path.Base(name), old)
	}
	files[name] = &fstest.MapFile{Data: []byte(strings.Replace(data, old, text, 1))}
}
