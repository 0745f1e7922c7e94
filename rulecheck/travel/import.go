package travel

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/rulecheck/publication"
	"github.com/payslate/payslate/tables"
)

// Settings are what publications do not state.
type Settings struct {
	// Year is the year of a workbook.
	Year string
	// Words are values by name, such as data_as_of.
	Words map[string]string
}

// Import imports publications of a kind, one of Names, into the tables. Its error is a refusal of
// the publications, or that of the file system if one cannot be read.
func Import(kind string, publications []string, set Settings, files fs.FS) (*publication.Made, error) {
	all, err := specs(files)
	if err != nil {
		return nil, err
	}
	i := importer{spec: find(all, kind), all: all, files: files}
	made, err := i.run(publications, set)
	var refused diagnostic.List
	var missing *fs.PathError
	if err == nil || errors.As(err, &refused) || errors.As(err, &missing) {
		return made, err
	}
	return nil, publication.Refused("", 0, err.Error(), "")
}

// importer is an import.
type importer struct {
	*spec
	all   []*spec
	files fs.FS
}

// run returns the text of the table file, checked.
func (i *importer) run(publications []string, set Settings) (*publication.Made, error) {
	var (
		name, newest string
		changed      = map[string]string{}
		out          *output
		err          error
	)
	switch {
	case i.Gazetteer != nil:
		name = i.Gazetteer.File
		out, err = i.list(i.Gazetteer, i.makeGazetteer, publications)
	case i.CountyTowns != nil:
		name = path.Join(i.regime, i.CountyTowns.File)
		out, err = i.list(i.CountyTowns, i.makeTowns, publications)
	case i.Postal != nil:
		name = path.Join(i.regime, i.Postal.File)
		out, err = i.makePostal(publications)
	default:
		var e *edition
		if out, e, err = i.makeEdition(publications, set, i.files); err == nil {
			name, newest, changed = path.Join(i.regime, e.name+".yaml"), e.name, i.withoutPostal()
		}
	}
	if err != nil {
		return nil, err
	}
	changed[name] = out.String()
	return i.check(changed, out, name, newest, publications[0])
}

// list makes a text file of a publication.
func (i *importer) list(of *tableSpec, make func(*sheet, func(string) []string) (*output, error), publications []string) (*output, error) {
	keys, err := tables.Keys(i.files)
	if err != nil {
		return nil, err
	}
	p, err := of.read(publications[0])
	if err != nil {
		return nil, err
	}
	return make(p, keys)
}

// withoutPostal replaces the regime's postal codes while a new edition is checked, which
// may have other areas.
func (i *importer) withoutPostal() map[string]string {
	for _, s := range i.all {
		if s.regime == i.regime && s.Postal != nil {
			out := &output{}
			out.WriteString("postal_codes:\n")
			out.block("  ", s.Postal.Columns, nil)
			return map[string]string{path.Join(i.regime, s.Postal.File): out.String()}
		}
	}
	return map[string]string{}
}

// check checks the changed files with the other tables, and tells the changes of an edition.
// Findings in the new file are shown at the row of the publication.
func (i *importer) check(changed map[string]string, out *output, written, edition, first string) (*publication.Made, error) {
	all, err := ruletext.Read(i.files, ".txt")
	if err != nil {
		return nil, err
	}
	for name, text := range changed {
		all[name] = []byte(text)
	}
	book, findings, source := tables.Open(all.FS(), tables.Options{AllowUnchecked: true})
	for k := range findings {
		if findings[k].Subject.File == written {
			findings[k].Subject = out.published(findings[k].Subject, first)
		}
	}
	made := &publication.Made{Text: []byte(out.String()), Summary: diagnostic.Counted(len(out.origins), "row") + "\n", Findings: findings, Source: func(name string) ([]byte, bool) {
		if text, ok := source(name); ok {
			return text, true
		}
		return publication.Source(name)
	}}
	if book == nil || edition == "" {
		return made, nil
	}
	var changes strings.Builder
	err = writeChanges(&changes, book.Regime(i.regime), edition)
	made.Summary = changes.String()
	return made, err
}
