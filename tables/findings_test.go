package tables

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/interpreter/diagnostic"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// smallTables returns a copy of the tables of an invented regime, with the embedded
// texts.
func smallTables(t *testing.T) fstest.MapFS {
	t.Helper()
	files, err := readSmall()
	if err != nil {
		t.Fatal(err)
	}
	return maps.Clone(files)
}

// readSmall reads them once.
var readSmall = sync.OnceValues(func() (fstest.MapFS, error) {
	files := fstest.MapFS{}
	for _, from := range []fs.FS{Embedded(), os.DirFS("testdata/small")} {
		err := fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.Contains(name, "/") && !strings.HasPrefix(name, "north/") {
				return err
			}
			data, err := fs.ReadFile(from, name)
			files[name] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
})

func TestSmallTables(t *testing.T) {
	book, findings, _ := Open(smallTables(t), Options{})
	if book == nil {
		t.Fatal(findings.Error())
	}
	for _, c := range []struct {
		query Query
		want  string
	}{
		{Query{State: "N", City: "Quay", Date: "2026-06-30"}, "120.50/60 Port / Quay, N, Alphaland"},
		{Query{State: "N", City: "Harbour", Date: "2026-07-01"}, "150/70 Port / Quay, N, Alphaland"},
		{Query{County: "upland county", Date: "2026-07-01"}, "110/70 Hill, S, Alphaland"},
		{Query{PostalCode: "00200", Date: "2026-07-01"}, "100/60 Standard +1"},
		{Query{PostalCode: "99200", Date: "2026-07-01"}, "unknown_location"},
		{Query{State: "Südteil", City: "Nowhere", Date: "2026-07-01"}, "100/60 Standard ~"},
	} {
		if got := outcome(book.Resolve("north", &c.query)); got != c.want {
			t.Errorf("%+v: %s, want %s", c.query, got, c.want)
		}
	}
}

// TestHostileTables opens tables with a mistake in each of very many rows, which must not
// reach the test's time limit.
func TestHostileTables(t *testing.T) {
	files := smallTables(t)
	const name = "north/postal_codes.yaml"
	rows := "  rows: |\n"
	text := string(files[name].Data)
	if strings.Count(text, rows) != 1 {
		t.Fatalf("%s has an unexpected form", name)
	}
	files[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, rows, rows+strings.Repeat("    a | b | c | d | e | f | g | h\n", 100_000), 1))}
	if book, findings, _ := Open(files, Options{}); book != nil || len(findings) == 0 || len(findings) > 2*maxFindings {
		t.Errorf("a book: %t, with %d findings", book != nil, len(findings))
	}
}

