package travel

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/payslate/payslate/interpreter/document"
)

// specFile is the file of a regime that says how publications become tables.
const specFile = "import.yaml"

// spec says how one kind of publication becomes a table file.
type spec struct {
	command string
	regime  string // the regime's folder

	// Edition names the columns that hold the edition and its first and last day. A
	// publication of a month, which does not hold it, has the month in its name: File
	// is the regular expression that finds it.
	Edition struct{ Name, From, To, File string }
	Source  struct {
		Name         struct{ En, De string }
		URL, License string
	}
	// Editions says by edition what the publications do not; data_as_of among it.
	Editions map[string]map[string]string
	Tables   []tableSpec
	// Postal is set for a publication of postal codes in place of Tables.
	Postal *postalSpec `yaml:"postal_codes"`
	// Gazetteer is set for a list of the world's places, which belongs to no regime.
	Gazetteer *gazetteerSpec
}

// tableSpec says how one published table becomes a block of the file.
type tableSpec struct {
	Block    string
	Header   []string
	Columns  []columnSpec
	Workbook *workbookSpec
}

// columnSpec takes a column of the publication into the block; that of And, where
// there is one, joins it. Words says what other words stand for; One that a cell is
// one text, whatever its punctuation.
type columnSpec struct {
	To, From, And string
	Words         map[string]string
	One           bool
}

// workbookSpec says how a published workbook differs from the CSV.
type workbookSpec struct {
	// Headings are the words that head a column, by the CSV's name of it.
	Headings map[string][]string
	// Year is the column that the command line fills; FirstMonth is the month with
	// which that year begins, in the calendar year before.
	Year       string
	FirstMonth int `yaml:"first_month"`
	// Rest is the row for all other places: the word in it, and its cells.
	Rest map[string]string
}

// postalSpec says how published postal codes become a file.
type postalSpec struct {
	File, Edition, Several, Source, Label, About string
	Header                                       []string
	Columns                                      []columnSpec
}

// specs reads what all regimes say about their publications.
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
		data, err := fs.ReadFile(tables, file)
		if err != nil {
			return nil, err
		}
		declared := map[string]*spec{}
		if err := document.Decode(data, &declared); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for name, s := range declared {
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

// problem says what keeps a spec from being used; empty if nothing.
func (s *spec) problem() string {
	if s != nil && s.Gazetteer != nil {
		return columnProblem(s.Gazetteer.Columns, s.Gazetteer.Header)
	}
	if s == nil || (s.Postal == nil) == (len(s.Tables) == 0) {
		return "either tables, postal_codes or gazetteer is needed"
	}
	if s.Postal != nil {
		if len(s.Postal.Columns) < len([]string{"code", "area"}) {
			return "postal_codes needs the columns of the code and its area first"
		}
		return columnProblem(s.Postal.Columns, s.Postal.Header)
	}
	for _, table := range s.Tables {
		if len(table.Columns) == 0 {
			return "the table of " + table.Block + " needs columns"
		}
		if problem := columnProblem(table.Columns, table.Header); problem != "" {
			return problem
		}
	}
	return ""
}

func columnProblem(columns []columnSpec, header []string) string {
	for _, column := range columns {
		for _, from := range []string{column.From, column.And} {
			if from != "" && !slices.Contains(header, from) {
				return "the column " + column.To + " comes from " + from + ", which the header does not have"
			}
		}
	}
	return ""
}

// Names lists the kinds of publications that the tables know, such as bmf.
func Names(tables fs.FS) ([]string, error) {
	all, err := specs(tables)
	var names []string
	for _, s := range all {
		names = append(names, s.command)
	}
	return names, err
}

// find finds a kind of publication; nil if there is none.
func find(all []*spec, command string) *spec {
	if i := slices.IndexFunc(all, func(s *spec) bool { return s.command == command }); i >= 0 {
		return all[i]
	}
	return nil
}
