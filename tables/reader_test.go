package tables

import (
	"io/fs"
	"maps"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// changed returns the small tables with a text of an edition replaced.
func changed(t *testing.T, old, text string) fstest.MapFS {
	t.Helper()
	files := smallTables(t)
	before := string(files["north/2026.yaml"].Data)
	if strings.Count(before, old) != 1 {
		t.Fatalf("the edition has %q %d times", old, strings.Count(before, old))
	}
	files["north/2026.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(before, old, text, 1))}
	return files
}

// TestMarks requires that marked editions are refused unless marks are allowed, and that
// a mark of false does not count.
func TestMarks(t *testing.T) {
	for _, c := range []struct{ old, text, want string }{
		{"rates:\n", "rates:\n  to_check: true\n", "north/2026.yaml:9:1: error: edition 2026 has 1 mark to be checked, the first: rates [to-check]"},
		{"rates:\n", "rates:\n  to_check: the German names\n", "edition 2026 has 1 mark"},
		{"rates:\n", "rates:\n  to_check: false\n", ""},
		{"source:\n", "source:\n  to_check: true\n", "the first: source [to-check]"},
		{"rates:\n", "to_check: true\nrates:\n", "unknown key to_check"},
	} {
		files := changed(t, c.old, c.text)
		book, findings, _ := Open(files, Options{})
		if (book == nil) != (c.want != "") || !strings.Contains(findings.Error(), c.want) {
			t.Errorf("%q: a book %t, findings %v, want %q", c.text, book != nil, findings.Error(), c.want)
		}
		allowed, _, _ := Open(files, Options{AllowUnchecked: true})
		if marked := strings.HasSuffix(c.want, "[to-check]") || strings.Contains(c.want, "mark"); marked && allowed == nil {
			t.Errorf("%q: refused although marks are allowed", c.text)
		}
	}
}

// TestReview requires warnings about outdated editions, which still open.
func TestReview(t *testing.T) {
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	if _, findings, _ := Review(smallTables(t), Options{}, day); len(findings) > 0 {
		t.Error(findings.Error())
	}
	if _, findings, _ := Review(Embedded(), Options{}, day); len(findings) > 0 {
		t.Error(findings.Error())
	}
	next := smallTables(t)
	edition := string(next["north/2026.yaml"].Data)
	next["north/2027.yaml"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(edition, "2026", "2027"))}
	more := string(next["north/more.yaml"].Data)
	next["north/more.yaml"] = &fstest.MapFile{Data: []byte(strings.ReplaceAll(more, "2026-12-31", "2027-12-31"))}
	tenfold := maps.Clone(next)
	tenfold["north/2027.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(string(next["north/2027.yaml"].Data), "| 110 |", "| 1100 |", 1))}
	april, err := fs.ReadFile(Embedded(), "us-federal-foreign/2026-04.yaml")
	if err != nil {
		t.Fatal(err)
	}
	may := embeddedWith(t, "us-federal-foreign/2026-05.yaml", strings.ReplaceAll(string(april), "2026-04", "2026-05"))
	for _, c := range []struct {
		files fstest.MapFS
		day   time.Time
		want  string
	}{
		{may, day, "warning: the edition 2026-05 has the same rates as 2026-04 [unchanged-edition]"},
		{smallTables(t), day.AddDate(1, 0, 0), "warning: no edition of north covers today: the last one has ended [stale-edition]"},
		{changed(t, "data_as_of: 2025-12-01", "data_as_of: 2024-12-01"), day, "warning: the edition 2026 begins on 2026-01-01, but its publication is dated 2024-12-01 [old-source]"},
		{next, day, "warning: the edition 2027 has the same rates as 2026 [unchanged-edition]"},
		{tenfold, day, "lodging was 110 in the edition 2026 and is 1100 now [unlikely-change]"},
	} {
		book, findings, _ := Review(c.files, Options{}, c.day)
		if book == nil || !strings.Contains(findings.Error(), c.want) {
			t.Errorf("a book %t, findings:\n%s\nwant: %s", book != nil, findings.Error(), c.want)
		}
	}
}
