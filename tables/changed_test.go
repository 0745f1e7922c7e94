package tables

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/internal/race"
)

// embeddedWith returns the embedded tables with a file added or replaced.
func embeddedWith(t *testing.T, name, text string) fstest.MapFS {
	t.Helper()
	files := embeddedFiles(t, func(string) bool { return true })
	files[name] = &fstest.MapFile{Data: []byte(text)}
	return files
}

// embeddedFiles returns a copy of the embedded files to keep.
func embeddedFiles(t *testing.T, keep func(name string) bool) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(Embedded(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !keep(name) {
			return err
		}
		data, err := fs.ReadFile(Embedded(), name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestChangedTables damages table files as copying or merging may do. Only a file with
// its rows in another order may load, with the same answers.
func TestChangedTables(t *testing.T) {
	race.Skip(t)
	if testing.Short() {
		t.Skip("opens the tables many times")
	}
	embedded := embeddedFiles(t, func(name string) bool { return path.Base(name) != "postal_codes.yaml" })
	load := func(at, text string) (*Book, []string) {
		files := maps.Clone(embedded)
		files[at] = &fstest.MapFile{Data: []byte(text)}
		book, list, _ := Open(files, Options{})
		var codes []string
		for _, d := range list {
			codes = append(codes, d.Code)
		}
		return book, codes
	}
	for _, name := range []string{"cities.yaml", "countries.yaml", "gazetteer.txt", "us-federal-foreign/2026-04.yaml", "us-federal/2026.yaml", "de-federal/2026.yaml", "de-federal/destinations.yaml", "uk-revenue/2019-04-06.yaml"} {
		lines := strings.SplitAfter(strings.TrimSuffix(string(embedded[name].Data), "\n"), "\n")
		last := len(lines) - 1
		lines[last] += "\n"
		for what, changed := range map[string][]string{
			"a row twice":     append(slices.Clone(lines), lines[last]),
			"its end twice":   append(slices.Clone(lines), lines[last*3/4:]...),
			"a row left out":  slices.Delete(slices.Clone(lines), last-1, last),
			"the last cut in": append(slices.Clone(lines[:last]), lines[last][:len(lines[last])/2]+"\n"),
		} {
			if book, codes := load(name, strings.Join(changed, "")); book != nil || len(codes) == 0 {
				t.Errorf("%s with %s loads", name, what)
			}
		}
		swapped := slices.Clone(lines)
		swapped[last], swapped[last-1] = swapped[last-1], swapped[last]
		book, _ := load(name, strings.Join(swapped, ""))
		for _, query := range []Query{{Country: "AT", City: "Vienna"}, {Country: "FR", City: "Paris"}, {Country: "CY"}, {Country: "US", State: "MA", City: "Boston"}} {
			for _, regime := range []string{"de-federal", "us-federal", "uk-revenue"} {
				query.Date = "2026-04-15"
				first, second := query, query
				if book == nil {
					continue
				}
				got, gotErr := book.Resolve(regime, &first)
				want, wantErr := embeddedBook().Resolve(regime, &second)
				if outcome(got, gotErr) != outcome(want, wantErr) {
					t.Errorf("%s in another order: %s %+v is %s, not %s", name, regime, query, outcome(got, gotErr), outcome(want, wantErr))
				}
			}
		}
	}
	for name, other := range map[string]string{"de-federal/2026.yaml": "de-federal/2025.yaml", "us-federal/2027.yaml": "us-federal/2026.yaml", "us-federal-foreign/2026-04.yaml": "us-federal-foreign/2026-03.yaml"} {
		if book, _ := load(name, string(embedded[other].Data)); book != nil {
			t.Errorf("%s with the rates of %s loads", name, other)
		}
	}
}
