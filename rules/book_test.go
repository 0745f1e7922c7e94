package rules

import (
	"errors"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
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
		codes = append(codes, c.Code)
		if (c.Status == Available) != (len(c.Years) > 0) || c.Name.English == "" {
			t.Errorf("%s: status %s, years %v, name %v", c.Code, c.Status, c.Years, c.Name)
		}
	}
	if want := []string{"DE", "AT", "CH", "NL", "NO", "SE", "UK", "US"}; !slices.Equal(codes, want) {
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

// TestMistakesKeepABookFromOpening makes one mistake in the files of two years at a time and
// expects a finding with its place.
func TestMistakesKeepABookFromOpening(t *testing.T) {
	const country, net = "xx/country.yaml", "xx/net.yaml"
	for _, test := range []struct{ file, old, with, at, want string }{
		{madeUpParameters, "country: XX", "country: UK", ":1:", "country: UK, but is in the folder of XX"},
		{madeUpParameters, "year: 2026\n", "year: 2027\n", ":2:", "year 2027 in the folder 2026"},
		{madeUpParameters, "to: 2026-12-31", "to: 2026-12-32", ":4:", "2026-12-32 is not a date"},
		{madeUpParameters, "to: 2026-12-31", "to: 2025-12-31", ":4:", "ends before it begins"},
		{madeUpParameters, "from: 2026-01-01", "from: 2025-12-31", ":4:", "overlaps with year 2025"},
		{madeUpParameters, "from: 2026-01-01", "from: 2026-01-02", ":4:", "leaves a gap after year 2025"},
		{madeUpParameters, "../net.yaml]", "../nets.yaml]", ":5:28", "unknown file xx/nets.yaml"},
		{madeUpParameters, "../net.yaml]", "../../../net.yaml]", ":5:28", "outside the folder of this country"},
		{madeUpParameters, "../net.yaml]", "../net.yaml, ../2026/../net.yaml]", ":5:41", "is listed twice"},
		{madeUpParameters, "../net.yaml]", "../net.yaml, parameters.yaml]", ":5:41", "lists itself"},
		{madeUpParameters, "../net.yaml]", "../net.yaml, ../2025/parameters.yaml]", ":5:41", "is another year"},
		{madeUpParameters, "{value: 10,", "{value: 10, to_check: true,", ":9:3", "1 mark to be checked, the first: parameter rate"},
		{country, "country: XX", "country: FR", ":1:10", "the code FR, but its years have country: XX"},
		{country, "status: available", "status: soon", ":3:", "available or planned"},
		{"yy/country.yaml", "country: YY", "country: XX", "", "XX is used twice"},
		{country, "country: XX", "country: XX\naliases: [YY]", "", "YY is used twice"},
		{net, "  net_to_gross:", "  gross:", "", "no program net_to_gross"},
		{net, "payer: employee", "payer: boss", ":9:40", "payer cannot be \"boss\""},
		{net, "largest_net_fall: EUR", "largest_fall: {unit: EUR, value: largest_net_fall}", "", "must answer largest_net_fall"},
		{"yy/country.yaml", "status: planned", "status: available\nperiods: {month: 12}\nconformance: none", "", "has no year"},
		{serviceFile, "  net_unreachable:", "  net_unreached:", "", "net_unreached"},
	} {
		files := twoYears(t)
		files["yy/country.yaml"] = &fstest.MapFile{Data: []byte("country: YY\nname: {en: Utopia, de: Utopia}\nstatus: planned\ncurrency: EUR\n")}
		edit(t, files, test.file, test.old, test.with)
		expectFinding(t, files, test.at, test.want)
	}
}

// TestEveryMistakeIsFound makes mistakes in two years and another country.
func TestEveryMistakeIsFound(t *testing.T) {
	files := twoYears(t)
	edit(t, files, "xx/2025/parameters.yaml", "value: 10", "value: none")
	edit(t, files, madeUpParameters, "value: 10", "value: none")
	files["yy/country.yaml"] = &fstest.MapFile{Data: []byte("country: YY\nname: {en: Utopia, de: Utopia}\nstatus: soon\ncurrency: EUR\n")}
	_, list := Open(files, Options{})
	for _, file := range []string{"xx/2025/parameters.yaml", madeUpParameters, "yy/country.yaml"} {
		if !findingAt(list, file, "error: ") {
			t.Errorf("nothing is found in %s:\n%v", file, list)
		}
	}
}

func TestAnEmptyFolderIsNoBook(t *testing.T) {
	if book, list := Open(fstest.MapFS{}, Options{}); book != nil || !list.HasErrors() {
		t.Error("an empty folder opens")
	}
	files := madeUp(t)
	maps.DeleteFunc(files, func(name string, _ *fstest.MapFile) bool { return name != serviceFile })
	expectFinding(t, files, "", "no country")
}

func TestMarksToBeCheckedMayBeAllowed(t *testing.T) {
	files := madeUp(t, [3]string{madeUpParameters, "{value: 10,", "{value: 10, to_check: true,"})
	if book, list := Open(files, Options{AllowUnchecked: true}); book == nil {
		t.Error(list)
	}
}

// TestEditedFiguresCount edits a figure of one year.
func TestEditedFiguresCount(t *testing.T) {
	before, same := openFiles(t, twoYears(t)), openFiles(t, twoYears(t))
	files := twoYears(t)
	edit(t, files, madeUpParameters, "value: 10", "value: 11")
	after := openFiles(t, files)
	net := func(book *Book, year int) string {
		r, err := book.Net(question(t, book, "XX", year, "month", "1000", nil))
		if err != nil {
			t.Fatal(err)
		}
		return r.Net.String()
	}
	if net(after, 2026) == net(before, 2026) || net(after, 2025) != net(before, 2025) {
		t.Error("the figure counts in the wrong year")
	}
	if before.Version() == after.Version() || before.Version() != same.Version() {
		t.Error("the version does not follow the files")
	}
}
