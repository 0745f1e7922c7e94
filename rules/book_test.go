package rules

import (
	"errors"
	"io/fs"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/payslate/payslate/internal/race"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/number"
)

// TestMain raises the limit of the garbage collector, which takes a third of the time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// openEmbedded opens the embedded rule book once for all tests, so that each program is
// compiled once. It must load without findings.
func openEmbedded(t testing.TB) *Book {
	t.Helper()
	book, list := embeddedBook()
	if len(list) > 0 {
		t.Fatalf("the rule book has findings:\n%s", list.Error())
	}
	return book
}

var embeddedBook = sync.OnceValues(OpenEmbedded)

func TestCountries(t *testing.T) {
	book := openEmbedded(t)
	var codes []string
	for _, c := range book.Countries() {
		codes = append(codes, c.Code())
		if (c.Status() == Available) != (len(c.Years()) > 0) || c.Name().English == "" {
			t.Errorf("%s: status %s, years %v, name %v", c.Code(), c.Status(), c.Years(), c.Name())
		}
	}
	if want := []string{"DE", "NL", "NO", "SE", "UK", "AT", "CH", "US"}; !slices.Equal(codes, want) {
		t.Errorf("countries %v, want %v", codes, want)
	}
	alias, ok := book.Country("GB")
	if own, _ := book.Country("UK"); !ok || alias != own {
		t.Error("GB is not UK")
	}
	if _, ok := book.Country("FR"); ok {
		t.Error("there is a country FR")
	}
}

func TestParametersOfUnknownYear(t *testing.T) {
	book := openEmbedded(t)
	country, _ := book.Country("DE")
	_, _, err := book.Parameters(country, 2018, "")
	if refused := new(Refusal); !errors.As(err, &refused) || refused.Code != "unsupported_year" || !strings.Contains(refused.Error(), "2024, 2025, 2026") {
		t.Errorf("%v", err)
	}
}

