package travel

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/tables"
)

// Imported is a publication as a table file.
type Imported struct {
	Text string
	// Changes tell of what differs from the edition before.
	Changes string
	// Findings are those of the tables with the file, at the rows of the publications; with an
	// error among them the file is refused. Source returns the texts that they are in.
	Findings diagnostic.List
	Source   func(name string) ([]byte, bool)
}

// Import imports publications of a kind, one of Names, into the tables. Its error is a Refusal
// if the publications are at fault, and that of the file system if one cannot be read.
func Import(kind string, publications []string, set Settings, files fs.FS) (*Imported, error) {
	all, err := specs(files)
	if err != nil {
		return nil, err
	}
	i := importer{spec: find(all, kind), all: all, files: files}
	made, err := i.run(publications, set)
	var refused *Refusal
	var missing *fs.PathError
	if err == nil || errors.As(err, &refused) || errors.As(err, &missing) {
		return made, err
	}
	return nil, &Refusal{message: err.Error()}
}

// importer is an import.
type importer struct {
	*spec
	all   []*spec
	files fs.FS
}

// run returns the text of the table file, checked.
func (i *importer) run(publications []string, set Settings) (*Imported, error) {
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
func (i *importer) list(of *tableSpec, make func(*publication, func(string) []string) (*output, error), publications []string) (*output, error) {
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
func (i *importer) check(changed map[string]string, out *output, written, edition, first string) (*Imported, error) {
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
	made := &Imported{Text: out.String(), Findings: findings, Source: out.source(source)}
	if book == nil || edition == "" {
		return made, nil
	}
	var changes strings.Builder
	err = writeChanges(&changes, book.Regime(i.regime), edition)
	made.Changes = changes.String()
	return made, err
}
