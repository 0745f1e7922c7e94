package tables

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

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

// TestChangedTables damages table files as copying or merging may do. Only a file with its
// rows in another order may load, with the same answers.
func TestChangedTables(t *testing.T) {
	for regime, names := range map[string][]string{
		"de-federal": {"cities.yaml", "countries.yaml", "gazetteer.txt", "de-federal/2026.yaml", "de-federal/destinations.yaml"},
		"us-federal": {"us-federal/2026.yaml", "us-federal-foreign/2026-04.yaml"},
		"uk-revenue": {"uk-revenue/2019-04-06.yaml"},
	} {
		whole := embeddedFiles(t, func(name string) bool {
			return !strings.Contains(name, "/") || strings.HasPrefix(name, regime)
		})
		if book, list, _ := Open(whole, Options{}); book == nil {
			t.Fatal(list.Error())
		}
		outcomes := func(book *Book) (all []string) {
			for _, query := range []Query{{Country: "AT", City: "Vienna"}, {Country: "FR", City: "Paris"}, {Country: "CY"}, {State: "MA", City: "Boston"}} {
				query.Date = "2026-04-15"
				all = append(all, outcome(book.Resolve(regime, &query)))
			}
			return all
		}
		for _, name := range names {
			lines := strings.SplitAfter(strings.TrimSuffix(string(whole[name].Data), "\n")+"\n", "\n")
			last := len(lines) - 2
			swapped := slices.Clone(lines)
			swapped[last], swapped[last-1] = swapped[last-1], swapped[last]
			load := func(text string) (*Book, diagnostic.List) {
				files := maps.Clone(whole)
				files[name] = &fstest.MapFile{Data: []byte(text)}
				book, list, _ := Open(files, Options{})
				return book, list
			}
			if book, _ := load(strings.Join(swapped, "")); book != nil && !slices.Equal(outcomes(book), outcomes(embeddedBook())) {
				t.Errorf("%s with its rows in another order answers %q", name, outcomes(book))
			}
			changes := map[string]string{
				"a row twice":    strings.Join(lines, "") + lines[last],
				"a row left out": strings.Join(slices.Delete(slices.Clone(lines), last-1, last), ""),
			}
			if name == "de-federal/2026.yaml" {
				changes["the rates of another year"] = string(whole["de-federal/2025.yaml"].Data)
			}
			for what, text := range changes {
				if book, list := load(text); book != nil || !list.HasErrors() {
					t.Errorf("%s with %s loads", name, what)
				}
			}
		}
	}
}