// TestMistakesKeepABookFromOpening makes one mistake in the rule files at a time and
// expects a finding with its place.
func TestMistakesKeepABookFromOpening(t *testing.T) {
	race.Skip(t)
	const parameters = "de/2026/parameters.yaml"
	for _, test := range []struct {
		name, file, old, with string
		at, want              string
	}{
		{"syntax", parameters, "year: 2026\n", "year: 2026\nyear: 2026\n", parameters + ":6:1", "year"},
		{"key", parameters, "year: 2026\n", "year: 2026\nyeer: 1\n", parameters + ":6:1", "yeer"},
		{"name", "de/net.yaml", "value: age >= 65", "value: aje >= 65", "de/net.yaml:", "aje"},
		{"unit", "de/contributions.yaml", "min(regular, p.bbg_kv_pv * year_part)", "min(regular, p.bbg_kv_pv)", "de/contributions.yaml:", "EUR"},
		{"country", parameters, "country: DE", "country: UK", parameters, "country: UK, but is in the folder of DE"},
		{"folder", parameters, "year: 2026\n", "year: 2027\n", parameters, "year 2027 in the folder 2026"},
		{"date", parameters, "to: 2026-12-31", "to: 2026-12-32", parameters + ":7:", "2026-12-32 is not a date"},
		{"order of dates", parameters, "to: 2026-12-31", "to: 2025-12-31", parameters + ":7:", "ends before it begins"},
		{"overlap", parameters, "from: 2026-01-01", "from: 2025-12-31", parameters + ":7:", "overlaps with year 2025"},
		{"gap", parameters, "from: 2026-01-01", "from: 2026-01-02", parameters + ":7:", "leaves a gap after year 2025"},
		{"country of all years", "de/country.yaml", "country: DE", "country: FR", "de/country.yaml:7:10", "the code FR, but its years have country: DE"},
		{"missing file", parameters, "  - ../church_tax.yaml\n", "  - ../church_taxes.yaml\n", parameters + ":16:5", "unknown file de/church_taxes.yaml"},
		{"file outside", parameters, "  - ../church_tax.yaml\n", "  - ../../../church_tax.yaml\n", parameters + ":16:5", "outside the folder of this country"},
		{"file of another country", parameters, "  - ../church_tax.yaml\n", "  - ../../uk/tax_code.yaml\n", parameters + ":16:5", "outside the folder of this country"},
		{"file twice", parameters, "  - ../church_tax.yaml\n", "  - ../church_tax.yaml\n  - ../2026/../church_tax.yaml\n", parameters + ":17:5", "is listed twice"},
		{"year of itself", parameters, "  - ../church_tax.yaml\n", "  - parameters.yaml\n", parameters + ":16:5", "lists itself"},
		{"year of a year", parameters, "  - ../church_tax.yaml\n", "  - ../2025/parameters.yaml\n", parameters + ":16:5", "is another year"},
		{"program missing", parameters, "  - ../net_to_gross.yaml\n", "", parameters, "no program net_to_gross"},
		{"source", "uk/net.yaml", "source: paye_routines", "source: paye_routine", "uk/net.yaml:", "paye_routine"},
		{"payer", "uk/net.yaml", "payer: employer", "payer: boss", "uk/net.yaml:", "boss"},
		{"output", "uk/net_to_gross.yaml", "largest_net_fall: GBP", "largest_fall: {unit: GBP, value: largest_net_fall}", "uk/net_to_gross.yaml:", "must answer largest_net_fall"},
		{"status", "at/country.yaml", "status: planned", "status: soon", "at/country.yaml", "available or planned"},
		{"country code", "at/country.yaml", "country: AT", "country: DE", "country.yaml", "DE is used twice"},
		{"alias", "at/country.yaml", "country: AT", "country: GB", "country.yaml", "GB is used twice"},
		{"no year", "at/country.yaml", "status: planned", "status: available\nperiods: {month: 12}\nconformance: none", "at/country.yaml", "has no year"},
		{"service", "service.yaml", "  net_unreachable:", "  net_unreached:", "service.yaml", "net_unreachable"},
		{"mark", parameters, "basic_allowance: 12348\n", "basic_allowance: {value: 12348, to_check: true}\n", parameters, "1 mark to be checked, the first: parameter basic_allowance"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := bookFiles(t)
			if !strings.Contains(test.want, "twice") { // by another country
				files = countryOf(files, test.file)
			}
			edit(t, files, test.file, test.old, test.with)
			book, list, sources := Validate(files, Options{WithoutArchive: true})
			if book != nil || !list.HasErrors() {
				t.Fatal("the book opens")
			}
			for _, d := range list {
				if strings.Contains(d.String(), test.at) && strings.Contains(d.String(), test.want) {
					if _, known := sources(test.file); !known {
						t.Errorf("the text of %s is not known", test.file)
					}
					return
				}
			}
			t.Errorf("no finding at %s contains %q:\n%v", test.at, test.want, list)
		})
	}
}

// TestEveryMistakeIsFound makes mistakes in two years, a shared file and
// another country.
func TestEveryMistakeIsFound(t *testing.T) {
	files := bookFiles(t)
	edit(t, files, "de/2025/parameters.yaml", "basic_allowance: 12096\n", "basic_allowance: none\n")
	edit(t, files, "de/2026/parameters.yaml", "basic_allowance: 12348\n", "basic_allowance: none\n")
	edit(t, files, "uk/net.yaml", "otherwise(period_number, 1) * step > tables", "otherwise(periodnumber, 1) * step > tables")
	edit(t, files, "at/country.yaml", "status: planned", "status: soon")
	_, list := Open(files, Options{WithoutArchive: true})
	var places []string
	for _, d := range list.Sorted() {
		if d.Severity != diagnostic.Warning {
			places = append(places, d.Subject.File)
		}
	}
	if want := []string{"at/country.yaml", "de/2025/parameters.yaml", "de/2026/parameters.yaml", "uk/net.yaml"}; !slices.Equal(places, want) {
		t.Errorf("findings in %v, want %v:\n%v", places, want, list.Sorted())
	}
}

func TestAnEmptyFolderIsNoBook(t *testing.T) {
	if book, list := Open(fstest.MapFS{}, Options{}); book != nil || !list.HasErrors() {
		t.Error("an empty folder opens")
	}
	files := bookFiles(t)
	for name := range files {
		if name != serviceFile {
			delete(files, name)
		}
	}
	if _, list := Open(files, Options{}); !strings.Contains(list.Error(), "no country") {
		t.Errorf("%v", list)
	}
}

