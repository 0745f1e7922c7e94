package review

import (
	"io/fs"
	"maps"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/payslate/payslate/tables"
)

// smallTables are a regime of few rows, beside the files that all regimes share.
func smallTables(t *testing.T) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	for _, from := range []fs.FS{tables.Embedded(), os.DirFS("../../tables/testdata/small")} {
		copyFiles(t, files, from, func(name string) bool { return !strings.Contains(name, "/") || strings.HasPrefix(name, "north/") })
	}
	return files
}

func copyFiles(t *testing.T, to fstest.MapFS, from fs.FS, keep func(name string) bool) {
	t.Helper()
	err := fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !keep(name) {
			return err
		}
		data, err := fs.ReadFile(from, name)
		to[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestReview requires warnings about outdated editions, which still open.
func TestTables(t *testing.T) {
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	if _, findings, _ := Tables(smallTables(t), tables.Options{}, day); len(findings) > 0 {
		t.Error(findings.Error())
	}
	if _, findings, _ := Tables(tables.Embedded(), tables.Options{}, day); len(findings) > 0 {
		t.Error(findings.Error())
	}
	old := smallTables(t)
	edit(t, old, "north/2026.yaml", "data_as_of: 2025-12-01", "data_as_of: 2024-12-01")
	next := smallTables(t)
	edition := string(next["north/2026.yaml"].Data)
	next["north/2027.yaml"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(edition, "2026", "2027"))}
	more := string(next["north/more.yaml"].Data)
	next["north/more.yaml"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(more, "2026-12-31", "2027-12-31"))}
	tenfold := maps.Clone(next)
	tenfold["north/2027.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(string(next["north/2027.yaml"].Data), "| 110 |", "| 1100 |", 1))}
	april, err := fs.ReadFile(tables.Embedded(), "us-federal-foreign/2026-04.yaml")
	if err != nil {
		t.Fatal(err)
	}
	may := fstest.MapFS{}
	copyFiles(t, may, tables.Embedded(), func(string) bool { return true })
	may["us-federal-foreign/2026-05.yaml"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(string(april), "2026-04", "2026-05"))}
	for _, c := range []struct {
		files fstest.MapFS
		day   time.Time
		want  string
	}{
		{may, day, "warning: the edition 2026-05 has the same rates as 2026-04 [unchanged-edition]"},
		{smallTables(t), day.AddDate(1, 0, 0), "warning: no edition of north covers today: the last one has ended [stale-edition]"},
		{old, day, "warning: the edition 2026 begins on 2026-01-01, but its publication is dated 2024-12-01 [old-source]"},
		{next, day, "warning: the edition 2027 has the same rates as 2026 [unchanged-edition]"},
		{tenfold, day, "lodging was 110 in the edition 2026 and is 1100 now [unlikely-change]"},
	} {
		book, findings, _ := Tables(c.files, tables.Options{}, c.day)
		if book == nil || !strings.Contains(findings.Error(), c.want) {
			t.Errorf("a book %t, findings:\n%s\nwant: %s", book != nil, findings.Error(), c.want)
		}
	}
}
