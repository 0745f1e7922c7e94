package travel

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/payslate/payslate/conformance/ruletext"
	"github.com/payslate/payslate/interpreter/diagnostic"
	"github.com/payslate/payslate/server/args"
	"github.com/payslate/payslate/tables"
)

// Command runs "rulecheck import" for travel tables. The arguments begin with the kind of
// publication, one of Names. If there are findings, nothing is written. The changes go to
// stderr if the table goes to stdout, otherwise to stdout.
func Command(arguments []string, files fs.FS, stdout, stderr io.Writer) error {
	all, err := specs(files)
	if err != nil {
		return err
	}
	s := find(all, arguments[0])
	set := settings{words: map[string]string{}}
	flags := flag.NewFlagSet("import "+s.command, flag.ContinueOnError)
	out := flags.String("out", "", "")
	flags.StringVar(&set.year, "year", "", "")
	flags.Func("set", "", func(text string) error {
		name, value, found := strings.Cut(text, "=")
		if !found || name == "" || value == "" {
			return errors.New("write NAME=VALUE")
		}
		set.words[name] = value
		return nil
	})
	publications, err := args.Parse(flags, arguments[1:])
	switch {
	case err != nil:
		return err
	case len(publications) == 0:
		return args.Errorf("name the file of the published table")
	case *out == "":
		return args.Errorf("--out is needed: the file to write, or -")
	}
	i := importer{spec: s, all: all, files: files, stderr: stderr}
	text, err := i.run(publications, set)
	if err != nil {
		return i.failed(err)
	}
	changes := stdout
	if *out == "-" {
		changes = stderr
		_, err = io.WriteString(stdout, text)
	} else {
		err = os.WriteFile(*out, []byte(text), 0o644)
	}
	if err == nil {
		_, err = io.WriteString(changes, i.changes.String())
	}
	return err
}

// importer is an import.
type importer struct {
	*spec
	all     []*spec
	files   fs.FS
	stderr  io.Writer
	changes strings.Builder
}

// run returns the text of the table file, checked.
func (i *importer) run(publications []string, set settings) (string, error) {
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
		return "", err
	}
	changed[name] = out.String()
	return out.String(), i.check(changed, out, name, newest, publications[0])
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

// failed prints an error in a publication. An unreadable file is a usage error.
func (i *importer) failed(err error) error {
	var found *finding
	var missing *fs.PathError
	switch {
	case errors.Is(err, args.ErrFindings):
	case errors.As(err, &found):
		fmt.Fprintln(i.stderr, found)
	case errors.As(err, &missing):
		return err
	default:
		fmt.Fprintf(i.stderr, "error: %v\n", err)
	}
	return args.ErrFindings
}

// check checks the changed files with the other tables, and records the changes of an
// edition. Findings in the new file are shown at the row of the publication.
func (i *importer) check(changed map[string]string, out *output, written, edition, first string) error {
	all, err := ruletext.Read(i.files, ".txt")
	if err != nil {
		return err
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
	if err := diagnostic.Write(i.stderr, findings, out.source(source)); err != nil {
		return err
	}
	if book == nil {
		return args.ErrFindings
	}
	if edition != "" {
		return writeChanges(&i.changes, book.Regime(i.regime), edition)
	}
	return nil
}