func TestMarksToBeCheckedMayBeAllowed(t *testing.T) {
	files := bookFiles(t)
	edit(t, files, "de/2026/parameters.yaml", "basic_allowance: 12348\n", "basic_allowance: {value: 12348, to_check: true}\n")
	if book, list := Open(files, Options{AllowUnchecked: true, WithoutArchive: true}); book == nil {
		t.Error(list)
	}
}

// netOf returns the net of a month in a country and year.
func netOf(t *testing.T, book *Book, country string, year int, gross string, profile map[string]Value) number.Decimal {
	t.Helper()
	r, err := book.Net(question(t, book, country, year, "month", gross, profile))
	if err != nil {
		t.Fatal(err)
	}
	return r.Net
}

func TestEditedFiguresCount(t *testing.T) {
	race.Skip(t)
	before := openEmbedded(t)
	for _, test := range []struct {
		country, file, old, with, gross string
		profile                         map[string]Value
	}{
		// The basic allowance is read below the second zone of the tariff only.
		{"DE", "de/2026/parameters.yaml", "basic_allowance: 12348\n", "basic_allowance: 12648\n", "2100", map[string]Value{"tax_class": whole(2)}},
		{"DE", "de/2026/parameters.yaml", "value: 69750,", "value: 79750,", "9000", nil},
		{"UK", "uk/2026/parameters.yaml", "to: 37700, rate: 20", "to: 37700, rate: 21", "3000", nil},
	} {
		files := bookFiles(t)
		edit(t, files, test.file, test.old, test.with)
		after, l := open(files, Options{}) // some figures break a relation
		if after == nil {
			t.Fatal(l.Findings.Err())
		}
		if netOf(t, before, test.country, 2026, test.gross, test.profile).Cmp(netOf(t, after, test.country, 2026, test.gross, test.profile)) == 0 {
			t.Errorf("%s: %q changes nothing", test.country, test.with)
		}
		if netOf(t, before, test.country, 2025, test.gross, test.profile).Cmp(netOf(t, after, test.country, 2025, test.gross, test.profile)) != 0 {
			t.Errorf("%s: %q changes another year", test.country, test.with)
		}
		if before.Version() == after.Version() {
			t.Errorf("%s: the version stays", test.with)
		}
	}
	if again := openFiles(t, bookFiles(t)); again.Version() != before.Version() {
		t.Error("the same files have another version")
	}
}

// TestACopiedYearIsAvailable adds a year by copying a folder of YAML files.
func TestACopiedYearIsAvailable(t *testing.T) {
	race.Skip(t)
	files := bookFiles(t)
	for _, c := range []struct{ folder, label, newLabel, valid, newValid string }{
		{"de", `label: "2026"`, `label: "2027"`, "from: 2026-01-01, to: 2026-12-31", "from: 2027-01-01, to: 2027-12-31"},
		{"uk", `label: "2026-27"`, `label: "2027-28"`, "from: 2026-04-06, to: 2027-04-05", "from: 2027-04-06, to: 2028-04-05"},
	} {
		names, err := fs.Glob(files, c.folder+"/2026/*.yaml")
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			files[strings.Replace(name, "2026", "2027", 1)] = &fstest.MapFile{Data: files[name].Data}
		}
		parameters := c.folder + "/2027/parameters.yaml"
		edit(t, files, parameters, "year: 2026\n", "year: 2027\n")
		edit(t, files, parameters, c.label, c.newLabel)
		edit(t, files, parameters, c.valid, c.newValid)
	}
	book := openFiles(t, files)
	for code, label := range map[string]string{"DE": "2027", "UK": "2027-28"} {
		country, _ := book.Country(code)
		if years := country.Years(); !slices.Equal(years[len(years)-3:], []int{2025, 2026, 2027}) {
			t.Errorf("%s: years %v", code, country.Years())
		}
		got, err := book.Net(question(t, book, code, 2027, "month", "3000", nil))
		if err != nil {
			t.Fatal(err)
		}
		if got.TaxYear != label || got.Net.Cmp(netOf(t, book, code, 2026, "3000", nil)) != 0 {
			t.Errorf("%s 2027: %s, net %v", code, got.TaxYear, got.Net)
		}
		if _, err := book.Gross(question(t, book, code, 2027, "month", "2500", nil)); err != nil {
			t.Error(err)
		}
	}
}
