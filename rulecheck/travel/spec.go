package travel

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/internal/hostfile"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/interpreter/wording"
	"github.com/payslate/payslate/tables/format"
)

// specFile is the file that configures how publications become tables.
const specFile = "import.yaml"

// spec configures how one kind of publication becomes a table file. One of its last four
// fields is set.
type spec struct {
	command string
	regime  string // the regime's folder

	// Edition names the columns of the edition and of its first and last day. Monthly
	// publications have the month only in their file name: File is its regular
	// expression.
	Edition struct {
		Name string `key:"name"`
		From string `key:"from"`
		To   string `key:"to"`
		File string `key:"file"`
	} `key:"edition"`
	Source struct {
		Name    wording.Text `key:"name"`
		URL     string       `key:"url"`
		License string       `key:"license"`
	} `key:"source"`
	// Editions has values that the publications do not contain, by edition, such as
	// data_as_of.
	Editions map[string]map[string]string `key:"editions"`
	// Tables become the blocks of an edition.
	Tables []tableSpec `key:"tables"`
	// Postal are postal codes, Gazetteer the world's places, which all regimes share,
	// CountyTowns towns with their counties.
	Postal      *tableSpec `key:"postal_codes"`
	Gazetteer   *tableSpec `key:"gazetteer"`
	CountyTowns *tableSpec `key:"county_towns"`
}

// tableSpec configures how one published table becomes a block of an edition, or a file.
type tableSpec struct {
	Block    string        `key:"block"`
	File     string        `key:"file"`
	Header   []string      `key:"header"`
	Columns  []columnSpec  `key:"columns"`
	Workbook *workbookSpec `key:"workbook"`
	// Head has the first lines of a text file, About the comment of another.
	Head  string `key:"head"`
	About string `key:"about"`
	// Edition is the regular expression of the edition in the names of files of postal
	// codes, Several the column that marks a code in several areas.
	Edition string `key:"edition"`
	Several string `key:"several"`
	// Source names the publications of postal codes, Label each edition of them.
	Source string `key:"source"`
	Label  string `key:"label"`
}

// columnSpec copies the column From of the publication, joined with the column And, to
// the column To. Words replaces cells. One marks cells that are one text whatever their
// punctuation.
type columnSpec struct {
	To    string            `key:"to"`
	From  string            `key:"from"`
	And   string            `key:"and"`
	Words map[string]string `key:"words"`
	One   bool              `key:"one"`
}

// workbookSpec configures how a published workbook differs from the CSV.
type workbookSpec struct {
	// Headings are the headings of columns, by their names in the CSV.
	Headings map[string][]string `key:"headings"`
	// Year is the column that --year sets; FirstMonth is the month in which that year
	// begins, in the calendar year before.
	Year       string `key:"year"`
	FirstMonth int    `key:"first_month"`
	// Days are the formats of days, with and without a year, Amounts the columns of amounts.
	Days    []string `key:"days"`
	Amounts []string `key:"amounts"`
	// Rest is the row for all other places: a word in it, and its cells.
	Rest map[string]string `key:"rest"`
}

// specs reads the import files of all regimes.
func specs(tables fs.FS) ([]*spec, error) {
	files, err := fs.Glob(tables, "*/"+specFile)
	if err != nil {
		return nil, err
	}
	if _, err := fs.Stat(tables, specFile); err == nil {
		files = append(files, specFile)
	}
	var all []*spec
	for _, file := range files {
		var declared struct {
			ByName map[string]*spec `key:"="`
		}
		if found := hostfile.Decode(tables, file, format.Of("import"), &declared); found.HasErrors() {
			return nil, found
		}
		for name, s := range declared.ByName {
			if problem := s.problem(); problem != "" {
				return nil, fmt.Errorf("%s: %s: %s", file, name, problem)
			}
			s.command, s.regime = name, path.Dir(file)
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b *spec) int { return strings.Compare(a.command, b.command) })
	return all, nil
}

// problem describes why a spec cannot be used; it is empty for a valid one.
func (s *spec) problem() string {
	var all []tableSpec
	if s != nil {
		all = slices.Clone(s.Tables)
		for _, other := range []*tableSpec{s.Postal, s.Gazetteer, s.CountyTowns} {
			if other != nil {
				all = append(all, *other)
			}
		}
	}
	if len(all) == 0 {
		return "one of tables, postal_codes, gazetteer and county_towns is needed"
	}
	for _, table := range all {
		if len(table.Columns) < 2 {
			return "a table needs two columns and more"
		}
		for _, column := range table.Columns {
			for _, from := range []string{column.From, column.And} {
				if from != "" && !slices.Contains(table.Header, from) {
					return "the column " + column.To + " comes from " + from + ", which the header does not have"
				}
			}
		}
	}
	return ""
}

// Names returns the kinds of publications, such as bmf.
func Names(tables fs.FS) ([]string, error) {
	all, err := specs(tables)
	return diagnostic.Names(all, func(s *spec) string { return s.command }), err
}

// find returns the kind of publication with a name that is known.
func find(all []*spec, command string) *spec {
	return all[slices.IndexFunc(all, func(s *spec) bool { return s.command == command })]
}