// FuzzOpen requires a book or findings for any file. Its seeds are the small tables, and
// these without each of their lines.
func FuzzOpen(f *testing.F) {
	names := []string{"north/2026.yaml", "north/regime.yaml", "north/postal_codes.yaml", "countries.yaml", "cities.yaml"}
	for i, name := range names {
		data, err := os.ReadFile("testdata/small/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, data)
		lines := bytes.SplitAfter(data, []byte("\n"))
		for line := range lines {
			f.Add(i, bytes.Join(slices.Delete(slices.Clone(lines), line, line+1), nil))
		}
	}
	f.Fuzz(func(t *testing.T, which int, data []byte) {
		files := smallTables(t)
		files[names[uint(which)%uint(len(names))]] = &fstest.MapFile{Data: data}
		book, findings, _ := Open(files, Options{})
		if (book == nil) != findings.HasErrors() {
			t.Errorf("a book: %t, with findings %v", book != nil, findings)
		}
		if book == nil || book.Regime("north") == nil {
			return
		}
		for _, query := range []Query{{State: "N", City: "Quay"}, {County: "Coast"}, {PostalCode: "00200"}, {State: "S"}, {Country: "AA"}, {Country: "BB"}, {City: "Nowhere", State: "N"}} {
			query.Date = "2026-03-01"
			rate, err := book.Resolve("north", &query)
			if (rate == nil) == (err == nil) {
				t.Errorf("%+v: %v, %v", query, rate, err)
			}
		}
	})
}

// TestFindings makes one mistake in good tables at a time and compares the findings with
// findings.golden.
func TestFindings(t *testing.T) {
	const edition, regime, postal = "north/2026.yaml", "north/regime.yaml", "north/postal_codes.yaml"
	var out bytes.Buffer
	for _, c := range []struct{ name, file, from, to string }{
		{"season gap", edition, "2026-07-01 | 2026-12-31 | 150", "2026-07-02 | 2026-12-31 | 150"},
		{"season overlap", edition, "2026-07-01 | 2026-12-31 | 150", "2026-06-30 | 2026-12-31 | 150"},
		{"season ends early", edition, "2026-12-31 | 110", "2026-12-30 | 110"},
		{"season begins late", edition, "2026-01-01 | 2026-12-31 | 110", "2026-02-01 | 2026-12-31 | 110"},
		{"no such day", edition, "2026-06-30", "2026-06-31"},
		{"row twice", edition, "    2 | S | Hill", "    0 |  | Standard | 2026-01-01 | 2026-12-31 | 100 | 60 | no\n    2 | S | Hill"},
		{"bad amount", edition, "120.50", "120,50"},
		{"negative amount", edition, "120.50", "-1"},
		{"empty amount", edition, "| 110 |", "| |"},
		{"bad flag", edition, "70 | no", "70 | maybe"},
		{"unknown tier", edition, "110 | 70", "110 | 65"},
		{"tier twice", edition, "70 | 25", "60 | 25"},
		{"unknown state", edition, "S | Hill", "Z | Hill"},
		{"no city", edition, "S | Hill", "S | "},
		{"too many cells", edition, "110 | 70 | no", "110 | 70 | no | x"},
		{"missing column", edition, "| lodging | meals | included", "| lodging | meals"},
		{"unknown column", edition, "| lodging | meals | included", "| lodgings | meals | included"},
		{"area of nothing", edition, "2 | county | S", "3 | county | S"},
		{"unknown kind of area", edition, "2 | county | S", "2 | country | S"},
		{"county of two areas", edition, "    2 | county | S | Upland", "    2 | county | N | Coast"},
		{"name of two areas", edition, "S | Hill", "N | Quay"},
		{"edition ends before it begins", edition, "to: 2026-12-31}", "to: 2025-12-31}"},
		{"part that ends early", "north/more.yaml", "2026-12-31", "2026-11-30"},
		{"no rest", edition, "    0 |  | Standard", "    8 | N | Standard"},
		{"no shape", regime, "shapes: [\"00000\"]", "shapes: []"},
		{"no lookup", regime, "lookup:", "look_up:"},
		{"unknown key", edition, "data_as_of:", "data_as_off:"},
		{"unknown column of the regime", regime, "lodging: lodging\n", "lodging: loging\n"},
		{"unknown choice", regime, "unlisted_city: rest", "unlisted_city: guess"},
		{"unknown status", regime, "status: supported", "status: ready"},
		{"folder", regime, "regime: north", "regime: south"},
		{"unknown country", regime, "  country: AA", "  country: ZZ"},
		{"unknown placeholder", regime, "lookup:\n", "texts:\n  unlisted_city: {en: \"{town} is not listed\", de: x}\nlookup:\n"},
		{"postal code of no area", postal, "00100 | 1", "00100 | 7"},
		{"postal codes out of order", postal, "00100", "00300"},
		{"postal code too short", postal, "00100", "100"},
		{"area of a code twice", postal, "00200 | 2", "00200 | 0"},
		{"postal codes of no edition", postal, "columns: code | area | state | county\n  rows: |\n    00100 | 1 | N | Coast County, N", "columns: code | area | state | county | edition\n  rows: |\n    00100 | 1 | N | Coast County, N | 2025"},
		{"name of two countries", "countries.yaml", "Betaland | Betaland", "Betaland | Alpha"},
		{"city of no country", "cities.yaml", "AA | Port", "ZZ | Port"},
	} {
		files := smallTables(t)
		before := string(files[c.file].Data)
		after := strings.Replace(before, c.from, c.to, 1)
		if after == before {
			t.Fatalf("%s: %s does not have %q", c.name, c.file, c.from)
		}
		files[c.file] = &fstest.MapFile{Data: []byte(after)}
		book, findings, source := Open(files, Options{})
		if book != nil {
			t.Errorf("%s: the tables open", c.name)
		}
		for _, d := range findings {
			if d.Detail == "" {
				t.Errorf("%s: no remedy: %v", c.name, d)
			}
		}
		fmt.Fprintf(&out, "# %s\n", c.name)
		if err := diagnostic.Write(&out, findings, source); err != nil {
			t.Fatal(err)
		}
		out.WriteString("\n")
	}
	const golden = "testdata/findings.golden"
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), want) {
		t.Errorf("the findings differ from %s; run with -update and review the difference:\n%s", golden, out.String())
	}
}

// TestRegimeLanguages requires the texts of a regime and of its rules in the declared
// languages.
func TestRegimeLanguages(t *testing.T) {
	for _, c := range []struct{ file, old, text, want string }{
		{"uk-revenue/regime.yaml", "\n    de: \"Für nicht", "\n    # de: \"Für nicht", "lacks its de version, which regime.yaml declares"},
		{"uk-revenue/regime.yaml", "languages: [en, de]", "languages: [en, de, nl]", "lacks its nl version"},
		{"uk-revenue/regime.yaml", "languages: [en, de]", "languages: [de]", "the languages lack en"},
		{"uk-revenue/rules.yaml", ", de: Länge eines Zeitraums", "", "lacks its de version"},
		{"uk-revenue/rules.yaml", ", de: Länge eines Zeitraums", ", de: Länge eines Zeitraums, nl: Lengte", `does not declare the language "nl"`},
	} {
		text, err := fs.ReadFile(Embedded(), c.file)
		if err != nil || !strings.Contains(string(text), c.old) {
			t.Fatalf("%s does not have %q: %v", c.file, c.old, err)
		}
		files := fstest.MapFS{}
		for _, name := range []string{"service.yaml", "trip.yaml", "countries.yaml", "cities.yaml", "gazetteer.txt", "uk-revenue/regime.yaml", "uk-revenue/rules.yaml", "uk-revenue/2019-04-06.yaml"} {
			data, _ := fs.ReadFile(Embedded(), name)
			files[name] = &fstest.MapFile{Data: data}
		}
		files[c.file] = &fstest.MapFile{Data: []byte(strings.Replace(string(text), c.old, c.text, 1))}
		_, list, _ := Open(files, Options{})
		if !strings.Contains(list.Error(), c.want) {
			t.Errorf("%s: %s, want %s", c.file, list.Error(), c.want)
		}
	}
}
